import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { creditLedger, creditLots } from '#server/db/schema/credits.ts'

/** Keeps the amounts. */
export async function forgetCreditDescriptions(db: Db, userId: number): Promise<void> {
  const lots = db.select({ id: creditLots.id }).from(creditLots).where(eq(creditLots.user_id, userId))
  await db
    .update(creditLedger)
    .set({ description: null })
    .where(and(inArray(creditLedger.lot_id, lots), isNotNull(creditLedger.description)))
}
