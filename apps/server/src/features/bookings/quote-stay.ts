import type { BookingRequest, Quote } from '@keyhour/contract/bookings'
import { TAX_PERCENT } from '@keyhour/contract/orders'
import { percentOf } from '@keyhour/contract/primitives'
import { planStay, type Stay } from '#server/features/availability/plan-stay.ts'
import { basePriceOf } from '#server/features/availability/rules.ts'
import { findSpace, type Space } from '#server/features/availability/space-queries.ts'
import { listPurses } from '#server/features/credits/ledger-queries.ts'
import { amountIn, type Purse } from '#server/features/credits/rules.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Does not check whether a unit is free. */
export async function quoteStay({ db, now }: Deps, request: BookingRequest, userId: number): Promise<Quote> {
  const space = orMissing(await findSpace(db, request), 'This space cannot be booked.')
  const stay = planStay(space, request, now())
  return quoteOf(space, stay, await listPurses(db, userId, now()))
}

export function quoteOf(space: Space, stay: Stay, purses: Purse[]): Quote {
  const tax = percentOf(stay.total_price, TAX_PERCENT)
  const due = stay.total_price + tax
  const with_credits = Math.min(due, amountIn(purses, space.currency))
  return {
    start: new Date(stay.from).toISOString(),
    end: new Date(stay.to).toISOString(),
    time_zone: space.time_zone,
    rent_type: space.rent_type,
    currency: space.currency,
    base_price: basePriceOf(space),
    total_price: stay.total_price,
    tax,
    due,
    with_credits,
    left: due - with_credits,
    other_credits: purses.filter(({ currency }) => currency !== space.currency),
  }
}
