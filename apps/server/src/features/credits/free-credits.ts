import { percentOf, priceOfVisit } from '@keyhour/contract/price'
import type { Currency } from '@keyhour/contract/primitives'
import type { Db } from '#server/db/connection.ts'
import { together } from '#server/db/together.ts'
import { type CreditOwner, listPurses, lockSpendableLots } from '#server/features/credits/ledger-queries.ts'
import { type FreePurse, keepBack, type Lot } from '#server/features/credits/rules.ts'
import { listRunningVisits, type RunningVisit } from '#server/features/credits/visit-queries.ts'

/**
 * A visit without an end is paid at check-out, so what it may cost by then is set aside: credits pay for other things only
 * with what is left.
 */
export async function listFreePurses(db: Db, user_id: number, now: Date): Promise<FreePurse[]> {
  const [purses, visits] = await together(listPurses(db, user_id, now), listRunningVisits(db, { user_id }))
  return purses.map(({ currency, amount }) => {
    const set_aside = Math.min(amount, sumOfMost(visits, currency))
    return { currency, amount: amount - set_aside, set_aside }
  })
}

/** What is set aside is kept back from the lots that expire last. */
export async function lockFreeLots(db: Db, { user_id, currency }: CreditOwner, now: Date): Promise<Lot[]> {
  // In this order: a visit that began while we waited for the lots is seen.
  const [lots, visits] = await together(
    lockSpendableLots(db, { user_id, currency }, now),
    listRunningVisits(db, { user_id }),
  )
  return keepBack(lots, sumOfMost(visits, currency))
}

const sumOfMost = (visits: RunningVisit[], currency: Currency): number =>
  visits.filter((visit) => visit.currency === currency).reduce((sum, visit) => sum + mostOf(visit), 0)

/** What a visit costs if it goes on until it has to end. */
function mostOf({ base_price, tax_percent, from, to }: RunningVisit): number {
  const price = priceOfVisit(base_price, to - from)
  return price + percentOf(price, tax_percent)
}
