import type { Readable } from 'node:stream'
import { AdminOrder, type OrderFilters } from '@keyhour/contract/all-orders'
import type { Db } from '#server/db/connection.ts'
import { resolveFilters } from '#server/features/all-orders/list-queries.ts'
import { listOrdersBefore, type OrderMark } from '#server/features/all-orders/row-queries.ts'
import { streamArray } from '#server/http/stream-array.ts'

const ROWS_AT_ONCE = 1000

export const streamOrders = (db: Db, filters: OrderFilters): Readable =>
  streamArray(AdminOrder, inBatches(db, filters))

/** Newest first, 1000 at a time, so that memory stays small. */
async function* inBatches(db: Db, filters: OrderFilters): AsyncGenerator<AdminOrder[]> {
  const search = await resolveFilters(db, filters)
  let mark: OrderMark | undefined
  do {
    const rows = await listOrdersBefore(db, search, mark, ROWS_AT_ONCE)
    yield rows
    mark = rows.length === ROWS_AT_ONCE ? rows.at(-1) : undefined
  } while (mark)
}
