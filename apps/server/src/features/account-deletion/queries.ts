import type { Language } from '@keyhour/contract/primitives'
import { and, asc, eq, isNotNull, isNull, lt, lte } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { deletionRequests, users } from '#server/db/schema/users.ts'

const person = {
  id: users.id,
  email: users.email,
  name: users.name,
  language: users.language,
  deleted_at: users.deleted_at,
}
export type Person = {
  id: number
  email: string
  name: string
  language: Language
  deleted_at: string | null
}

/** Deleted people too, until they are purged. */
export async function findPersonByEmail(db: Db, email: string): Promise<Person | undefined> {
  const [found] = await db
    .select(person)
    .from(users)
    .where(and(eq(users.email, email), isNull(users.purged_at)))
  return found
}

const isRunning = and(
  isNotNull(deletionRequests.purge_after),
  isNull(deletionRequests.undone_at),
  isNull(deletionRequests.purged_at),
)

type RunningDeletion = { id: number; confirmed_at: string; purge_after: string }

/** Confirmed, and waiting for its purge. */
export async function findRunningDeletion(db: Db, userId: number): Promise<RunningDeletion | undefined> {
  const { id, confirmed_at, purge_after } = deletionRequests
  const [running] = await db
    .select({ id, confirmed_at, purge_after })
    .from(deletionRequests)
    .where(and(eq(deletionRequests.user_id, userId), isRunning))
  // A confirmed request has both.
  return running as RunningDeletion | undefined
}

type DeletionRequest = typeof deletionRequests.$inferSelect

export async function insertDeletionRequest(db: Db, userId: number, now: Date): Promise<number> {
  const [request] = await db
    .insert(deletionRequests)
    .values({ user_id: userId, requested_at: now.toISOString() })
    .returning({ id: deletionRequests.id })
  return request!.id
}

const withPerson = (db: Db) =>
  db
    .select({ request: deletionRequests, person })
    .from(deletionRequests)
    .innerJoin(users, eq(users.id, deletionRequests.user_id))

export type KnownRequest = { request: DeletionRequest; person: Person }

export async function findRequest(db: Db, id: number): Promise<KnownRequest | undefined> {
  const [found] = await withPerson(db).where(eq(deletionRequests.id, id))
  return found
}

export async function lockRequest(db: Db, id: number): Promise<KnownRequest | undefined> {
  const [found] = await withPerson(db).where(eq(deletionRequests.id, id)).for('update')
  return found
}

const isDue = (now: Date) => and(isRunning, lte(deletionRequests.purge_after, now.toISOString()))

export async function listDueRequests(db: Db, now: Date): Promise<number[]> {
  const due = await db
    .select({ id: deletionRequests.id })
    .from(deletionRequests)
    .where(isDue(now))
    .orderBy(asc(deletionRequests.purge_after))
  return due.map(({ id }) => id)
}

/**
 * Undefined when it is no longer due, or another server has locked it. A weak lock, because statements refer to owners:
 * with a stronger one, issuing them and purging an owner would wait for each other.
 */
export async function lockDueRequest(db: Db, id: number, now: Date): Promise<KnownRequest | undefined> {
  const [found] = await withPerson(db)
    .where(and(eq(deletionRequests.id, id), isDue(now)))
    .for('no key update', { skipLocked: true })
  return found
}

export async function updateRequest(db: Db, id: number, change: Partial<DeletionRequest>): Promise<void> {
  await db.update(deletionRequests).set(change).where(eq(deletionRequests.id, id))
}

export async function deleteUnconfirmedBefore(db: Db, moment: Date): Promise<void> {
  await db
    .delete(deletionRequests)
    .where(
      and(isNull(deletionRequests.confirmed_at), lt(deletionRequests.requested_at, moment.toISOString())),
    )
}
