import type { OrderDetails } from '@keyhour/contract/orders'
import { priceOfTime, priceOfVisit, withTax } from '@keyhour/contract/price'
import type { VisitRequest } from '@keyhour/contract/visits'
import type { Db } from '#server/db/connection.ts'
import { refuseUnbookable } from '#server/features/availability/plan-stay.ts'
import { type FoundSpace, findSpace } from '#server/features/availability/space-queries.ts'
import { termsOf } from '#server/features/bookings/book-space.ts'
import { claimLongest, takeUnit } from '#server/features/bookings/claim-unit.ts'
import { deleteHoldsOf } from '#server/features/bookings/hold-queries.ts'
import { orAlternatives } from '#server/features/bookings/or-alternatives.ts'
import { refuseDebts } from '#server/features/bookings/refuse-debts.ts'
import { refuseDeletedCustomer } from '#server/features/bookings/refuse-deleted.ts'
import { NO_CARDS } from '#server/features/charges/rules.ts'
import { lockFreeLots } from '#server/features/credits/free-credits.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { findAnswer, once } from '#server/features/idempotency/once.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { type Customer, insertOrder, listDebts } from '#server/features/orders/row-queries.ts'
import { agreedEnd } from '#server/features/visits/rules.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { halfHoursOf } from '#server/time/half-hours.ts'
import { HALF_HOUR, openingAt } from '#server/time/opening-hours.ts'

type Asking = {
  key?: string | undefined
  /** Done first in the transaction. */
  first?: (db: Db) => Promise<void>
}

/**
 * Starts now, without an end, until the next booking or the closing time; or for some minutes, after which the visit ends
 * by itself.
 */
export async function startVisit(
  deps: Deps,
  { pay_by = 'later', ...place }: VisitRequest,
  userId: number,
  { key, first }: Asking,
): Promise<OrderDetails> {
  const now = deps.now()
  const from = now.getTime()
  const { minutes } = place
  const onSavedCard = pay_by === 'saved_card'
  const keyed = { userId, key, request: onSavedCard ? { ...place, pay_by } : place, now }
  const known = await findAnswer<OrderDetails>(deps.db, keyed)
  if (known) return known
  const space = orMissing(await findSpace(deps.db, place), 'This space cannot be booked.')
  refuseUnbookable(space)
  if (space.rent_type === 'day') throw new Refusal('conflict', 'This space is rented by the day.')
  const opening = openingAt(space, from)
  if (!opening) throw new Refusal('conflict', 'The office is closed at that time')
  const agreed = minutes && agreedEnd(from, minutes)
  if (agreed ? opening.to < agreed : opening.to - from < HALF_HOUR)
    throw new Refusal('conflict', agreed ? CLOSES_BEFORE : 'The office closes in less than half an hour.')
  const until = agreed ?? opening.to
  const least = agreed ? agreed - from : HALF_HOUR

  const thisHalfHour = halfHoursOf(opening, space.time_zone).find(
    (half) => half.from <= from && from < half.to,
  )
  const wanted = {
    from,
    to: from + HALF_HOUR,
    ...thisHalfHour,
    total_price: priceOfTime(space.price_per_hour, 'hour', HALF_HOUR),
  }
  return orAlternatives(deps, { space, stay: wanted, userId }, () =>
    deps.db.transaction(async (db) => {
      await first?.(db)
      return once(db, keyed, () => openVisit(deps, db, { space, until, least, userId, now, onSavedCard }))
    }),
  )
}

const CLOSES_BEFORE = 'The office closes before that. Please choose a shorter time.'

type Visit = {
  space: FoundSpace
  until: number
  /** For how long it has to be free, in milliseconds. */
  least: number
  userId: number
  now: Date
  onSavedCard: boolean
}

async function openVisit(
  deps: Deps,
  db: Db,
  { space, until, least, userId, now, onSavedCard }: Visit,
): Promise<OrderDetails> {
  const customer = await refuseDeletedCustomer(db, userId)
  const unpaid = await listDebts(db, { user_id: userId, office_id: space.office_id })
  const from = now.getTime()
  const { unit, to } = await claimLongest(db, { space, from, until, least, userId, now })
  await deleteHoldsOf(db, userId)
  // Paid at check-out: by then, credits that cover the whole reservation have to be enough.
  const most = withTax(priceOfVisit(space.price_per_hour, to - from), space.tax_percent)
  const lots = await lockFreeLots(db, { user_id: userId, currency: space.currency }, now)
  const credits = lots.reduce((sum, lot) => sum + lot.most, 0)
  if (onSavedCard) refuseWithoutCard(deps, customer)
  // The card will pay for this visit, but it does not make up for what is unpaid already.
  const mustOwe = onSavedCard ? unpaid.length > 0 : credits < most
  if (mustOwe) refuseDebts(deps, { space, customer, unpaid })
  const at = now.toISOString()
  const order = await insertOrder(db, {
    ...termsOf(space, userId, now),
    booking_type: 'on_demand',
    start: at,
    checked_in_at: at,
    on_saved_card: onSavedCard,
  })
  await takeUnit(db, space, unit, { cause: 'order', order_id: order.id, span: { from, to } })
  await addEvent(deps, db, order, { kind: 'started', actor_id: userId, at: now })
  await followOrder(deps, db, order)
  return (await findOrder(db, order.id))!
}

function refuseWithoutCard({ payments }: Deps, { has_card }: Customer): void {
  if (payments.way === 'invoice') throw new Refusal('conflict', NO_CARDS)
  if (!has_card)
    throw new Refusal(
      'conflict',
      'You have no saved card. A card is saved when you pay for a booking with it.',
    )
}
