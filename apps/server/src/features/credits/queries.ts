import type { CreditPack } from '@keyhour/contract/credits'
import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { creditLedger, creditLots, creditPacks } from '#server/db/schema/credits.ts'

export function listCreditPacks(
  db: Db,
  which: { activeOnly: boolean; limit: number },
): Promise<CreditPack[]> {
  return db
    .select()
    .from(creditPacks)
    .where(
      and(isNull(creditPacks.deleted_at), which.activeOnly ? eq(creditPacks.is_active, true) : undefined),
    )
    .orderBy(asc(creditPacks.id))
    .limit(which.limit)
}

/** Keeps the amounts. */
export async function forgetCreditDescriptions(db: Db, userId: number): Promise<void> {
  const lots = db.select({ id: creditLots.id }).from(creditLots).where(eq(creditLots.user_id, userId))
  await db
    .update(creditLedger)
    .set({ description: null })
    .where(and(inArray(creditLedger.lot_id, lots), isNotNull(creditLedger.description)))
}
