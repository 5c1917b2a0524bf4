import { UNDO_CHECK_OUT_SECONDS } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { giveBack } from '#server/features/availability/give-back.ts'
import { freeCleaningOf, openAgain } from '#server/features/availability/occupancy-queries.ts'
import { findSpace, lockSpace } from '#server/features/availability/space-queries.ts'
import { claimUnit, takeUnit, unlessTaken } from '#server/features/bookings/claim-unit.ts'
import { refundCredits } from '#server/features/credits/spend-credits.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { auditForCustomer } from '#server/features/orders/audit-for-customer.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { cleanUnit } from '#server/features/orders/leave-unit.ts'
import { lockVisit } from '#server/features/orders/lock-own-order.ts'
import { returnToCards } from '#server/features/orders/return-to-cards.ts'
import { type OrderRow, updateOrder } from '#server/features/orders/row-queries.ts'
import { type CheckOut, findLastCheckOut } from '#server/features/visits/queries.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { MINUTE } from '#server/time/opening-hours.ts'

const UNDO_MS = UNDO_CHECK_OUT_SECONDS * 1000

/** Restores time, price, payment and door code. Undoing again changes nothing. */
export function undoCheckOut(deps: Deps, orderId: number, caller: Session): Promise<OrderDetails> {
  const now = deps.now()
  const change = () =>
    deps.db.transaction(async (db) => {
      const order = await lockVisit(db, orderId, caller)
      if (order.cancelled_at !== null) throw new Refusal('conflict', 'This order is cancelled.')
      if (order.checked_out_at !== null) {
        await takeBack(db, order, await findUndoable(db, order, now), now)
        await unbill(deps, db, order)
        await addEvent(deps, db, order, { kind: 'check-out undone', actor_id: caller.id, at: now })
        await auditForCustomer(db, order, caller, { action: 'undo check-out of order', now })
        await followOrder(deps, db, order)
      }
      return (await findOrder(db, order.id))!
    })
  const sentence = 'Someone else has booked this time in the meantime. You stay checked out.'
  return unlessTaken(change, () => new Refusal('conflict', sentence))
}

async function findUndoable(db: Db, order: OrderRow, now: Date): Promise<CheckOut> {
  const last = await findLastCheckOut(db, order)
  const isPaidByHand = order.booking_type === 'on_demand' && order.paid_otherwise > 0
  if (!last || isPaidByHand)
    throw new Refusal('conflict', 'This order has changed since then. You stay checked out.')
  if (now.getTime() > last.at + UNDO_MS)
    throw new Refusal('conflict', 'You can only undo a check-out within one minute.')
  if (last.reserved_until <= now.getTime()) throw new Refusal('conflict', 'This order is already over.')
  return last
}

async function takeBack(db: Db, order: OrderRow, { at, unit_id, reserved_until }: CheckOut, now: Date) {
  const space = orMissing(await findSpace(db, order), 'This space cannot be booked.')
  const span = { from: Math.max(Date.parse(order.start), now.getTime()), to: reserved_until }
  await lockSpace(db, space)
  await freeCleaningOf(db, order, unit_id)
  const freed = { from: span.from, to: span.to + space.cleaning_buffer_minutes * MINUTE }
  await openAgain(db, {
    office_id: space.office_id,
    order_id: order.id,
    unit_id,
    span: freed,
    closedBy: new Date(at),
  })
  const unit = await claimUnit(db, { space, span, userId: order.user_id, now, kept: unit_id })
  await takeUnit(db, space, unit, { cause: 'order', order_id: order.id, span })
  if (unit !== unit_id) await cleanUnit(db, order, { from: span.from, unit_id }, now)
  await giveBack(db, order, freed)
}

/** Only a visit without an end was charged at check-out. */
async function unbill(deps: Deps, db: Db, order: OrderRow): Promise<void> {
  if (order.booking_type === 'pre_book') return updateOrder(db, order, { checked_out_at: null })
  await refundCredits(db, order, order.paid_with_credits, deps.now())
  const card = await returnToCards(deps, db, order, order.paid_by_card)
  await updateOrder(db, order, {
    checked_out_at: null,
    end: null,
    total_price: null,
    paid_with_credits: 0,
    paid_by_card: order.paid_by_card - card,
    payment_status: 'pending',
  })
}
