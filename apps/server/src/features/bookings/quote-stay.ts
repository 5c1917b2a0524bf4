import type { BookingRequest, Quote } from '@keyhour/contract/bookings'
import { besideCard } from '@keyhour/contract/charges'
import { noShowTermsFor, noShowTermsOf } from '@keyhour/contract/no-shows'
import { percentOf } from '@keyhour/contract/price'
import type { Db } from '#server/db/connection.ts'
import { planStay, type Stay } from '#server/features/availability/plan-stay.ts'
import { basePriceOf } from '#server/features/availability/rules.ts'
import { findSpace, type Space } from '#server/features/availability/space-queries.ts'
import { withCompany } from '#server/features/bookings/company-credits.ts'
import { leastChargeIn } from '#server/features/charges/rules.ts'
import { listFreePurses } from '#server/features/credits/free-credits.ts'
import { amountIn, type FreePurse } from '#server/features/credits/rules.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { HOUR } from '#server/time/opening-hours.ts'

/** Does not check whether a unit is free. */
export async function quoteStay(deps: Deps, request: BookingRequest, userId: number): Promise<Quote> {
  const { db, now } = deps
  const space = orMissing(await findSpace(db, request), 'This space cannot be booked.')
  const stay = planStay(space, request, now())
  return quoteFor(deps, db, { space, stay, request, userId })
}

type Quoted = { space: Space; stay: Stay; request: BookingRequest; userId: number }

export async function quoteFor(deps: Deps, db: Db, { space, stay, request, userId }: Quoted): Promise<Quote> {
  const quote = quoteOf(
    space,
    stay,
    await listFreePurses(db, userId, deps.now()),
    leastForBooking(deps, space, request),
  )
  if (request.business_id === undefined) return quote
  const wanted = { business_id: request.business_id, space, stay, userId, now: deps.now() }
  return withCompany(db, wanted, quote)
}

/** What has to be left for the card, if one pays the rest. */
export const leastForBooking = (
  deps: Deps,
  { currency }: Space,
  { pay_by, business_id }: BookingRequest,
): number => (pay_by === 'card' && business_id === undefined ? leastChargeIn(deps, currency) : 0)

function quoteOf(space: Space, stay: Stay, purses: FreePurse[], least: number): Quote {
  const tax = percentOf(stay.total_price, space.tax_percent)
  const due = stay.total_price + tax
  const credits = Math.min(due, amountIn(purses, space.currency))
  const times = { start: new Date(stay.from).toISOString(), end: new Date(stay.to).toISOString() }
  return {
    ...times,
    time_zone: space.time_zone,
    rent_type: space.rent_type,
    currency: space.currency,
    base_price: basePriceOf(space),
    total_price: stay.total_price,
    tax,
    tax_percent: space.tax_percent,
    due,
    ...besideCard({ with_credits: credits, left: due - credits }, least),
    set_aside: purses.find(({ currency }) => currency === space.currency)?.set_aside ?? 0,
    other_credits: purses
      .filter(({ currency, amount }) => currency !== space.currency && amount > 0)
      .map(({ currency, amount }) => ({ currency, amount })),
    terms: {
      free_until: new Date(stay.from - space.free_cancel_hours * HOUR).toISOString(),
      free_minutes: space.free_cancel_minutes_after_booking,
      late_refund_percent: space.late_cancel_refund_percent,
      no_show: noShowTermsFor(noShowTermsOf(space), times),
    },
  }
}
