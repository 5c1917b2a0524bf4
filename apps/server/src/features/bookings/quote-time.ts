import type { TimeChange, TimeQuote } from '@keyhour/contract/bookings'
import { planStay } from '#server/features/availability/plan-stay.ts'
import { asAgreed } from '#server/features/availability/rules.ts'
import { findSpace } from '#server/features/availability/space-queries.ts'
import { priceOfChange } from '#server/features/bookings/change-time.ts'
import { sumCredits } from '#server/features/credits/ledger-queries.ts'
import { findOwnOrderRow, refuseFinished } from '#server/features/orders/lock-own-order.ts'
import { differenceOf, withTax } from '#server/features/orders/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

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
  const stay = planStay(asAgreed(space, order), times, now, Date.parse(order.start))
  const price = priceOfChange(space, order, stay, now)

  const due = withTax(price.total_price, order.tax_percent)
  const kept = withTax(price.kept, order.tax_percent)
  const { more, back } = differenceOf(order, due)
  const with_credits = Math.min(more, await sumCredits(db, order.user_id, now))
  return { currency: order.currency, due, kept, more, with_credits, left: more - with_credits, back }
}
