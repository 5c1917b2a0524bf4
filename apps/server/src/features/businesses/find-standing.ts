import type { Db } from '#server/db/connection.ts'
import { together } from '#server/db/together.ts'
import { sumPool } from '#server/features/businesses/pool-queries.ts'
import type { Standing } from '#server/features/businesses/rules.ts'
import { findPlace, lockPlace } from '#server/features/businesses/standing-queries.ts'
import { sumUsed } from '#server/features/businesses/usage-queries.ts'
import { lockPoolLots } from '#server/features/credits/ledger-queries.ts'
import type { Lot } from '#server/features/credits/rules.ts'

/** Who wants to spend on a stay of which month (its first day). */
export type Spender = { business_id: number; user_id: number; month: string }

export type NamedStanding = Standing & { name: string }

/** Undefined for somebody who does not belong to the company. */
export async function findStanding(db: Db, spender: Spender, now: Date): Promise<NamedStanding | undefined> {
  const place = await findPlace(db, spender)
  if (!place) return undefined
  const [used, left] = await together(sumUsed(db, spender), sumPool(db, spender.business_id, now))
  return { ...place, used, left }
}

/**
 * The same, locked until the transaction ends: the person's place in the company, so that two bookings see each other's
 * spending and a removal waits or comes first; then the lots.
 */
export async function lockStanding(
  db: Db,
  spender: Spender,
  now: Date,
): Promise<{ standing: NamedStanding | undefined; lots: Lot[] }> {
  const [place, used, lots] = await together(
    lockPlace(db, spender),
    sumUsed(db, spender),
    lockPoolLots(db, spender.business_id, now),
  )
  const left = lots.reduce((sum, { most }) => sum + most, 0)
  return { standing: place && { ...place, used, left }, lots }
}
