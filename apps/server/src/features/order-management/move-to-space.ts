import type { SpaceRef } from '@keyhour/contract/offices'
import type { Move } from '@keyhour/contract/order-management'
import { hasBegun } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import { withTax } from '@keyhour/contract/price'
import type { Db } from '#server/db/connection.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { giveBack } from '#server/features/availability/give-back.ts'
import { findOccupancy, freeOrder } from '#server/features/availability/occupancy-queries.ts'
import { basePriceOf } from '#server/features/availability/rules.ts'
import {
  type FoundSpace,
  findHours,
  findSpace,
  type Space,
} from '#server/features/availability/space-queries.ts'
import { settleDifference } from '#server/features/bookings/change-time.ts'
import { claimUnit, takeUnit, unlessTaken } from '#server/features/bookings/claim-unit.ts'
import { lockRefusalOfChange } from '#server/features/bookings/company-credits.ts'
import { refuseNewPrice } from '#server/features/bookings/refuse-new-price.ts'
import { followPool } from '#server/features/businesses/follow-pool.ts'
import { followTerms } from '#server/features/charges/follow-terms.ts'
import { carryCredits } from '#server/features/credits/spend-credits.ts'
import { followOrder, followSpace } from '#server/features/grants/follow-order.ts'
import { lockAnyOrder } from '#server/features/order-management/lock-order.ts'
import { type PlannedMove, planMove } from '#server/features/order-management/plan-move.ts'
import { writeAct } from '#server/features/order-management/write-act.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { findPlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { moveCharges } from '#server/features/orders/charge-queries.ts'
import { placeOf } from '#server/features/orders/describe-entry.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { leaveUnit } from '#server/features/orders/leave-unit.ts'
import { refuseFinished } from '#server/features/orders/lock-own-order.ts'
import { mailOrder } from '#server/features/orders/mail-order.ts'
import { movedToSpace } from '#server/features/orders/mails.ts'
import { insertOrder, type OrderRow, updateOrder } from '#server/features/orders/row-queries.ts'
import { NOT_PAID_YET } from '#server/features/orders/rules.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Keeps the time. Claims, prices and notifies in one transaction. */
export async function moveToSpace(deps: Deps, orderId: number, move: Move, by: Actor): Promise<OrderDetails> {
  const now = deps.now()
  const space = orMissing(await findSpace(deps.db, move), 'This space cannot be booked.')
  const change = () =>
    deps.db.transaction(async (db) => {
      const order = await lockAnyOrder(db, orderId)
      refuseUnmovable(order, now)
      refuseMoved(order, move.from)
      refuseSamePlace(order, space)
      if (space.office_id !== order.office_id && hasBegun(order, now.getTime()))
        throw new Refusal('conflict', 'This order has started. You can only move it within its office.')
      const home = (await findHours(db, order.office_id))!
      const planned = planMove(space, order, home, now)
      const price = priceOf(order, space, planned, move)
      await refuseNewPrice(move.due, withTax(price.total_price ?? 0, order.tax_percent), async () => ({}))
      const before = placeOf((await findPlacedOrder(db, order.id))!)

      const isNewPrice = move.price === 'anew'
      const relocation = { order, space, planned, price, isNewPrice, actor_id: by.session.id }
      const moved =
        space.office_id === order.office_id
          ? await moveWithin(deps, db, relocation)
          : await goOnElsewhere(deps, db, relocation)
      const settled = isNewPrice ? await settleDifference(deps, db, moved, moved.total_price ?? 0) : SETTLED
      if (moved.business_id !== null) await followPool(deps, db, moved.business_id)
      await followTerms(deps, db, moved)
      await followOrder(deps, db, moved)
      await writeAct(db, by, { order, kind: 'move order', details: detailsOf(order, moved, move) }, now)
      await mailOrder(deps, db, moved.id, movedToSpace({ before, ...settled }))
      return (await findOrder(db, moved.id))!
    })
  const sentence = 'This space is no longer free at that time. Please choose another one.'
  return unlessTaken(change, () => new Refusal('conflict', sentence))
}

export function refuseUnmovable(order: OrderRow, now: Date): void {
  refuseFinished(order, now)
  if (order.end === null) throw new Refusal('conflict', 'A visit without an end time cannot be moved.')
  if (order.pay_until !== null) throw new Refusal('conflict', NOT_PAID_YET)
}

const isIn = (order: OrderRow, { office_id, sub_office_id }: SpaceRef): boolean =>
  order.office_id === office_id && order.sub_office_id === sub_office_id

/** The admin chose for an order that has moved since. */
function refuseMoved(order: OrderRow, from: SpaceRef): void {
  if (!isIn(order, from))
    throw new Refusal('conflict', 'This order has moved in the meantime. Please check it again.')
}

function refuseSamePlace(order: OrderRow, space: Space): void {
  if (isIn(order, space)) throw new Refusal('conflict', 'The order is already in this space.')
}

type Price = Pick<OrderRow, 'base_price' | 'total_price'>

function priceOf(order: OrderRow, space: Space, { stay }: PlannedMove, { price }: Move): Price {
  if (price === 'anew' && space.currency !== order.currency)
    throw new Refusal('conflict', 'This office charges in another currency. The price must stay as agreed.')
  return price === 'anew'
    ? { base_price: basePriceOf(space), total_price: stay.total_price }
    : { base_price: order.base_price, total_price: order.total_price }
}

/** With the agreed price there is nothing to settle. */
const SETTLED = { taken: 0, credits: 0, card: 0, rest: 0, expired: null }

type Relocation = {
  order: OrderRow
  space: FoundSpace
  planned: PlannedMove
  price: Price
  isNewPrice: boolean
  actor_id: number
}

/**
 * Comes after the unit and before the credits of the order, because a booking locks them in this order, and when what was
 * spent counts in the new place only.
 */
async function refuseUncovered(db: Db, relocation: Relocation, now: Date): Promise<void> {
  const { order, space, planned, price, isNewPrice } = relocation
  if (!isNewPrice) return
  const due = withTax(price.total_price ?? 0, order.tax_percent)
  const refusal = await lockRefusalOfChange(db, order, { space, from: planned.stay.from, due, now })
  if (refusal !== null)
    throw new Refusal(
      'conflict',
      "The customer's company does not cover the new price. The price can stay as agreed.",
    )
}

/** Within its office an order keeps its id and door code. */
async function moveWithin(deps: Deps, db: Db, relocation: Relocation): Promise<OrderRow> {
  const { order, space, planned, price, actor_id } = relocation
  const now = deps.now()
  await leaveUnit(db, order, now)
  await take(db, { order, space, planned, order_id: order.id }, now)
  const change = { ...whereAndWhen(space, planned), ...price }
  await updateOrder(db, order, change)
  await refuseUncovered(db, relocation, now)
  const { office_id, sub_office_id } = space
  const details = { office_id, sub_office_id }
  await addEvent(deps, db, order, { kind: 'changed space', actor_id, details, at: now })
  await followSpace(deps, db, order)
  return { ...order, ...change }
}

/**
 * An order never changes its office, because everything that belongs to it is keyed by the office, too. So it ends there,
 * and a new order in the other office takes over everything that was paid.
 */
async function goOnElsewhere(deps: Deps, db: Db, relocation: Relocation): Promise<OrderRow> {
  const { order, space, planned, price, actor_id } = relocation
  const now = deps.now()
  const { id, billed, cancelled_at, cancelled_by, updated_at, updated_by, ...kept } = order
  const moved = await insertOrder(db, {
    ...kept,
    ...whereAndWhen(space, planned),
    ...price,
    began_as: order.began_as ?? order.id,
    // A series is of one office.
    series_id: null,
    // Calendars keep the entry with the highest version.
    version: order.version + 2,
  })
  await take(db, { order, space, planned, order_id: moved.id }, now)
  const left = await findOccupancy(db, order)
  await freeOrder(db, order)
  if (left) await giveBack(db, order, left)
  await updateOrder(db, order, { ...NOTHING_LEFT, cancelled_at: now.toISOString(), cancelled_by: actor_id })
  await refuseUncovered(db, relocation, now)
  await carryCredits(db, order, moved, now)
  await moveCharges(db, order, moved)
  await addEvent(deps, db, order, { kind: 'went on', actor_id, details: { order_id: moved.id }, at: now })
  await addEvent(deps, db, moved, { kind: 'came from', actor_id, details: { order_id: order.id }, at: now })
  await followOrder(deps, db, order)
  return moved
}

/** The new order has taken over price and payments, and is the one that a company counts. */
const NOTHING_LEFT = {
  business_id: null,
  total_price: 0,
  paid_with_credits: 0,
  paid_by_card: 0,
  paid_otherwise: 0,
  refunded: 0,
  note: null,
}

const whereAndWhen = ({ office_id, sub_office_id }: Space, { stay }: PlannedMove) => ({
  office_id,
  sub_office_id,
  start: new Date(stay.from).toISOString(),
  end: new Date(stay.to).toISOString(),
})

type Taking = { order: OrderRow; space: FoundSpace; planned: PlannedMove; order_id: number }

async function take(db: Db, { order, space, planned: { span }, order_id }: Taking, now: Date): Promise<void> {
  const unit = await claimUnit(db, { space, span, userId: order.user_id, now })
  await takeUnit(db, space, unit, { cause: 'order', order_id, span })
}

function detailsOf(order: OrderRow, moved: OrderRow, { price }: Move): Record<string, number | string> {
  return {
    price,
    from_office_id: order.office_id,
    ...(order.sub_office_id !== null && { from_sub_office_id: order.sub_office_id }),
    to_office_id: moved.office_id,
    ...(moved.sub_office_id !== null && { to_sub_office_id: moved.sub_office_id }),
    ...(moved.id !== order.id && { to_order_id: moved.id }),
  }
}
