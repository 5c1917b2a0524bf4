import type { Currency } from '@keyhour/contract/primitives'
import type { Db } from '#server/db/connection.ts'
import { insertLot, writeLedger } from '#server/features/credits/ledger-queries.ts'

type BoughtCredits = {
  /** A person or a company. */
  owner: { user_id: number } | { business_id: number }
  buyer_id: number
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
  const { owner, buyer_id: actor_id, amount, description, ...lot } = bought
  const lot_id = await insertLot(db, { ...owner, ...lot, granted: amount, remaining: 0, created_at: at })
  await writeLedger(db, [{ lot_id, amount, kind: 'purchase', description, actor_id, at }])
  return lot_id
}
