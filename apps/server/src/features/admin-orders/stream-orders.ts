import type { Readable } from 'node:stream'
import type { OrderFilters } from '@keyhour/contract/admin-orders'
import { AdminOrder } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { lookUp } from '#server/features/admin-orders/list-queries.ts'
import { listOrdersBefore, type OrderMark } from '#server/features/admin-orders/row-queries.ts'
import { streamArray } from '#server/http/stream-array.ts'

const ROWS_AT_ONCE = 1000

export const streamOrders = (db: Db, filters: OrderFilters): Readable =>
  streamArray(AdminOrder, inBatches(db, filters))

/** The orders that the filters let through, newest first, of which only a thousand are in memory at a time. */
export async function* inBatches(db: Db, filters: OrderFilters): AsyncGenerator<AdminOrder[]> {
  const wanted = await lookUp(db, filters)
  let mark: OrderMark | undefined
  do {
    const rows = await listOrdersBefore(db, wanted, mark, ROWS_AT_ONCE)
    yield rows
    mark = rows.length === ROWS_AT_ONCE ? rows.at(-1) : undefined
  } while (mark)
}
