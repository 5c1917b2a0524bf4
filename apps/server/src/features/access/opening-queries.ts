import { and, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { doorOpenings } from '#server/db/schema/access.ts'

export type Opening = typeof doorOpenings.$inferSelect

type Door = { office_id: number; device_id: number }

const ofDoor = ({ office_id, device_id }: Door) =>
  and(eq(doorOpenings.office_id, office_id), eq(doorOpenings.device_id, device_id))

const theOpening = ({ office_id, id }: Pick<Opening, 'office_id' | 'id'>) =>
  and(eq(doorOpenings.office_id, office_id), eq(doorOpenings.id, id))

/** Undefined when the door is being opened already, or this key was used. */
export async function addOpening(
  db: Db,
  opening: typeof doorOpenings.$inferInsert,
): Promise<Opening | undefined> {
  const [added] = await db.insert(doorOpenings).values(opening).onConflictDoNothing().returning()
  return added
}

type Outcome = { ended_at: string } & Partial<Pick<Opening, 'key' | 'state' | 'failure' | 'may_have_worked'>>

export async function endOpening(
  db: Db,
  opening: Pick<Opening, 'office_id' | 'id'>,
  outcome: Outcome,
): Promise<Opening> {
  const [ended] = await db.update(doorOpenings).set(outcome).where(theOpening(opening)).returning()
  return ended!
}

/** Their server died, so nobody knows whether the door opened. */
export async function endAbandoned(
  db: Db,
  door: Door,
  { now, patience_ms }: { now: Date; patience_ms: number },
): Promise<void> {
  // An opening in the future began before the clock was set back.
  const isAbandoned = sql`abs(extract(epoch from ${doorOpenings.began_at} - ${now.toISOString()}::timestamptz))
    > ${patience_ms / 1000}::float8`
  await db
    .update(doorOpenings)
    .set({ ended_at: now.toISOString(), failure: 'not_confirmed', may_have_worked: true, key: null })
    .where(and(ofDoor(door), isNull(doorOpenings.ended_at), isAbandoned))
}

async function findWhere(db: Db, which: SQL | undefined): Promise<Opening | undefined> {
  const [opening] = await db.select().from(doorOpenings).where(which)
  return opening
}

export const findOpening = (db: Db, opening: Pick<Opening, 'office_id' | 'id'>) =>
  findWhere(db, theOpening(opening))

export const findOpeningByKey = (db: Db, actor_id: number, key: string) =>
  findWhere(db, and(eq(doorOpenings.actor_id, actor_id), eq(doorOpenings.key, key)))

export const findUnderWay = (db: Db, door: Door) =>
  findWhere(db, and(ofDoor(door), isNull(doorOpenings.ended_at)))

export async function findLast(db: Db, door: Door, since: Date): Promise<Opening | undefined> {
  const [opening] = await db
    .select()
    .from(doorOpenings)
    .where(
      and(ofDoor(door), isNotNull(doorOpenings.ended_at), gt(doorOpenings.began_at, since.toISOString())),
    )
    .orderBy(desc(doorOpenings.began_at), desc(doorOpenings.id))
    .limit(1)
  return opening
}

/** For a door that moves to another office. */
export async function forgetOpenings(db: Db, door: Door): Promise<void> {
  await db.delete(doorOpenings).where(ofDoor(door))
}

export async function deleteOpeningsBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(doorOpenings).where(sql`${doorOpenings.began_at} < ${moment.toISOString()}::timestamptz`)
}
