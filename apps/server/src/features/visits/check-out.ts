import { besideCard } from '@keyhour/contract/charges'
import { hasBegun } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import { priceOfVisit, withTax } from '@keyhour/contract/price'
import type { CheckOutCost } from '@keyhour/contract/visits'
import type { Db } from '#server/db/connection.ts'
import { findOccupancy } from '#server/features/availability/occupancy-queries.ts'
import type { TakenUnit } from '#server/features/availability/rules.ts'
import { payOrder } from '#server/features/bookings/pay-order.ts'
import { refuseNewPrice } from '#server/features/bookings/refuse-new-price.ts'
import { chargeVisit } from '#server/features/charges/charge-visit.ts'
import { leastChargeIn } from '#server/features/charges/rules.ts'
import { sumCredits } from '#server/features/credits/ledger-queries.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { auditForCustomer } from '#server/features/orders/audit-for-customer.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { leaveUnit } from '#server/features/orders/leave-unit.ts'
import { findVisit, lockVisit, refuseFinished } from '#server/features/orders/lock-own-order.ts'
import { type OrderRow, updateOrder } from '#server/features/orders/row-queries.ts'
import { owedOf, paidOf } from '#server/features/orders/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function getCheckOutCost(deps: Deps, orderId: number, caller: Session): Promise<CheckOutCost> {
  const { db } = deps
  const now = deps.now()
  const order = await findVisit(db, orderId, caller)
  refuseCheckOut(order, now)
  return costOfLeaving(deps, db, order, await findOccupancy(db, order))
}

async function costOfLeaving(
  deps: Deps,
  db: Db,
  order: OrderRow,
  taken: TakenUnit | undefined,
): Promise<CheckOutCost> {
  const now = deps.now()
  const credits = await sumCredits(db, order, now)
  const least = leastForVisit(deps, order)
  const price = priceOfLeaving(order, { taken, credits, least, now })
  return {
    currency: order.currency,
    ...price,
    on_saved_card: order.on_saved_card && order.end === null && price.left >= least,
    free_until: order.end ?? new Date(taken?.to ?? now).toISOString(),
  }
}

/** What has to be left for the saved card, if it pays the rest. */
export const leastForVisit = (deps: Pick<Deps, 'payments'>, { on_saved_card, currency }: OrderRow): number =>
  on_saved_card ? leastChargeIn(deps, currency) : 0

type Leaving = { taken: TakenUnit | undefined; credits: number; least: number; now: Date }

/** What `endVisit` would charge a customer with this many credits. */
export function priceOfLeaving(order: OrderRow, { taken, credits, least, now }: Leaving) {
  const due = dueAtEnd(order, endOfVisit(order, taken, now))
  const unpaid = Math.max(0, due - paidOf(order))
  // An order with an end was charged when it was booked; what it still owed then, it owes now.
  if (order.end !== null) return { due, with_credits: 0, left: unpaid }
  const most = Math.min(unpaid, credits)
  return { due, ...besideCard({ with_credits: most, left: unpaid - most }, least) }
}

/** Refuses if the price is no longer the one shown. Checking out again changes nothing. */
export function checkOut(
  deps: Deps,
  orderId: number,
  shown: number | undefined,
  caller: Session,
): Promise<OrderDetails> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const order = await lockVisit(db, orderId, caller)
    if (order.checked_out_at === null) {
      refuseCheckOut(order, now)
      const taken = await findOccupancy(db, order)
      await refuseNewPrice(shown, dueAtEnd(order, endOfVisit(order, taken, now)), async () => ({
        check_out_cost: await costOfLeaving(deps, db, order, taken),
      }))
      await endVisit(deps, db, order, { at: now, by: caller.id })
      await auditForCustomer(db, order, caller, { action: 'check out order', now })
    }
    return (await findOrder(db, order.id))!
  })
}

function refuseCheckOut(order: OrderRow, now: Date): void {
  refuseFinished(order, now)
  // A visit without an end began when it was started, even if the clock was set back since.
  if (order.end !== null && !hasBegun(order, now.getTime()))
    throw new Refusal('conflict', 'This order has not started yet. You can cancel it.')
}

/** A visit without an end lasts at most until the end of its reservation, however late the check-out. */
function endOfVisit(order: OrderRow, taken: TakenUnit | undefined, now: Date): Date {
  if (order.end !== null) return now
  const end = Math.min(now.getTime(), taken?.to ?? Number.POSITIVE_INFINITY)
  return new Date(Math.max(end, Date.parse(order.start) + 1))
}

const priceAtEnd = (order: OrderRow, end: Date): number =>
  order.end === null
    ? priceOfVisit(order.base_price, end.getTime() - Date.parse(order.start))
    : (order.total_price ?? 0)

const dueAtEnd = (order: OrderRow, end: Date): number => withTax(priceAtEnd(order, end), order.tax_percent)

/** Frees the rest of the time. A visit without an end gets its end and its price. */
export async function endVisit(
  deps: Deps,
  db: Db,
  order: OrderRow,
  { at: now, by: actor_id }: { at: Date; by: number | null },
): Promise<void> {
  const taken = await findOccupancy(db, order)
  const end = endOfVisit(order, taken, now)
  await leaveUnit(db, order, end)
  const at = end.toISOString()
  if (order.end === null) {
    const total_price = priceAtEnd(order, end)
    await updateOrder(db, order, { checked_out_at: at, end: at, total_price })
    const priced = { ...order, total_price }
    const least = leastForVisit(deps, order)
    const left = owedOf(priced) - (await payOrder(db, priced, now, least))
    if (order.on_saved_card && left > 0 && left >= least)
      await deps.enqueue(db, chargeVisit, { order_id: order.id })
  } else await updateOrder(db, order, { checked_out_at: at })
  // What the undo needs.
  const details = taken && { unit_id: taken.unit_id, reserved_until: new Date(taken.to).toISOString() }
  await addEvent(deps, db, order, { kind: 'checked out', actor_id, ...(details && { details }), at: now })
  await followOrder(deps, db, order)
}
