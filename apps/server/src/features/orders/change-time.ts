import type { OrderDetails, TimeChange } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { sumSpentOn } from '#server/features/credits/ledger-queries.ts'
import { refundCredits } from '#server/features/credits/spend-credits.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { claimUnit, takeUnit } from '#server/features/orders/claim-unit.ts'
import { orAlternatives } from '#server/features/orders/find-alternatives.ts'
import { findOwnOrder, lockOwnOrder, refuseFinished } from '#server/features/orders/lock-own-order.ts'
import { mailOrder } from '#server/features/orders/mail-order.ts'
import { addEvent, freeOrder, type OrderRow, updateOrder } from '#server/features/orders/order-queries.ts'
import { payOrder } from '#server/features/orders/pay-order.ts'
import { planStay, type Stay } from '#server/features/orders/plan-stay.ts'
import { findOrder } from '#server/features/orders/queries.ts'
import {
  asAgreed,
  differenceOf,
  paidOf,
  percentOf,
  refundPercent,
  statusOf,
} from '#server/features/orders/rules.ts'
import { findSpace, lockPlace, type Space } from '#server/features/orders/space-queries.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Change = { orderId: number; times: TimeChange; caller: Session }

/** Moves, extends or shortens. Who could no longer cancel for free may only change the end. */
export async function changeTime(deps: Deps, { orderId, times, caller }: Change): Promise<OrderDetails> {
  const now = deps.now()
  const known = await findOwnOrder(deps.db, orderId, caller)
  const place = { office_id: known.Office.id, sub_office_id: known.SubOffice?.id ?? null }
  const space = orMissing(await findSpace(deps.db, place), 'This space cannot be booked.')
  const stay = planStay(asAgreed(space, known), times, now, Date.parse(known.start))

  return orAlternatives(deps, space, stay, () =>
    deps.db.transaction(async (db) => {
      const order = await lockOwnOrder(db, orderId, caller)
      refuseFinished(order, now)
      const percent = refundPercent(space, order, now)
      refuseMove(order, stay, percent)
      await moveOrder(db, { order, space, stay }, now)
      await settleDifference(db, { order, stay, percent }, now)
      const details = { start: new Date(stay.from).toISOString(), end: new Date(stay.to).toISOString() }
      await addEvent(db, order, { kind: 'moved', actor_id: caller.id, details }, now)
      await followOrder(deps, db, order)
      await mailOrder(deps, db, order.id, 'moved')
      return (await findOrder(db, order.id))!
    }),
  )
}

export function refuseMove(order: OrderRow, stay: Stay, percent: number): void {
  if (order.end === null) throw new Refusal('conflict', 'A visit without an end cannot be moved.')
  if (percent < 100 && stay.from !== Date.parse(order.start))
    throw new Refusal('conflict', 'It is too late to change the start. You can still change the end.')
}

type Move = { order: OrderRow; space: Space; stay: Stay }

async function moveOrder(db: Db, { order, space, stay }: Move, now: Date): Promise<void> {
  const cleaningMinutes = space.cleaning_buffer_minutes
  await lockPlace(db, space)
  await freeOrder(db, order)
  const unit = await claimUnit(db, { place: space, span: stay, cleaningMinutes, userId: order.user_id, now })
  await takeUnit(db, space.office_id, unit, {
    cause: 'order',
    order_id: order.id,
    span: stay,
    cleaningMinutes,
  })
  await updateOrder(db, order, {
    start: new Date(stay.from).toISOString(),
    end: new Date(stay.to).toISOString(),
    total_price: stay.total_price,
  })
}

/** What it costs more is charged; of what it costs less, as much goes back as cancelling would give. */
async function settleDifference(
  db: Db,
  { order, stay, percent }: { order: OrderRow; stay: Stay; percent: number },
  now: Date,
): Promise<void> {
  const due = stay.total_price + percentOf(stay.total_price, order.tax_percent)
  if (due >= paidOf(order)) return payOrder(db, { ...order, total_price: stay.total_price }, now)
  const { back } = differenceOf(order, { due, percent, credits: await sumSpentOn(db, order) })
  const refunded = order.refunded + (await refundCredits(db, order, back, now))
  await updateOrder(db, order, { refunded, payment_status: statusOf(0, order) })
}
