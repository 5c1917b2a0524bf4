import type { Readable } from 'node:stream'
import { AdminOrder } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { listOrdersBefore, type OrderMark } from '#server/features/orders/queries.ts'
import { streamArray } from '#server/http/stream-array.ts'

const ROWS_AT_ONCE = 1000

/** All orders, newest first, of which only a thousand are in memory at a time. */
export const streamAllOrders = (db: Db): Readable => streamArray(AdminOrder, inBatches(db))

async function* inBatches(db: Db): AsyncGenerator<AdminOrder[]> {
  let mark: OrderMark | undefined
  do {
    const rows = await listOrdersBefore(db, mark, ROWS_AT_ONCE)
    yield rows
    mark = rows.length === ROWS_AT_ONCE ? rows.at(-1) : undefined
  } while (mark)
}
