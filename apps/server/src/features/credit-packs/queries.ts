import type { CreditPack, CreditPackForm } from '@keyhour/contract/credits'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { creditPacks } from '#server/db/schema/credits.ts'

export type PackRow = typeof creditPacks.$inferSelect

const isThere = isNull(creditPacks.deleted_at)

export function listCreditPacks(
  db: Db,
  which: { activeOnly: boolean; limit: number },
): Promise<CreditPack[]> {
  return db
    .select()
    .from(creditPacks)
    .where(and(isThere, which.activeOnly ? eq(creditPacks.is_active, true) : undefined))
    .orderBy(asc(creditPacks.id))
    .limit(which.limit)
}

export const countCreditPacks = (db: Db): Promise<number> => db.$count(creditPacks, isThere)

export async function lockCreditPack(db: Db, id: number): Promise<PackRow | undefined> {
  const [pack] = await db
    .select()
    .from(creditPacks)
    .where(and(eq(creditPacks.id, id), isThere))
    .for('no key update')
  return pack
}

type By = { id: number; at: string }

export async function insertCreditPack(db: Db, pack: CreditPackForm, by: By): Promise<PackRow> {
  const [made] = await db
    .insert(creditPacks)
    .values({ ...pack, created_at: by.at, updated_at: by.at, updated_by: by.id })
    .returning()
  return made!
}

export async function updateCreditPack(
  db: Db,
  id: number,
  change: Partial<PackRow>,
  by: By,
): Promise<PackRow> {
  const [pack] = await db
    .update(creditPacks)
    .set({ ...change, version: sql`${creditPacks.version} + 1`, updated_at: by.at, updated_by: by.id })
    .where(eq(creditPacks.id, id))
    .returning()
  return pack!
}
