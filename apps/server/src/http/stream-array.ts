import { Readable } from 'node:stream'
import { z } from 'zod'

/**
 * Streams one JSON array with only one batch of rows in memory. The rows are already encoded by the contract, so they
 * bypass the serializer.
 */
export const streamArray = <Row extends z.ZodType>(
  row: Row,
  batches: AsyncIterable<z.output<Row>[]>,
): Readable => Readable.from(writeArray(z.array(row), batches), { objectMode: false })

async function* writeArray<Rows extends z.ZodType>(
  rows: Rows,
  batches: AsyncIterable<z.output<Rows>>,
): AsyncGenerator<string> {
  let opening = '['
  for await (const batch of batches) {
    const written = JSON.stringify(z.encode(rows, batch)).slice(1, -1)
    if (written === '') continue
    yield opening + written
    opening = ','
  }
  yield opening === '[' ? '[]' : ']'
}
