import { createHash } from 'node:crypto'
import {
  type Closure,
  MOST_ORDERS_LISTED,
  type NewClosure,
  type OrderInTheWay,
} from '@keyhour/contract/closures'
import { tellOfficeChanged } from '#server/db/changes.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { takeRest } from '#server/features/availability/occupancy-queries.ts'
import { findHours, findSpace } from '#server/features/availability/space-queries.ts'
import { claimAll } from '#server/features/bookings/claim-unit.ts'
import { cancelClosedOrders } from '#server/features/closures/cancel-closed-orders.ts'
import { findClosure, insertClosure } from '#server/features/closures/closure-queries.ts'
import { listOrdersInTheWay } from '#server/features/closures/order-queries.ts'
import { planClosure } from '#server/features/closures/plan-closure.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import type { Span } from '#server/time/opening-hours.ts'

/** The given times, on the office's clock. */
export async function addClosure(
  deps: Deps,
  officeId: number,
  closure: NewClosure,
  by: Actor,
): Promise<Closure> {
  const hours = orMissing(await findHours(deps.db, officeId), 'This office does not exist.')
  return closeSpan(deps, { officeId, span: planClosure(hours, closure, deps.now()), closure }, by)
}

type Closing = {
  officeId: number
  span: Span
  closure: Pick<NewClosure, 'sub_office_id' | 'reason' | 'orders' | 'orders_key'>
}

/**
 * Locks and takes units like a booking. The caller decides what happens to orders during the closure; those to cancel are
 * cancelled one by one in a job, and the time each of them leaves is closed, too.
 */
export async function closeSpan(
  { db, now, enqueue }: Deps,
  { officeId, span, closure }: Closing,
  by: Actor,
): Promise<Closure> {
  const place = { office_id: officeId, sub_office_id: closure.sub_office_id }
  if (place.sub_office_id !== null) orMissing(await findSpace(db, place), 'This space does not exist.')

  return db.transaction(async (db) => {
    await claimAll(db, place, span)
    const orders = await listOrdersInTheWay(db, place, span, now())
    refuseUndecided(closure, orders)
    const admin_id = by.session.id
    const made = { reason: closure.reason, created_by: admin_id, created_at: now().toISOString() }
    const id = await insertClosure(db, { ...place, span, ...made })
    await takeRest(db, place, span, id)
    await tellOfficeChanged(db, officeId)
    const cancelled = closure.orders === 'cancel' ? orders.filter(({ is_running }) => !is_running).length : 0
    if (cancelled > 0)
      await enqueue(db, cancelClosedOrders, { office_id: officeId, closure_id: id, admin_id })
    const details = { office_id: officeId, ...(cancelled > 0 && { cancelled_orders: cancelled }) }
    await auditAct(db, by, { action: 'add closure', subject: 'closure', subject_id: id, details }, now())
    return (await findClosure(db, { office_id: officeId, id }))!
  })
}

function refuseUndecided(
  { orders: decision, orders_key }: Closing['closure'],
  orders: OrderInTheWay[],
): void {
  if (orders.length === 0 || decision === 'keep') return
  const key = keyOf(orders)
  if (decision === 'cancel' && orders_key === key) return
  throw new Refusal(
    'conflict',
    orders_key === undefined
      ? 'There are orders in this time. Move or cancel them first.'
      : 'The orders in this time have changed. Please check them again.',
    {
      orders_in_the_way: orders.length,
      orders: orders.slice(0, MOST_ORDERS_LISTED),
      orders_key: key,
    },
  )
}

/** Changes when the orders or their state change. */
const keyOf = (orders: OrderInTheWay[]): string =>
  createHash('sha256')
    .update(orders.map(({ id, is_running }) => `${id}${is_running ? ' running' : ''}`).join())
    .digest('base64url')
