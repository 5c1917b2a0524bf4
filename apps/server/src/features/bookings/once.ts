import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Db } from '#server/db/connection.ts'
import { claimKey, findKey, keepAnswer } from '#server/features/bookings/key-queries.ts'
import { Refusal } from '#server/http/refusal.ts'

type KeyedRequest = { userId: number; key: string | undefined; request: unknown; now: Date }

/** Does the work once for each key: repeated requests, even simultaneous ones, get the first answer. */
export async function once<T>(db: Db, keyed: KeyedRequest, work: () => Promise<T>): Promise<T> {
  const { userId: user_id, key, request, now } = keyed
  if (key === undefined) return work()
  if (await claimKey(db, { user_id, key, request_hash: hashOf(request) }, now)) {
    const answer = await work()
    await keepAnswer(db, { user_id, key }, answer)
    return answer
  }
  return (await findAnswer<T>(db, keyed))!
}

/** The answer to an earlier request with the same key. */
export async function findAnswer<T>(
  db: Db,
  { userId: user_id, key, request }: KeyedRequest,
): Promise<T | undefined> {
  const known = key === undefined ? undefined : await findKey(db, { user_id, key })
  if (known && !known.request_hash.equals(hashOf(request)))
    throw new Refusal('conflict', 'This Idempotency-Key was used for another request.')
  return known?.answer as T | undefined
}

const hashOf = (request: unknown): Buffer => createHash('sha256').update(JSON.stringify(request)).digest()

export function idempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new Refusal('unreadable', 'The Idempotency-Key should have 1 to 200 plain characters.')
}
