import type { TimeChange } from '@keyhour/contract/bookings'
import type { OrderDetails } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { closeAgain, findOccupancy, freeOrder } from '#server/features/availability/occupancy-queries.ts'
import { planStay, priceOfStay, type Stay } from '#server/features/availability/plan-stay.ts'
import { asAgreed } from '#server/features/availability/rules.ts'
import {
  type FoundSpace,
  findSpace,
  lockPlace,
  type Space,
} from '#server/features/availability/space-queries.ts'
import { claimUnit, takeUnit } from '#server/features/bookings/claim-unit.ts'
import { orAlternatives } from '#server/features/bookings/or-alternatives.ts'
import { payOrder } from '#server/features/bookings/pay-order.ts'
import { sumSpentOn } from '#server/features/credits/ledger-queries.ts'
import { refundCredits } from '#server/features/credits/spend-credits.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { auditForCustomer } from '#server/features/orders/audit-for-customer.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { cleanUnit } from '#server/features/orders/leave-unit.ts'
import { findOwnOrder, lockOwnOrder, refuseFinished } from '#server/features/orders/lock-own-order.ts'
import { mailOrder } from '#server/features/orders/mail-order.ts'
import { type Back, moved } from '#server/features/orders/mails.ts'
import { addEvent, type OrderRow, updateOrder } from '#server/features/orders/row-queries.ts'
import {
  changePrice,
  differenceOf,
  heldOf,
  refundPercent,
  statusOf,
  withTax,
} from '#server/features/orders/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Moves, extends or shortens. Once free cancellation has ended, only the end can change. */
export async function changeTime(
  deps: Deps,
  orderId: number,
  times: TimeChange,
  caller: Session,
): Promise<OrderDetails> {
  const now = deps.now()
  const known = await findOwnOrder(deps.db, orderId, caller)
  const place = { office_id: known.Office.id, sub_office_id: known.SubOffice?.id ?? null }
  const space = orMissing(await findSpace(deps.db, place), 'This space cannot be booked.')
  const stay = planStay(asAgreed(space, known), times, now, Date.parse(known.start))

  const wanted = { space, stay, userId: known.user_id, moved: known }
  return orAlternatives(deps, wanted, () =>
    deps.db.transaction(async (db) => {
      const order = await lockOwnOrder(db, orderId, caller)
      refuseFinished(order, now)
      const { total_price } = priceOfChange(space, order, stay, now)
      await moveOrder(db, { order, space, stay, total_price }, now)
      const settled = await settleDifference(db, order, total_price, now)
      const details = { start: new Date(stay.from).toISOString(), end: new Date(stay.to).toISOString() }
      await addEvent(db, order, { kind: 'moved', actor_id: caller.id, details }, now)
      await auditForCustomer(db, order, caller, { action: 'change order time', now })
      await followOrder(deps, db, order)
      await mailOrder(deps, db, order.id, moved(settled))
      return (await findOrder(db, order.id))!
    }),
  )
}

export function priceOfChange(space: Space, order: OrderRow, stay: Stay, now: Date) {
  if (order.end === null) throw new Refusal('conflict', 'A visit without an end time cannot be moved.')
  const [from, to] = [Date.parse(order.start), Date.parse(order.end)]
  const percent = refundPercent(space, order, now)
  if (percent < 100 && stay.from !== from)
    throw new Refusal('conflict', 'It is too late to change the start. You can still change the end.')
  return changePrice({
    total_price: order.total_price ?? 0,
    before: priceOfStay(asAgreed(space, order), { from, to }),
    after: stay.total_price,
    percent,
  })
}

type Move = { order: OrderRow; space: FoundSpace; stay: Stay; total_price: number }

async function moveOrder(db: Db, { order, space, stay, total_price }: Move, now: Date): Promise<void> {
  await lockPlace(db, space)
  const taken = await findOccupancy(db, order)
  await freeOrder(db, order)
  // The past of a running stay needs no unit any more.
  const span = { from: Math.max(stay.from, now.getTime()), to: stay.to }
  const unit = await claimUnit(db, { space, span, userId: order.user_id, now, kept: taken?.unit_id })
  await takeUnit(db, space, unit, { cause: 'order', order_id: order.id, span })
  const stays = unit === taken?.unit_id && stay.from <= taken.from
  if (taken && !stays) await cleanUnit(db, order, taken, now)
  if (taken) await closeAgain(db, order, taken)
  await updateOrder(db, order, {
    start: new Date(stay.from).toISOString(),
    end: new Date(stay.to).toISOString(),
    total_price,
  })
}

/**
 * Charges a higher price and refunds a lower one: credits first, the rest the way it was paid. Answers what was taken from
 * credits and what is refunded.
 */
export async function settleDifference(
  db: Db,
  order: OrderRow,
  total_price: number,
  now: Date,
): Promise<Back & { taken: number }> {
  const due = withTax(total_price, order.tax_percent)
  const { back } = differenceOf(order, due)
  if (back === 0) return { taken: await payOrder(db, { ...order, total_price }, now), credits: 0, rest: 0 }
  const credits = await refundCredits(db, order, back, now)
  const refunded = order.refunded + back
  const held = heldOf({ ...order, refunded }, await sumSpentOn(db, order))
  await updateOrder(db, order, { refunded, payment_status: statusOf(0, held) })
  return { taken: 0, credits, rest: back - credits }
}
