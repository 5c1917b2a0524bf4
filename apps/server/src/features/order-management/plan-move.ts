import { hasBegun } from '@keyhour/contract/order-phase'
import {
  type Bookable,
  priceOfStay,
  refuseUnbookable,
  type Stay,
} from '#server/features/availability/plan-stay.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type Hours, officeDayAt, openingAt, openingOn, type Span } from '#server/time/opening-hours.ts'

type Order = Pick<OrderRow, 'rent_type' | 'start' | 'end' | 'checked_in_at'>

/** The stay as it would be in another space, and from when on it takes that space: not the time that has passed. */
export type PlannedMove = { stay: Stay; span: Span }

/**
 * An order by the hour keeps its moments, whatever the clock there shows; one by the day keeps its days, with the hours of
 * the office. `home` is where it is now. Refuses what nobody could have there and then, free or not.
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
  return {
    from: openingOn(space, officeDayAt(home, from)).from,
    to: openingOn(space, officeDayAt(home, to - 1)).to,
  }
}

function refuseClosed(space: Hours, { from, to }: Span): void {
  const opening = openingAt(space, from)
  if (!opening || to > opening.to) throw new Refusal('conflict', 'The office is closed at that time')
}

/** The same for who only wants to know whether: undefined when it would be refused. */
export function findMove(...[space, order, home, now]: Parameters<typeof planMove>): PlannedMove | undefined {
  try {
    return planMove(space, order, home, now)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
