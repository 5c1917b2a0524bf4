import { isOver } from '@keyhour/contract/order-phase'
import type { Db } from '#server/db/connection.ts'
import { isOfficeManager } from '#server/features/offices/office-queries.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { findOrderRow, lockOrder, type OrderRow } from '#server/features/orders/row-queries.ts'
import { NO_ORDER } from '#server/features/orders/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'

type Caller = Pick<Session, 'id' | 'admin'>

/** Only the customer and admins may change an order; for everyone else it does not exist. */
function orNotTheirs<O extends { user_id: number }>(order: O | undefined, caller: Caller | null): O {
  const found = orMissing(order, NO_ORDER)
  if (found.user_id !== caller?.id && !caller?.admin) throw new Refusal('missing', NO_ORDER)
  return found
}

export const findOwnOrder = async (db: Db, id: number, caller: Session | null) =>
  orNotTheirs(await findOrder(db, id), caller)

export const findOwnOrderRow = async (db: Db, id: number, caller: Session): Promise<OrderRow> =>
  orNotTheirs(await findOrderRow(db, id), caller)

export const lockOwnOrder = async (db: Db, id: number, caller: Session): Promise<OrderRow> =>
  orNotTheirs(await lockOrder(db, id), caller)

/** The managers of its office may also begin and end a visit. */
async function orNotTheirOffice<O extends { user_id: number; office_id: number }>(
  db: Db,
  order: O | undefined,
  caller: Caller,
): Promise<O> {
  const isTheirs = order && (await isOfficeManager(db, order.office_id, caller.id))
  return isTheirs ? order : orNotTheirs(order, caller)
}

export const findVisit = async (db: Db, id: number, caller: Session): Promise<OrderRow> =>
  orNotTheirOffice(db, await findOrderRow(db, id), caller)

export const lockVisit = async (db: Db, id: number, caller: Caller): Promise<OrderRow> =>
  orNotTheirOffice(db, await lockOrder(db, id), caller)

export function refuseFinished(order: OrderRow, now: Date): void {
  if (order.cancelled_at) throw new Refusal('conflict', 'This order is cancelled.')
  if (isOver(order, now.getTime())) throw new Refusal('conflict', 'This order is already over.')
}
