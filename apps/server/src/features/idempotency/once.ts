import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Db } from '#server/db/connection.ts'
import { claimKey, deleteKey, findKey, keepAnswer } from '#server/features/idempotency/key-queries.ts'
import { Refusal } from '#server/http/refusal.ts'

export type KeyedRequest = { userId: number; key: string | undefined; request: unknown; now: Date }

class KeyUsed extends Error {
  override readonly name = 'KeyUsed'
}

/** Throws if an earlier request used the key. Waits for a request that is using it now. */
export async function takeKey(db: Db, { userId: user_id, key, request, now }: KeyedRequest): Promise<void> {
  if (key === undefined) return
  if (!(await claimKey(db, { user_id, key, request_hash: hashOf(request) }, now))) throw new KeyUsed()
}

export async function keepAnswerTo(
  db: Db,
  { userId: user_id, key }: KeyedRequest,
  answer: unknown,
): Promise<void> {
  if (key !== undefined) await keepAnswer(db, { user_id, key }, answer)
}

/** Does `work`, which uses the key. If that fails because the request is a repetition, answers as the first time. */
export async function unlessAnswered<T>(db: Db, keyed: KeyedRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isRepetition = error instanceof KeyUsed || error instanceof Refusal
    const known = isRepetition ? await findAnswer<T>(db, keyed) : undefined
    if (known === undefined) throw error
    return known
  }
}

/** Does the work once for each key: repeated requests, even simultaneous ones, get the first answer. */
export function once<T>(db: Db, keyed: KeyedRequest, work: () => Promise<T>): Promise<T> {
  return unlessAnswered(db, keyed, async () => {
    await takeKey(db, keyed)
    const answer = await work()
    await keepAnswerTo(db, keyed, answer)
    return answer
  })
}

/** For work that was undone: the key can be used again, also for another request. */
export async function freeKey(db: Db, { userId: user_id, key }: KeyedRequest): Promise<void> {
  if (key !== undefined) await deleteKey(db, { user_id, key })
}

/** The answer to an earlier request with the same key. */
export async function findAnswer<T>(
  db: Db,
  { userId: user_id, key, request }: KeyedRequest,
): Promise<T | undefined> {
  const known = key === undefined ? undefined : await findKey(db, { user_id, key })
  if (known && !known.request_hash.equals(hashOf(request)))
    throw new Refusal('conflict', 'This Idempotency-Key was used for another request.')
  return (known?.answer ?? undefined) as T | undefined
}

const hashOf = (request: unknown): Buffer => createHash('sha256').update(JSON.stringify(request)).digest()

export function idempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  throw new Refusal('unreadable', 'The Idempotency-Key should have 1 to 200 plain characters.')
}
