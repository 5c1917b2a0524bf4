import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { idempotencyKeys } from '#server/db/schema/orders.ts'
import { statement } from '#server/db/statement.ts'

type Key = { user_id: number; key: string; request_hash: Buffer }

/** Waits while another transaction holds the same key. False if the key was used before. */
export async function claimKey(db: Db, key: Key, now: Date): Promise<boolean> {
  return (await insertKey(db, { ...key, created_at: now.toISOString() })).length > 0
}

const insertKey = statement<Key & { created_at: string }>()((db, value) =>
  db
    .insert(idempotencyKeys)
    .values({
      user_id: value('user_id'),
      key: value('key'),
      request_hash: value('request_hash'),
      created_at: value('created_at'),
    })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key }),
)

const theKey = ({ user_id, key }: Pick<Key, 'user_id' | 'key'>) =>
  and(eq(idempotencyKeys.user_id, user_id), eq(idempotencyKeys.key, key))

export async function findKey(db: Db, key: Pick<Key, 'user_id' | 'key'>) {
  const [known] = await db.select().from(idempotencyKeys).where(theKey(key))
  return known
}

export async function keepAnswer(db: Db, key: Pick<Key, 'user_id' | 'key'>, answer: unknown): Promise<void> {
  await updateAnswer(db, { ...key, answer: JSON.stringify(answer) })
}

const updateAnswer = statement<{ user_id: number; key: string; answer: string }>()((db, value) =>
  db
    .update(idempotencyKeys)
    .set({ status: 201, answer: sql`${value('answer')}::jsonb` })
    .where(and(eq(idempotencyKeys.user_id, value('user_id')), eq(idempotencyKeys.key, value('key')))),
)

export async function deleteKey(db: Db, key: Pick<Key, 'user_id' | 'key'>): Promise<void> {
  await db.delete(idempotencyKeys).where(theKey(key))
}

export async function deleteIdempotencyKeysBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created_at, moment.toISOString()))
}
