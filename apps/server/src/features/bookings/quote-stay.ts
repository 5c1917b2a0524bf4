import type { BookingRequest, Quote } from '@keyhour/contract/bookings'
import { besideCard } from '@keyhour/contract/charges'
import { TAX_PERCENT } from '@keyhour/contract/orders'
import { percentOf } from '@keyhour/contract/primitives'
import { planStay, type Stay } from '#server/features/availability/plan-stay.ts'
import { basePriceOf } from '#server/features/availability/rules.ts'
import { findSpace, type Space } from '#server/features/availability/space-queries.ts'
import { leastChargeIn } from '#server/features/charges/rules.ts'
import { listFreePurses } from '#server/features/credits/free-credits.ts'
import { amountIn, type FreePurse } from '#server/features/credits/rules.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Does not check whether a unit is free. */
export async function quoteStay(deps: Deps, request: BookingRequest, userId: number): Promise<Quote> {
  const { db, now } = deps
  const space = orMissing(await findSpace(db, request), 'This space cannot be booked.')
  const stay = planStay(space, request, now())
  return quoteOf(space, stay, await listFreePurses(db, userId, now()), leastFor(deps, space, request))
}

/** What has to be left for the card, if one pays the rest. */
export const leastFor = (deps: Deps, { currency }: Space, { pay_by }: BookingRequest): number =>
  pay_by === 'card' ? leastChargeIn(deps, currency) : 0

export function quoteOf(space: Space, stay: Stay, purses: FreePurse[], least: number): Quote {
  const tax = percentOf(stay.total_price, TAX_PERCENT)
  const due = stay.total_price + tax
  const credits = Math.min(due, amountIn(purses, space.currency))
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
    ...besideCard({ with_credits: credits, left: due - credits }, least),
    set_aside: purses.find(({ currency }) => currency === space.currency)?.set_aside ?? 0,
    other_credits: purses
      .filter(({ currency, amount }) => currency !== space.currency && amount > 0)
      .map(({ currency, amount }) => ({ currency, amount })),
  }
}
