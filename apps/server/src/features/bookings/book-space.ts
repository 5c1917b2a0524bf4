import type { BookingRequest } from '@keyhour/contract/bookings'
import { PAY_MINUTES } from '@keyhour/contract/charges'
import { noShowTermsFor, noShowTermsOf } from '@keyhour/contract/no-shows'
import { COMMISSION_PERCENT, type OrderDetails } from '@keyhour/contract/orders'
import { withTax } from '@keyhour/contract/price'
import type { StaffPayment } from '@keyhour/contract/schedule'
import type { Db } from '#server/db/connection.ts'
import { together } from '#server/db/together.ts'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { planStay, type Stay } from '#server/features/availability/plan-stay.ts'
import { withRememberedSpace } from '#server/features/availability/remember-office.ts'
import { basePriceOf } from '#server/features/availability/rules.ts'
import type { FoundSpace, Space } from '#server/features/availability/space-queries.ts'
import { claimUnit, takeUnit } from '#server/features/bookings/claim-unit.ts'
import { claimCompanyCredits } from '#server/features/bookings/company-credits.ts'
import { deleteHoldsOf } from '#server/features/bookings/hold-queries.ts'
import { orAlternatives } from '#server/features/bookings/or-alternatives.ts'
import { leastForBooking, quoteFor } from '#server/features/bookings/quote-stay.ts'
import { refuseDebts, refuseSecondWaiting } from '#server/features/bookings/refuse-debts.ts'
import { refuseDeletedCustomer } from '#server/features/bookings/refuse-deleted.ts'
import { refuseNewPrice } from '#server/features/bookings/refuse-new-price.ts'
import { followPool } from '#server/features/businesses/follow-pool.ts'
import { releaseUnpaid } from '#server/features/charges/release-unpaid.ts'
import { NO_CARDS, NOT_ACCEPTED, payUntil } from '#server/features/charges/rules.ts'
import { lockFreeLots } from '#server/features/credits/free-credits.ts'
import type { CreditOwner } from '#server/features/credits/ledger-queries.ts'
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
import {
  type Customer,
  insertNewOrder,
  listDebts,
  type NewOrder,
  nextOrderId,
} from '#server/features/orders/row-queries.ts'
import { statusOf } from '#server/features/orders/rules.ts'
import { tellOfOrder } from '#server/features/push/tell-of-order.ts'
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
      await refuseNewPrice(expected_total, withTax(stay.total_price, space.tax_percent), async () => ({
        quote: await quoteFor(deps, deps.db, { space, stay, request, userId }),
      }))
      return orAlternatives(deps, { space, stay, userId }, () =>
        deps.db.transaction((db) =>
          placeOrder(deps, db, {
            ...{ space, stay, keyed, userId },
            business_id: request.business_id ?? null,
            payBy: request.pay_by ?? 'later',
            least: leastForBooking(deps, space, request),
          }),
        ),
      )
    }),
  )
}

type Booking = {
  space: FoundSpace
  stay: Stay
  /** Whose request it is: the customer's own, or that of somebody who books for them. */
  keyed: KeyedRequest
  /** The customer. */
  userId: number
  /** Null: the customer pays. */
  business_id: number | null
  /**
   * `later` and `card`: credits first, then what the customer asked for. Staff decide for others: `credits` for all of
   * it, nothing yet, or `paid` to them.
   */
  payBy: 'later' | 'card' | StaffPayment
  least: number
}

/** Two groups of statements: the first locks and reads what decides, the second writes. */
export async function placeOrder(
  deps: Deps,
  db: Db,
  { space, stay, keyed, userId, business_id, payBy, least }: Booking,
): Promise<OrderDetails> {
  const { now } = keyed
  const [, customer, debts, unit, , { lots, company }, id] = await together(
    takeKey(db, keyed),
    refuseDeletedCustomer(db, userId),
    listDebts(db, { user_id: userId, office_id: space.office_id }),
    claimUnit(db, { space, span: stay, userId, now }),
    deleteHoldsOf(db, userId),
    business_id === null
      ? claimOwnCredits(db, { user_id: userId, currency: space.currency }, now)
      : claimCompanyCredits(db, { business_id, space, stay, userId, now }),
    nextOrderId(db),
  )

  const due = withTax(stay.total_price, space.tax_percent)
  const paid_otherwise = payBy === 'paid' ? due : 0
  const spending = planSpending(payBy === 'paid' || payBy === 'pending' ? [] : lots, due, least)
  const isShort = spending.total < due
  const waits = payBy === 'card' && isShort
  if (waits) refuseWaiting(deps, debts, due - spending.total < least)
  else if (payBy === 'later' && isShort) refuseDebts(deps, { space, customer, unpaid: debts })
  else if (payBy === 'credits' && isShort) throw new Refusal('conflict', TOO_FEW_CREDITS)
  const times = { start: new Date(stay.from).toISOString(), end: new Date(stay.to).toISOString() }
  const order = {
    ...termsOf(space, userId, now),
    ...noShowColumns(space, times),
    id,
    business_id,
    ...times,
    total_price: stay.total_price,
    paid_with_credits: spending.total,
    paid_otherwise,
    payment_status: statusOf(due - spending.total - paid_otherwise, {
      credits: spending.total,
      card: 0,
      otherwise: paid_otherwise,
    }),
    pay_until: waits ? payUntil(now) : null,
    series_id: null,
  }
  const details = describeNewOrder(order, space, company)

  await together(
    insertNewOrder(db, order),
    takeUnit(db, space, unit, { cause: 'order', order_id: id, span: stay }),
    spend(db, order, spending, now),
    addEvent(deps, db, order, { kind: 'booked', actor_id: keyed.userId, at: now }),
    ...(waits
      ? [deps.enqueue(db, releaseUnpaid, { order_id: id }, PAY_MINUTES * MINUTE)]
      : confirm(deps, db, { order, space, customer })),
    ...(business_id === null ? [] : [followPool(deps, db, business_id)]),
    keepAnswerTo(db, keyed, details),
  )
  return details
}

/** Doors, the mail, and a message to those who have a device for it. */
const confirm = (
  deps: Deps,
  db: Db,
  { order, space, customer }: { order: NewOrder; space: FoundSpace; customer: Customer },
): Promise<void>[] => [
  grantDoors(deps, db, order),
  mailBooking(deps, db, placedOrder(order, space, customer)),
  ...(customer.has_devices ? [deps.enqueue(db, tellOfOrder, { kind: 'booked', order_id: order.id })] : []),
]

const TOO_FEW_CREDITS = 'The credits of this customer do not cover this booking.'

const claimOwnCredits = async (db: Db, spender: CreditOwner, now: Date) => ({
  lots: await lockFreeLots(db, spender, now),
  company: null,
})

function refuseWaiting(
  { payments }: Deps,
  debts: Parameters<typeof refuseSecondWaiting>[0],
  isTooLittle: boolean,
): void {
  if (payments.way === 'invoice') throw new Refusal('conflict', NO_CARDS)
  if (isTooLittle) throw new Refusal('conflict', NOT_ACCEPTED)
  refuseSecondWaiting(debts)
}

/** The rule that the customer was shown; none for a stay that it does not concern, even if that changes later. */
export function noShowColumns(space: Space, times: { start: string; end: string }) {
  const terms = noShowTermsFor(noShowTermsOf(space), times)
  return {
    no_show_minutes: terms?.minutes ?? null,
    no_show_refund_percent: terms?.refund_percent ?? null,
  }
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
  tax_percent: space.tax_percent,
  commission_percent: COMMISSION_PERCENT,
  free_cancel_hours: space.free_cancel_hours,
  free_cancel_minutes_after_booking: space.free_cancel_minutes_after_booking,
  late_cancel_refund_percent: space.late_cancel_refund_percent,
})
