import type { SpaceRef } from '@keyhour/contract/offices'
import type { OrderDetails } from '@keyhour/contract/orders'
import { withTax } from '@keyhour/contract/price'
import type { BoardMove } from '@keyhour/contract/schedule-moves'
import type { Db } from '#server/db/connection.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { type FoundSpace, lockSpace } from '#server/features/availability/space-queries.ts'
import { moveOrder, NOTHING_BACK, settleDifference } from '#server/features/bookings/change-time.ts'
import { unlessTaken } from '#server/features/bookings/claim-unit.ts'
import { lockRefusalOfChange } from '#server/features/bookings/company-credits.ts'
import { payOrder } from '#server/features/bookings/pay-order.ts'
import { refuseNewPrice } from '#server/features/bookings/refuse-new-price.ts'
import { followPool } from '#server/features/businesses/follow-pool.ts'
import { followTerms } from '#server/features/charges/follow-terms.ts'
import { refuseNonManager } from '#server/features/front-desk/refuse-non-manager.ts'
import { followOrder, followSpace } from '#server/features/grants/follow-order.ts'
import { writeAct } from '#server/features/order-management/write-act.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { findPlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { placeOf } from '#server/features/orders/describe-entry.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { mailOrder } from '#server/features/orders/mail-order.ts'
import { moved, movedToSpace } from '#server/features/orders/mails.ts'
import { keepCustomer, lockOrder, type OrderRow } from '#server/features/orders/row-queries.ts'
import { differenceOf } from '#server/features/orders/rules.ts'
import {
  COMPANY_REFUSES,
  findBoardMove,
  hasTimes,
  type MoveInOffice,
  mostFromCredits,
  type PlannedBoardMove,
  planBoardMove,
} from '#server/features/schedule/plan-board-move.ts'
import { moveQuoteOf, refusalOfTaken } from '#server/features/schedule/quote-move.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Ids = { officeId: number; orderId: number }

/** Claims, prices, settles and notifies in one transaction, at the price and from the place that the manager has seen. */
export async function moveOnBoard(deps: Deps, ids: Ids, asked: BoardMove, by: Actor): Promise<OrderDetails> {
  await refuseNonManager(deps.db, ids.officeId, by.session)
  const known = await findBoardMove(deps, ids, asked)
  const { stay } = planBoardMove(known, deps.now())
  const work = () =>
    deps.db.transaction(async (db) => {
      await keepCustomer(db, known.order.user_id)
      const move = { ...known, order: (await lockOrder(db, ids.orderId))! }
      await lockBoth(db, move)
      return moveLocked(deps, db, move, by)
    })
  return unlessTaken(work, () => refusalOfTaken(deps, known, stay))
}

/** In the order of their numbers: two bookings may change places. */
async function lockBoth(db: Db, { home, space }: { home: FoundSpace; space: SpaceRef }): Promise<void> {
  const spaces = home.sub_office_id === space.sub_office_id ? [home] : [home, space]
  for (const one of spaces.toSorted((a, b) => Number(a.sub_office_id) - Number(b.sub_office_id)))
    await lockSpace(db, one)
}

async function moveLocked(deps: Deps, db: Db, move: MoveInOffice, by: Actor): Promise<OrderDetails> {
  const now = deps.now()
  const { order, space } = move
  const planned = planBoardMove(move, now)
  const { stay, price, base_price, isNewSpace } = planned
  const { total_price } = price
  const due = withTax(total_price, order.tax_percent)
  await refuseNewPrice(move.move.expected_total, due, async () => ({
    time_quote: await moveQuoteOf(db, order, price, now),
  }))
  const before = placeOf((await findPlacedOrder(db, order.id))!)

  await moveOrder(db, { order, space, stay, total_price, base_price }, now)
  const change = { space, from: stay.from, due, now, isNewSpace }
  if ((await lockRefusalOfChange(db, order, change)) !== null) throw new Refusal('conflict', COMPANY_REFUSES)
  const settled = await settle(deps, db, order, total_price)
  if (order.business_id !== null) await followPool(deps, db, order.business_id)
  const isNewTime = !hasTimes(order, stay)
  await tellOthers(deps, db, move, planned, by)
  const letter = isNewSpace ? movedToSpace({ before, isNewTime, ...settled }) : moved(settled)
  await mailOrder(deps, db, order.id, letter)
  return (await findOrder(db, order.id))!
}

async function settle(deps: Deps, db: Db, order: OrderRow, total_price: number) {
  const due = withTax(total_price, order.tax_percent)
  if (differenceOf(order, due).back > 0) return settleDifference(deps, db, order, total_price)
  const most = mostFromCredits(order, due)
  return { ...NOTHING_BACK, taken: await payOrder(db, { ...order, total_price }, deps.now(), 0, most) }
}

/** The timeline with all who follow it, the doors, the cards and the audit log. */
async function tellOthers(
  deps: Deps,
  db: Db,
  { order, space }: MoveInOffice,
  { stay, isNewSpace }: PlannedBoardMove,
  by: Actor,
): Promise<void> {
  const now = deps.now()
  const times = { start: new Date(stay.from).toISOString(), end: new Date(stay.to).toISOString() }
  const isNewTime = !hasTimes(order, stay)
  const place = { office_id: space.office_id, sub_office_id: space.sub_office_id }
  await addEvent(deps, db, order, {
    kind: isNewSpace ? 'changed space' : 'moved',
    actor_id: by.session.id,
    details: { ...(isNewSpace && place), ...(isNewTime && times) },
    at: now,
  })
  if (isNewSpace) await followSpace(deps, db, order)
  await followTerms(deps, db, { ...order, ...times })
  await followOrder(deps, db, order)
  if (isNewTime) await writeAct(db, by, { order, kind: 'change order time' }, now)
  if (isNewSpace) await writeAct(db, by, { order, kind: 'move order', details: detailsOf(order, space) }, now)
}

const detailsOf = (order: OrderRow, { office_id, sub_office_id }: SpaceRef) => ({
  price: 'anew',
  from_office_id: order.office_id,
  ...(order.sub_office_id !== null && { from_sub_office_id: order.sub_office_id }),
  to_office_id: office_id,
  ...(sub_office_id !== null && { to_sub_office_id: sub_office_id }),
})
