import { hasBegun, isOver } from '@keyhour/contract/order-phase'
import type { SeriesScope } from '@keyhour/contract/series'
import type { Db } from '#server/db/connection.ts'
import { findOwnOrderRow } from '#server/features/orders/lock-own-order.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'
import { NO_SERIES } from '#server/features/series/get-series.ts'
import { listRowsOf, lockRowsOf, type SeriesKey } from '#server/features/series/queries.ts'
import { isInScope } from '#server/features/series/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'

/** The order in the address, and with which others something is to be done. */
export type Scoped = { orderId: number; scope: SeriesScope; caller: Session; now: Date }

type Found = { key: SeriesKey; orders: OrderRow[]; chosen: OrderRow }

export const findInScope = (db: Db, scoped: Scoped): Promise<Found> => read(db, scoped, listRowsOf)

/** The caller has locked the customer. */
export const lockInScope = (db: Db, scoped: Scoped): Promise<Found> => read(db, scoped, lockRowsOf)

/** Only orders that have not begun, the first to start first. */
async function read(
  db: Db,
  { orderId, scope, caller, now }: Scoped,
  list: typeof listRowsOf,
): Promise<Found> {
  const known = await findOwnOrderRow(db, orderId, caller)
  if (known.series_id === null) throw new Refusal('missing', NO_SERIES)
  const key = { office_id: known.office_id, series_id: known.series_id }
  const rows = await list(db, key)
  const chosen = rows.find(({ id }) => id === orderId) ?? known
  const orders = rows
    .filter((order) => isInScope(order, chosen, scope) && isComing(order, now))
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start) || a.id - b.id)
  if (orders.length === 0) throw new Refusal('conflict', 'None of these dates is still to come.')
  return { key, orders, chosen }
}

const isComing = (order: OrderRow, now: Date): boolean =>
  order.cancelled_at === null && !isOver(order, now.getTime()) && !hasBegun(order, now.getTime())
