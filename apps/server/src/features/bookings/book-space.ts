import type { BookingRequest } from '@keyhour/contract/bookings'
import { COMMISSION_PERCENT, type OrderDetails, TAX_PERCENT } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { together } from '#server/db/together.ts'
import { planStay, type Stay } from '#server/features/availability/plan-stay.ts'
import { withRememberedSpace } from '#server/features/availability/remember-office.ts'
import { basePriceOf } from '#server/features/availability/rules.ts'
import type { FoundSpace, Space } from '#server/features/availability/space-queries.ts'
import { claimUnit, takeUnit } from '#server/features/bookings/claim-unit.ts'
import { deleteHoldsOf } from '#server/features/bookings/hold-queries.ts'
import { type KeyedRequest, keepAnswerTo, takeKey, unlessAnswered } from '#server/features/bookings/once.ts'
import { orAlternatives } from '#server/features/bookings/or-alternatives.ts'
import { refuseDeletedCustomer } from '#server/features/bookings/refuse-deleted.ts'
import { lockSpendableLots } from '#server/features/credits/ledger-queries.ts'
import { planSpending, spend } from '#server/features/credits/spend-credits.ts'
import { grantDoors } from '#server/features/grants/grant-doors.ts'
import { describeNewOrder, placedOrder } from '#server/features/orders/describe-new-order.ts'
import { mailBooking } from '#server/features/orders/mail-booking.ts'
import { addEvent, insertNewOrder, nextOrderId } from '#server/features/orders/row-queries.ts'
import { statusOf, withTax } from '#server/features/orders/rules.ts'
import type { Deps } from '#server/http/routes.ts'

/** Books, pays with credits, follows up with doors and mail: all in one transaction. */
export function bookSpace(
  deps: Deps,
  request: BookingRequest,
  userId: number,
  key: string | undefined,
): Promise<OrderDetails> {
  const now = deps.now()
  const keyed = { userId, key, request, now }
  return unlessAnswered(deps.db, keyed, () =>
    withRememberedSpace(deps.db, request, (space) => {
      const stay = planStay(space, request, now)
      return orAlternatives(deps, { space, stay, userId }, () =>
        deps.db.transaction((db) => placeOrder(deps, db, { space, stay, keyed })),
      )
    }),
  )
}

type Booking = { space: FoundSpace; stay: Stay; keyed: KeyedRequest }

/** Two groups of statements: the first locks and reads what decides, the second writes. */
async function placeOrder(deps: Deps, db: Db, { space, stay, keyed }: Booking): Promise<OrderDetails> {
  const { userId, now } = keyed
  const [, customer, unit, , lots, id] = await together(
    takeKey(db, keyed),
    refuseDeletedCustomer(db, userId),
    claimUnit(db, { space, span: stay, userId, now }),
    deleteHoldsOf(db, userId),
    lockSpendableLots(db, userId, now),
    nextOrderId(db),
  )

  const due = withTax(stay.total_price, TAX_PERCENT)
  const spending = planSpending(lots, due)
  const order = {
    ...termsOf(space, userId, now),
    id,
    start: new Date(stay.from).toISOString(),
    end: new Date(stay.to).toISOString(),
    total_price: stay.total_price,
    paid_with_credits: spending.total,
    payment_status: statusOf(due - spending.total, { credits: spending.total, card: 0, otherwise: 0 }),
  }
  const details = describeNewOrder(order, space)

  await together(
    insertNewOrder(db, order),
    takeUnit(db, space, unit, { cause: 'order', order_id: id, span: stay }),
    spend(db, order, spending, now),
    addEvent(db, order, { kind: 'booked', actor_id: userId }, now),
    grantDoors(deps, db, order),
    mailBooking(deps, db, placedOrder(order, space, customer)),
    keepAnswerTo(db, keyed, details),
  )
  return details
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
