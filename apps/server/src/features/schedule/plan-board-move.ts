import type { SpaceRef } from '@keyhour/contract/offices'
import { hasBegun } from '@keyhour/contract/order-phase'
import type { BoardMove } from '@keyhour/contract/schedule-moves'
import { planStay, priceOfStay, type Stay } from '#server/features/availability/plan-stay.ts'
import { asAgreed, basePriceOf } from '#server/features/availability/rules.ts'
import { type FoundSpace, findSpace } from '#server/features/availability/space-queries.ts'
import { bookedSpan } from '#server/features/bookings/quote-time.ts'
import { refuseUnmovable } from '#server/features/order-management/move-to-space.ts'
import { findOrderRow, type OrderRow } from '#server/features/orders/row-queries.ts'
import { changePrice, dueOf, type NewPrice, NO_ORDER, refundPercent } from '#server/features/orders/rules.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export const COMPANY_REFUSES = 'The company that pays for this booking does not cover this change.'

export type MoveInOffice = { order: OrderRow; home: FoundSpace; space: FoundSpace; move: BoardMove }

/** The order, where it is and where it should go. Only orders of this office are known here. */
export async function findBoardMove(
  { db }: Deps,
  { officeId, orderId }: { officeId: number; orderId: number },
  move: BoardMove,
): Promise<MoveInOffice> {
  const order = orMissing(await findOrderRow(db, orderId), NO_ORDER)
  if (order.office_id !== officeId) throw new Refusal('missing', NO_ORDER)
  const spaceAt = async (sub_office_id: number | null) =>
    orMissing(await findSpace(db, { office_id: officeId, sub_office_id }), 'This space cannot be booked.')
  const home = await spaceAt(order.sub_office_id)
  const space = move.sub_office_id === order.sub_office_id ? home : await spaceAt(move.sub_office_id)
  return { order, home, space, move }
}

const isIn = (order: OrderRow, { sub_office_id }: Pick<SpaceRef, 'sub_office_id'>): boolean =>
  order.sub_office_id === sub_office_id

export const hasTimes = ({ start, end }: OrderRow, { from, to }: Stay): boolean =>
  Date.parse(start) === from && Date.parse(end ?? '') === to

/**
 * The most that a move takes from the customer's credits: what it makes the booking dearer. What they owed before, they
 * pay when they like.
 */
export const mostFromCredits = (order: OrderRow, due: number): number => Math.max(0, due - dueOf(order))

export type PlannedBoardMove = { stay: Stay; price: NewPrice; base_price: number; isNewSpace: boolean }

/**
 * In its own space an order keeps the rate it was booked at; another space costs what it costs now. Time given up is
 * charged by the terms of the order, wherever it goes. Whether a unit is free is checked later.
 */
export function planBoardMove({ order, home, space, move }: MoveInOffice, now: Date): PlannedBoardMove {
  refuseUnmovable(order, now)
  refuseMoved(order, move.from)
  const isNewSpace = !isIn(order, space)
  if (isNewSpace) refuseOtherTerms(order, space)
  const booked = bookedSpan(order)
  const stay = planStay(isNewSpace ? space : asAgreed(space, order), move, now, booked)
  if (!isNewSpace && hasTimes(order, stay))
    throw new Refusal('conflict', 'The booking already has this time and space.')
  if (hasBegun(order, now.getTime()) && stay.from !== booked.from)
    throw new Refusal('conflict', 'This booking has started. Only its end and its space can change.')

  const agreed = asAgreed(home, order)
  const atAgreedRate = isNewSpace ? priceOfStay(agreed, stay) : stay.total_price
  const price = changePrice({
    total_price: order.total_price ?? 0,
    before: priceOfStay(agreed, booked),
    after: atAgreedRate,
    percent: refundPercent(order, now),
  })
  const total_price = price.total_price - atAgreedRate + stay.total_price
  const base_price = isNewSpace ? basePriceOf(space) : order.base_price
  return { stay, price: { ...price, total_price }, base_price, isNewSpace }
}

/** Somebody else has moved it while it was being dragged. */
function refuseMoved(order: OrderRow, { sub_office_id, start, end }: BoardMove['from']): void {
  const isThere =
    isIn(order, { sub_office_id }) &&
    hasTimes(order, { from: Date.parse(start), to: Date.parse(end), total_price: 0 })
  if (!isThere)
    throw new Refusal('conflict', 'This booking has been moved in the meantime. Please look at it again.')
}

function refuseOtherTerms(order: OrderRow, { rent_type, currency }: FoundSpace): void {
  if (rent_type !== order.rent_type)
    throw new Refusal(
      'conflict',
      rent_type === 'day' ? 'This space is rented by the day.' : 'This space is rented by the hour.',
    )
  if (currency !== order.currency)
    throw new Refusal(
      'conflict',
      'This booking is in another currency than the office is now. Only its time can change.',
    )
}
