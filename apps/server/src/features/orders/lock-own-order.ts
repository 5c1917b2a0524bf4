import type { Db } from '#server/db/connection.ts'
import { lockOrder, type OrderRow } from '#server/features/orders/order-queries.ts'
import { findOrder } from '#server/features/orders/queries.ts'
import { isOver } from '#server/features/orders/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'

const NOT_THERE = 'This order does not exist.'

/** For whoever may change an order, while others still may too. */
export async function findOwnOrder(db: Db, id: number, caller: Session | null) {
  const order = orMissing(await findOrder(db, id), NOT_THERE)
  if (order.user_id !== caller?.id && !caller?.admin) throw new Refusal('missing', NOT_THERE)
  return order
}

/** For whoever may change an order: its customer and admins. Nobody else changes it until the transaction ends. */
export async function lockOwnOrder(db: Db, id: number, caller: Session): Promise<OrderRow> {
  const order = orMissing(await lockOrder(db, id), NOT_THERE)
  if (order.user_id !== caller.id && !caller.admin) throw new Refusal('missing', NOT_THERE)
  return order
}

/** What is cancelled or over stays as it is. */
export function refuseFinished(order: OrderRow, now: Date): void {
  if (order.cancelled_at) throw new Refusal('conflict', 'This order is cancelled.')
  if (isOver(order, now)) throw new Refusal('conflict', 'This order is already over.')
}
