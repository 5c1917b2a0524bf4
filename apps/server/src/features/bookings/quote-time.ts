import type { TimeChange, TimeQuote } from '@keyhour/contract/bookings'
import { besideCard } from '@keyhour/contract/charges'
import { withTax } from '@keyhour/contract/price'
import type { Db } from '#server/db/connection.ts'
import { planStay, priceOfStay, type Stay } from '#server/features/availability/plan-stay.ts'
import { asAgreed } from '#server/features/availability/rules.ts'
import { findSpace, type Space } from '#server/features/availability/space-queries.ts'
import { findRefusalOfChange } from '#server/features/bookings/company-credits.ts'
import { sumPool } from '#server/features/businesses/pool-queries.ts'
import { leastChargeIn } from '#server/features/charges/rules.ts'
import { listFreePurses } from '#server/features/credits/free-credits.ts'
import { amountIn } from '#server/features/credits/rules.ts'
import { previewRefund } from '#server/features/credits/spend-credits.ts'
import { sumHeldOnCards } from '#server/features/orders/card-refund-queries.ts'
import { findOwnOrderRow, refuseFinished } from '#server/features/orders/lock-own-order.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'
import {
  changePrice,
  differenceOf,
  type NewPrice,
  NOT_PAID_YET,
  refundPercent,
} from '#server/features/orders/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import type { Span } from '#server/time/opening-hours.ts'

/** Does not check whether a unit is free. */
export async function quoteTime(
  deps: Deps,
  orderId: number,
  times: TimeChange,
  caller: Session,
): Promise<TimeQuote> {
  const { db } = deps
  const now = deps.now()
  const order = await findOwnOrderRow(db, orderId, caller)
  refuseFinished(order, now)
  const space = orMissing(await findSpace(db, order), 'This space cannot be booked.')
  const stay = planStay(asAgreed(space, order), times, now, bookedSpan(order))
  const quote = await timeQuoteOf(db, order, priceOfChange(space, order, stay, now), now)
  const shown = besideCard(quote, leastForChange(deps, order, times))
  if (order.business_id === null) return shown
  const change = { space, from: stay.from, due: quote.due, now }
  return { ...shown, refusal: await findRefusalOfChange(db, order, change) }
}

/** A visit without an end is not moved at all. */
export const bookedSpan = ({ start, end }: Pick<OrderRow, 'start' | 'end'>): Span => ({
  from: Date.parse(start),
  to: Date.parse(end ?? start),
})

/** What has to be left for the saved card, if it pays the rest. */
export const leastForChange = (
  deps: Deps,
  { currency }: OrderRow,
  { pay_by }: Pick<TimeChange, 'pay_by'>,
): number => (pay_by === 'saved_card' ? leastChargeIn(deps, currency) : 0)

export async function timeQuoteOf(db: Db, order: OrderRow, price: NewPrice, now: Date): Promise<TimeQuote> {
  const due = withTax(price.total_price, order.tax_percent)
  const kept = withTax(price.kept, order.tax_percent)
  const { more, back } = differenceOf(order, due)
  const with_credits = Math.min(more, await findCreditsFor(db, order, now))
  const { total: back_credits, expired } = await previewRefund(db, order, back, now)
  const otherwise = back - back_credits
  return {
    currency: order.currency,
    due,
    kept,
    more,
    with_credits,
    left: more - with_credits,
    back,
    back_card: otherwise === 0 ? 0 : Math.min(otherwise, await sumHeldOnCards(db, order)),
    expired,
  }
}

const findCreditsFor = async (db: Db, { business_id, user_id, currency }: OrderRow, now: Date) =>
  business_id === null
    ? amountIn(await listFreePurses(db, user_id, now), currency)
    : sumPool(db, business_id, now)

export function priceOfChange(space: Space, order: OrderRow, stay: Stay, now: Date): NewPrice {
  if (order.pay_until !== null) throw new Refusal('conflict', NOT_PAID_YET)
  if (order.end === null) throw new Refusal('conflict', 'A visit without an end time cannot be moved.')
  const [from, to] = [Date.parse(order.start), Date.parse(order.end)]
  const percent = refundPercent(order, now)
  if (percent < 100 && stay.from !== from)
    throw new Refusal('conflict', 'It is too late to change the start. You can still change the end.')
  return changePrice({
    total_price: order.total_price ?? 0,
    before: priceOfStay(asAgreed(space, order), { from, to }),
    after: stay.total_price,
    percent,
  })
}
