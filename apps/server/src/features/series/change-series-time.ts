import type { Series, SeriesTimeChange } from '@keyhour/contract/series'
import type { Db } from '#server/db/connection.ts'
import { giveBack } from '#server/features/availability/give-back.ts'
import { settleDifference } from '#server/features/bookings/change-time.ts'
import { takeUnit, unlessTaken } from '#server/features/bookings/claim-unit.ts'
import { refuseCompanyChange } from '#server/features/bookings/company-credits.ts'
import { countAllowed, refuseDebts } from '#server/features/bookings/refuse-debts.ts'
import { followPool } from '#server/features/businesses/follow-pool.ts'
import { followTerms } from '#server/features/charges/follow-terms.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { auditForCustomer } from '#server/features/orders/audit-for-customer.ts'
import { listPlacedOrders } from '#server/features/orders/calendar-queries.ts'
import { findOwnOrderRow } from '#server/features/orders/lock-own-order.ts'
import { type Customer, keepCustomer, listDebts, updateOrder } from '#server/features/orders/row-queries.ts'
import { claimUnits, lockForStays, spacesOf } from '#server/features/series/book-series.ts'
import { readSeries } from '#server/features/series/get-series.ts'
import { mailSeries } from '#server/features/series/mail-series.ts'
import { seriesMoved } from '#server/features/series/mails.ts'
import { findSpaces } from '#server/features/series/plan-dates.ts'
import { isPlanned, type Moved, planMoves } from '#server/features/series/plan-moves.ts'
import { freeOrders, listOccupancyOf, lockLotsOfAll } from '#server/features/series/queries.ts'
import { NOT_ALL_FREE, sumOf } from '#server/features/series/rules.ts'
import { lockInScope, type Scoped } from '#server/features/series/scope.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Moves all of them or none, with the same locks as a change of one: customer, orders, spaces, credits. */
export function changeSeriesTime(
  deps: Deps,
  orderId: number,
  times: SeriesTimeChange,
  caller: Session,
): Promise<Series> {
  const scoped = { orderId, scope: times.scope, caller, now: deps.now() }
  return unlessTaken(
    () => deps.db.transaction((db) => moveInScope(deps, db, times, scoped)),
    () => new Refusal('conflict', NOT_ALL_FREE),
  )
}

async function moveInScope(deps: Deps, db: Db, times: SeriesTimeChange, scoped: Scoped): Promise<Series> {
  const { orderId, caller, now } = scoped
  const { user_id } = await findOwnOrderRow(db, orderId, caller)
  const customer = await keepCustomer(db, user_id)
  const { key, orders, chosen } = await lockInScope(db, scoped)
  const spaces = await findSpaces(db, key.office_id)
  const moves = planMoves({ orders, chosen, spaces, times, now })
  const planned = moves.filter(isPlanned)
  const taken_dates = moves.filter((one) => !isPlanned(one)).map((one) => one.times.date)
  if (taken_dates.length > 0) throw new Refusal('conflict', NOT_ALL_FREE, { taken_dates })
  const due = sumOf(planned, (one) => one.due)
  if (times.expected_total !== undefined && times.expected_total !== due)
    throw new Refusal('conflict', 'The price has changed in the meantime. Please check it again.')

  await takeNewTimes(db, planned, user_id, now)
  await lockLotsOfAll(db, { office_id: key.office_id, ids: planned.map(({ order }) => order.id) })
  const sums = await settleAll(deps, db, planned, { customer, caller })
  for (const move of planned) await follow(deps, db, move, caller)
  const ids = planned.map(({ order }) => order.id)
  const placed = (await listPlacedOrders(db, key)).filter(({ id }) => ids.includes(id))
  await mailSeries(deps, db, placed, seriesMoved(sums))
  return readSeries(db, key)
}

/** All leave their units before the first gets a new one: an order may move to where another one was. */
async function takeNewTimes(db: Db, moves: Moved[], userId: number, now: Date): Promise<void> {
  for (const space of spacesOf(moves)) await lockForStays(db, space, moves, { userId, now })
  const [{ office_id }] = moves.map(({ space }) => space) as [Moved['space']]
  const keys = { office_id, ids: moves.map(({ order }) => order.id) }
  const before = new Map((await listOccupancyOf(db, keys)).map((one) => [one.order_id, one]))
  await freeOrders(db, keys)
  const wanted = moves.map(({ order, space, stay, times }) => ({
    ...{ space, stay, date: times.date },
    kept: before.get(order.id)?.unit_id,
  }))
  const units = await claimUnits(db, wanted, { userId, now })
  for (const [at, { order, space, stay }] of moves.entries())
    await takeUnit(db, space, units[at]!, { cause: 'order', order_id: order.id, span: stay })
  for (const { order } of moves) {
    const taken = before.get(order.id)
    if (taken) await giveBack(db, order, taken)
  }
}

type Who = { customer: Customer | undefined; caller: Session }

async function settleAll(
  deps: Deps,
  db: Db,
  moves: Moved[],
  { customer, caller }: Who,
): Promise<{ taken: number; back: number }> {
  const now = deps.now()
  const [{ order: first, space }] = moves as [Moved]
  const owedBefore = await listDebts(db, first)
  let [taken, back] = [0, 0]
  for (const { order, stay, price, space, due } of moves) {
    const { total_price } = price
    const change = { start: new Date(stay.from).toISOString(), end: new Date(stay.to).toISOString() }
    await updateOrder(db, order, { ...change, total_price })
    await refuseCompanyChange(db, order, { space, from: stay.from, due, now })
    const settled = await settleDifference(deps, db, order, total_price)
    taken += settled.taken
    back += settled.credits + settled.card + settled.rest
  }
  if (first.business_id !== null) await followPool(deps, db, first.business_id)
  else if (customer && caller.id === first.user_id) {
    // Not more dates than before may be left unpaid, unless the office allows it.
    const unpaid = await listDebts(db, first)
    const added = unpaid.length - owedBefore.length
    if (added > countAllowed(deps, { space, customer, unpaid: owedBefore }))
      refuseDebts(deps, { space, customer, unpaid })
  }
  return { taken, back }
}

async function follow(deps: Deps, db: Db, { order, stay }: Moved, caller: Session): Promise<void> {
  const now = deps.now()
  const details = { start: new Date(stay.from).toISOString(), end: new Date(stay.to).toISOString() }
  await addEvent(deps, db, order, { kind: 'moved', actor_id: caller.id, details, at: now })
  await auditForCustomer(db, order, caller, { action: 'change order time', now })
  await followTerms(deps, db, { ...order, ...details })
  await followOrder(deps, db, order)
}
