import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { officeMembers } from '#server/db/schema/offices.ts'
import { orders } from '#server/db/schema/orders.ts'
import { panelCodes } from '#server/db/schema/panels.ts'
import { users } from '#server/db/schema/users.ts'

type NewCode = { user_id: number; code_hash: Buffer; expires_at: string }

/** Replaces the code that the person had. False if somebody else has the same one just now. */
export async function saveCode(db: Db, code: NewCode, now: Date): Promise<boolean> {
  await deleteExpired(db, now)
  await db.delete(panelCodes).where(eq(panelCodes.user_id, code.user_id))
  const saved = await db
    .insert(panelCodes)
    .values(code)
    .onConflictDoNothing()
    .returning({ id: panelCodes.user_id })
  return saved.length > 0
}

/** What others are deleting right now is left to them. */
async function deleteExpired(db: Db, now: Date): Promise<void> {
  const expired = db
    .select({ id: panelCodes.user_id })
    .from(panelCodes)
    .where(lte(panelCodes.expires_at, now.toISOString()))
    .for('update', { skipLocked: true })
  await db.delete(panelCodes).where(inArray(panelCodes.user_id, expired))
}

type TypedCode = { code_hash: Buffer; office_id: number; now: Date }

/** Whose code it is, if that person belongs to the office or has booked there. */
export async function findPersonOfCode(
  db: Db,
  { code_hash, office_id, now }: TypedCode,
): Promise<number | undefined> {
  const [person] = await db
    .select({ id: users.id })
    .from(panelCodes)
    .innerJoin(users, and(eq(users.id, panelCodes.user_id), isNull(users.deleted_at)))
    .where(
      and(
        eq(panelCodes.code_hash, code_hash),
        gt(panelCodes.expires_at, now.toISOString()),
        or(
          sql`exists (select from ${officeMembers} where ${officeMembers.office_id} = ${office_id}
            and ${officeMembers.user_id} = ${users.id})`,
          sql`exists (select from ${orders} where ${orders.office_id} = ${office_id}
            and ${orders.user_id} = ${users.id})`,
        ),
      ),
    )
  return person?.id
}

/** False if it was used meanwhile. Somebody else who uses it now waits here. */
export async function useUpCode(db: Db, user_id: number, code_hash: Buffer): Promise<boolean> {
  const used = await db
    .delete(panelCodes)
    .where(and(eq(panelCodes.user_id, user_id), eq(panelCodes.code_hash, code_hash)))
    .returning({ id: panelCodes.user_id })
  return used.length > 0
}
