import type { Currency } from '@keyhour/contract/primitives'
import type { Db } from '#server/db/connection.ts'
import { insertLot, writeLedger } from '#server/features/credits/ledger-queries.ts'

type Gift = {
  user_id: number
  currency: Currency
  /** Null: never. */
  expires_at: string | null
  description: string | null
  actor_id: number
}

/** `amount` is in hundredths of a credit. Answers the id of the lot. */
export async function grantCredits(
  db: Db,
  { user_id, currency, expires_at, ...words }: Gift,
  amount: number,
  now: Date,
): Promise<number> {
  const at = now.toISOString()
  const lot_id = await insertLot(db, {
    user_id,
    currency,
    granted: amount,
    remaining: 0,
    expires_at,
    created_at: at,
  })
  await writeLedger(db, [{ lot_id, amount, kind: 'grant', ...words, at }])
  return lot_id
}
