import type { BookingRequest } from '@keyhour/contract/bookings'
import { COMMISSION_PERCENT, type OrderDetails, TAX_PERCENT } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { planStay, type Stay } from '#server/features/availability/plan-stay.ts'
import { basePriceOf } from '#server/features/availability/rules.ts'
import { findSpace, type Space } from '#server/features/availability/space-queries.ts'
import { claimUnit, takeUnit } from '#server/features/bookings/claim-unit.ts'
import { deleteHoldsOf } from '#server/features/bookings/hold-queries.ts'
import { findAnswer, once } from '#server/features/bookings/once.ts'
import { orAlternatives } from '#server/features/bookings/or-alternatives.ts'
import { payOrder } from '#server/features/bookings/pay-order.ts'
import { refuseDeletedCustomer } from '#server/features/bookings/refuse-deleted.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { mailOrder } from '#server/features/orders/mail-order.ts'
import { booked } from '#server/features/orders/mails.ts'
import { addEvent, insertOrder } from '#server/features/orders/row-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Books, pays with credits, follows up with doors and mail: all in one transaction. */
export async function bookSpace(
  deps: Deps,
  request: BookingRequest,
  userId: number,
  key: string | undefined,
): Promise<OrderDetails> {
  const now = deps.now()
  const keyed = { userId, key, request, now }
  const known = await findAnswer<OrderDetails>(deps.db, keyed)
  if (known) return known
  const space = orMissing(await findSpace(deps.db, request), 'This space cannot be booked.')
  const stay = planStay(space, request, now)
  return orAlternatives(deps, { space, stay, userId }, () =>
    deps.db.transaction((db) => once(db, keyed, () => placeOrder(deps, db, { space, stay, userId, now }))),
  )
}

type Booking = { space: Space; stay: Stay; userId: number; now: Date }

async function placeOrder(deps: Deps, db: Db, { space, stay, userId, now }: Booking): Promise<OrderDetails> {
  await refuseDeletedCustomer(db, userId)
  const unit = await claimUnit(db, { space, span: stay, userId, now })
  await deleteHoldsOf(db, userId)
  const order = await insertOrder(db, {
    ...termsOf(space, userId, now),
    start: new Date(stay.from).toISOString(),
    end: new Date(stay.to).toISOString(),
    total_price: stay.total_price,
  })
  await takeUnit(db, space, unit, { cause: 'order', order_id: order.id, span: stay })
  await payOrder(db, order, now)
  await addEvent(db, order, { kind: 'booked', actor_id: userId }, now)
  await followOrder(deps, db, order)
  await mailOrder(deps, db, order.id, booked)
  return (await findOrder(db, order.id))!
}

/** What an order keeps from the moment of booking, whatever the space costs later. */
export const termsOf = (space: Space, user_id: number, now: Date) => ({
  office_id: space.office_id,
  sub_office_id: space.sub_office_id,
  user_id,
  rent_type: space.rent_type,
  date: now.toISOString(),
  currency: space.currency,
  base_price: basePriceOf(space),
  tax_percent: TAX_PERCENT,
  commission_percent: COMMISSION_PERCENT,
})
