import type { Currency } from '@keyhour/contract/primitives'
import type { Db } from '#server/db/connection.ts'
import { insertLot, writeLedger } from '#server/features/credits/ledger-queries.ts'

type BoughtCredits = {
  user_id: number
  credit_pack_id: number
  currency: Currency
  /** In hundredths of a credit. */
  amount: number
  expires_at: string | null
  /** The name of the pack. */
  description: string
}

/** Answers the id of the lot. */
export async function addBoughtCredits(db: Db, bought: BoughtCredits, now: Date): Promise<number> {
  const at = now.toISOString()
  const { amount, description, ...lot } = bought
  const lot_id = await insertLot(db, { ...lot, granted: amount, remaining: 0, created_at: at })
  const actor_id = bought.user_id
  await writeLedger(db, [{ lot_id, amount, kind: 'purchase', description, actor_id, at }])
  return lot_id
}
