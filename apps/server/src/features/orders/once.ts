import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Db } from '#server/db/connection.ts'
import { claimKey, findKey, keepAnswer } from '#server/features/orders/order-queries.ts'
import { Refusal } from '#server/http/refusal.ts'

type Attempt = { userId: number; key: string | undefined; request: unknown; now: Date }

/** The same request under the same key is done once and answered alike, however often and at once it comes. */
export async function once<T>(db: Db, attempt: Attempt, work: () => Promise<T>): Promise<T> {
  const { userId: user_id, key, request, now } = attempt
  if (key === undefined) return work()
  const request_hash = createHash('sha256').update(JSON.stringify(request)).digest()
  if (await claimKey(db, { user_id, key, request_hash }, now)) {
    const answer = await work()
    await keepAnswer(db, { user_id, key }, answer)
    return answer
  }
  const known = await findKey(db, { user_id, key })
  if (!known.request_hash.equals(request_hash))
    throw new Refusal('conflict', 'This Idempotency-Key was used for another request.')
  return known.answer as T
}

/** What the caller names the attempt by, if at all. */
export function idempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new Refusal('unreadable', 'The Idempotency-Key should have 1 to 200 plain characters.')
}
