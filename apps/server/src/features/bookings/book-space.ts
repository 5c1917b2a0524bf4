import type { BookingRequest } from '@keyhour/contract/bookings'
import { PAY_MINUTES } from '@keyhour/contract/charges'
import { COMMISSION_PERCENT, type OrderDetails, TAX_PERCENT } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { together } from '#server/db/together.ts'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { planStay, type Stay } from '#server/features/availability/plan-stay.ts'
import { withRememberedSpace } from '#server/features/availability/remember-office.ts'
import { basePriceOf } from '#server/features/availability/rules.ts'
import type { FoundSpace, Space } from '#server/features/availability/space-queries.ts'
import { claimUnit, takeUnit } from '#server/features/bookings/claim-unit.ts'
import { deleteHoldsOf } from '#server/features/bookings/hold-queries.ts'
import { orAlternatives } from '#server/features/bookings/or-alternatives.ts'
import { leastFor, quoteOf } from '#server/features/bookings/quote-stay.ts'
import { refuseDebts, refuseSecondWaiting } from '#server/features/bookings/refuse-debts.ts'
import { refuseDeletedCustomer } from '#server/features/bookings/refuse-deleted.ts'
import { refuseNewPrice } from '#server/features/bookings/refuse-new-price.ts'
import { releaseUnpaid } from '#server/features/charges/release-unpaid.ts'
import { NO_CARDS, NOT_ACCEPTED, payUntil } from '#server/features/charges/rules.ts'
import { listFreePurses, lockFreeLots } from '#server/features/credits/free-credits.ts'
import { planSpending, spend } from '#server/features/credits/spend-credits.ts'
import { grantDoors } from '#server/features/grants/grant-doors.ts'
import {
  type KeyedRequest,
  keepAnswerTo,
  takeKey,
  unlessAnswered,
} from '#server/features/idempotency/once.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { describeNewOrder, placedOrder } from '#server/features/orders/describe-new-order.ts'
import { mailBooking } from '#server/features/orders/mail-booking.ts'
import { insertNewOrder, listDebts, nextOrderId } from '#server/features/orders/row-queries.ts'
import { statusOf, withTax } from '#server/features/orders/rules.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { MINUTE } from '#server/time/opening-hours.ts'

/**
 * Books, pays with credits, follows up with doors and mail: all in one transaction. What is to be paid by card is paid
 * afterwards; until then the order waits.
 */
export async function bookSpace(
  deps: Deps,
  { expected_total, ...request }: BookingRequest,
  userId: number,
  key: string | undefined,
): Promise<OrderDetails> {
  const now = deps.now()
  if (request.pay_by === 'card')
    await limitAttempts(deps, [{ what: 'book by card', who: String(userId), most: 20, minutes: 60 }])
  const keyed = { userId, key, request, now }
  return unlessAnswered(deps.db, keyed, () =>
    withRememberedSpace(deps.db, request, async (space) => {
      const stay = planStay(space, request, now)
      await refuseNewPrice(expected_total, withTax(stay.total_price, TAX_PERCENT), async () => ({
        quote: quoteOf(
          space,
          stay,
          await listFreePurses(deps.db, userId, now),
          leastFor(deps, space, request),
        ),
      }))
      return orAlternatives(deps, { space, stay, userId }, () =>
        deps.db.transaction((db) =>
          placeOrder(deps, db, {
            ...{ space, stay, keyed },
            byCard: request.pay_by === 'card',
            least: leastFor(deps, space, request),
          }),
        ),
      )
    }),
  )
}

type Booking = { space: FoundSpace; stay: Stay; keyed: KeyedRequest; byCard: boolean; least: number }

/** Two groups of statements: the first locks and reads what decides, the second writes. */
async function placeOrder(
  deps: Deps,
  db: Db,
  { space, stay, keyed, byCard, least }: Booking,
): Promise<OrderDetails> {
  const { userId, now } = keyed
  const [, customer, debts, unit, , lots, id] = await together(
    takeKey(db, keyed),
    refuseDeletedCustomer(db, userId),
    listDebts(db, { user_id: userId, office_id: space.office_id }),
    claimUnit(db, { space, span: stay, userId, now }),
    deleteHoldsOf(db, userId),
    lockFreeLots(db, { user_id: userId, currency: space.currency }, now),
    nextOrderId(db),
  )

  const due = withTax(stay.total_price, TAX_PERCENT)
  const spending = planSpending(lots, due, least)
  const waits = byCard && spending.total < due
  if (waits) refuseWaiting(deps, debts, due - spending.total < least)
  else if (spending.total < due) refuseDebts(deps, { space, customer, unpaid: debts })
  const order = {
    ...termsOf(space, userId, now),
    id,
    start: new Date(stay.from).toISOString(),
    end: new Date(stay.to).toISOString(),
    total_price: stay.total_price,
    paid_with_credits: spending.total,
    payment_status: statusOf(due - spending.total, { credits: spending.total, card: 0, otherwise: 0 }),
    pay_until: waits ? payUntil(now) : null,
  }
  const details = describeNewOrder(order, space)

  await together(
    insertNewOrder(db, order),
    takeUnit(db, space, unit, { cause: 'order', order_id: id, span: stay }),
    spend(db, order, spending, now),
    addEvent(deps, db, order, { kind: 'booked', actor_id: userId, at: now }),
    ...(waits
      ? [deps.enqueue(db, releaseUnpaid, { order_id: id }, PAY_MINUTES * MINUTE)]
      : [grantDoors(deps, db, order), mailBooking(deps, db, placedOrder(order, space, customer))]),
    keepAnswerTo(db, keyed, details),
  )
  return details
}

function refuseWaiting(
  { payments }: Deps,
  debts: Parameters<typeof refuseSecondWaiting>[0],
  isTooLittle: boolean,
): void {
  if (payments.way === 'invoice') throw new Refusal('conflict', NO_CARDS)
  if (isTooLittle) throw new Refusal('conflict', NOT_ACCEPTED)
  refuseSecondWaiting(debts)
}

/** What an order keeps from the moment of booking, whatever the office changes later. */
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
  free_cancel_hours: space.free_cancel_hours,
  free_cancel_minutes_after_booking: space.free_cancel_minutes_after_booking,
  late_cancel_refund_percent: space.late_cancel_refund_percent,
})
