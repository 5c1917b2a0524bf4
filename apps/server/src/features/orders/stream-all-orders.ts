import { Readable } from 'node:stream'
import { AdminOrder } from '@keyhour/contract/orders'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { listOrdersBefore, type OrderMark } from '#server/features/orders/queries.ts'

const ROWS_AT_ONCE = 1000
const Rows = z.array(AdminOrder)

/** All orders as one JSON array, newest first, of which only a thousand are in memory at a time. */
export const streamAllOrders = (db: Db): Readable => Readable.from(writeArray(db), { objectMode: false })

async function* writeArray(db: Db): AsyncGenerator<string> {
  let opening = '['
  let mark: OrderMark | undefined
  do {
    const rows = await listOrdersBefore(db, mark, ROWS_AT_ONCE)
    if (rows.length > 0) {
      yield opening + JSON.stringify(z.encode(Rows, rows)).slice(1, -1)
      opening = ','
    }
    mark = rows.length === ROWS_AT_ONCE ? rows.at(-1) : undefined
  } while (mark)
  yield opening === '[' ? '[]' : ']'
}
