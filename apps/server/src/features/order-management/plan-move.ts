import { type Hours, officeDayAt, openingOn } from '@keyhour/contract/office-clock'
import { hasBegun } from '@keyhour/contract/order-phase'
import {
  type Bookable,
  priceOfStay,
  refuseUnbookable,
  type Stay,
  unlessRefused,
} from '#server/features/availability/plan-stay.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import { openingAt, type Span } from '#server/time/opening-hours.ts'

type Order = Pick<OrderRow, 'rent_type' | 'start' | 'end' | 'checked_in_at'>

/** The stay in the other space, and the part of it that is still ahead. */
export type PlannedMove = { stay: Stay; span: Span }

/**
 * An hourly order keeps its moments, even if the other office is in another time zone; a daily order keeps its dates, with
 * the other office's opening hours. `home` has the hours of the current office. Whether a unit is free is checked later.
 */
export function planMove(space: Bookable, order: Order, home: Hours, now: Date): PlannedMove {
  refuseUnbookable(space)
  if (space.rent_type !== order.rent_type)
    throw new Refusal(
      'conflict',
      space.rent_type === 'day' ? 'This space is rented by the day.' : 'This space is rented by the hour.',
    )
  const asBooked = { from: Date.parse(order.start), to: Date.parse(order.end!) }
  const times =
    order.rent_type === 'day' && !hasBegun(order, now.getTime()) ? sameDays(space, asBooked, home) : asBooked
  const span = { from: Math.max(times.from, now.getTime()), to: times.to }
  if (order.rent_type === 'hour') refuseClosed(space, span)
  return { stay: { ...times, total_price: priceOfStay(space, times) }, span }
}

function sameDays(space: Hours, { from, to }: Span, home: Hours): Span {
  const first = openingOn(space, officeDayAt(home, from))
  const last = openingOn(space, officeDayAt(home, to - 1))
  if (!first || !last) throw new Refusal('conflict', 'The office is closed on that day')
  return { from: first.from, to: last.to }
}

function refuseClosed(space: Hours, { from, to }: Span): void {
  const opening = openingAt(space, from)
  if (!opening || to > opening.to) throw new Refusal('conflict', 'The office is closed at that time')
}

export const findMove = (...move: Parameters<typeof planMove>): PlannedMove | undefined =>
  unlessRefused(() => planMove(...move))
