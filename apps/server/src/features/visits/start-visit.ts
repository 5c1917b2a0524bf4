import type { SpaceRef } from '@keyhour/contract/offices'
import type { OrderDetails } from '@keyhour/contract/orders'
import { priceOfTime } from '@keyhour/contract/price'
import type { Db } from '#server/db/connection.ts'
import { refuseUnbookable } from '#server/features/availability/plan-stay.ts'
import { type FoundSpace, findSpace } from '#server/features/availability/space-queries.ts'
import { termsOf } from '#server/features/bookings/book-space.ts'
import { claimLongest, takeUnit } from '#server/features/bookings/claim-unit.ts'
import { deleteHoldsOf } from '#server/features/bookings/hold-queries.ts'
import { findAnswer, once } from '#server/features/bookings/once.ts'
import { orAlternatives } from '#server/features/bookings/or-alternatives.ts'
import { refuseDeletedCustomer } from '#server/features/bookings/refuse-deleted.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { addEvent, insertOrder } from '#server/features/orders/row-queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { halfHoursOf } from '#server/time/half-hours.ts'
import { HALF_HOUR, openingAt } from '#server/time/opening-hours.ts'

/** Starts now, without an end, until the next booking or the closing time. */
export async function startVisit(
  deps: Deps,
  place: SpaceRef,
  userId: number,
  key: string | undefined,
): Promise<OrderDetails> {
  const now = deps.now()
  const from = now.getTime()
  const keyed = { userId, key, request: place, now }
  const known = await findAnswer<OrderDetails>(deps.db, keyed)
  if (known) return known
  const space = orMissing(await findSpace(deps.db, place), 'This space cannot be booked.')
  refuseUnbookable(space)
  if (space.rent_type === 'day') throw new Refusal('conflict', 'This space is rented by the day.')
  const opening = openingAt(space, from)
  if (!opening) throw new Refusal('conflict', 'The office is closed at that time')

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
    deps.db.transaction((db) =>
      once(db, keyed, () => openVisit(deps, db, { space, until: opening.to, userId, now })),
    ),
  )
}

type Visit = { space: FoundSpace; until: number; userId: number; now: Date }

async function openVisit(deps: Deps, db: Db, { space, until, userId, now }: Visit): Promise<OrderDetails> {
  await refuseDeletedCustomer(db, userId)
  const from = now.getTime()
  const { unit, to } = await claimLongest(db, { space, from, until, userId, now })
  await deleteHoldsOf(db, userId)
  const at = now.toISOString()
  const order = await insertOrder(db, {
    ...termsOf(space, userId, now),
    booking_type: 'on_demand',
    start: at,
    checked_in_at: at,
  })
  await takeUnit(db, space, unit, { cause: 'order', order_id: order.id, span: { from, to } })
  await addEvent(db, order, { kind: 'started', actor_id: userId }, now)
  await followOrder(deps, db, order)
  return (await findOrder(db, order.id))!
}
