import { and, eq, lt } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { idempotencyKeys } from '#server/db/schema/orders.ts'

type Key = { user_id: number; key: string; request_hash: Buffer }

/** Waits while another transaction holds the same key. False if the key was used before. */
export async function claimKey(db: Db, key: Key, now: Date): Promise<boolean> {
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ ...key, created_at: now.toISOString() })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  return claimed.length > 0
}

const theKey = ({ user_id, key }: Pick<Key, 'user_id' | 'key'>) =>
  and(eq(idempotencyKeys.user_id, user_id), eq(idempotencyKeys.key, key))

export async function findKey(db: Db, key: Pick<Key, 'user_id' | 'key'>) {
  const [known] = await db.select().from(idempotencyKeys).where(theKey(key))
  return known
}

export async function keepAnswer(db: Db, key: Pick<Key, 'user_id' | 'key'>, answer: unknown): Promise<void> {
  await db.update(idempotencyKeys).set({ status: 201, answer }).where(theKey(key))
}

export async function deleteIdempotencyKeysBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, moment.toISOString()))
}
