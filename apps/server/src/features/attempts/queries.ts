import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { attempts } from '#server/db/schema/users.ts'

type Counted = { count: number; window_started_at: string }

/**
 * A window that began before `since` is over, and a new one begins. So does one in the future, which the clock was set
 * back past; the clocks of two servers may differ by a minute.
 */
export async function countAttempt(db: Db, key: string, now: Date, since: Date): Promise<Counted> {
  const isOver = sql`(${attempts.window_started_at} <= ${since.toISOString()}::timestamptz
    or ${attempts.window_started_at} > ${now.toISOString()}::timestamptz + interval '1 minute')`
  const [counted] = await db
    .insert(attempts)
    .values({ key, count: 1, window_started_at: now.toISOString() })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${attempts.count} + 1 end`,
        window_started_at: sql`case when ${isOver} then excluded.window_started_at else ${attempts.window_started_at} end`,
      },
    })
    .returning({ count: attempts.count, window_started_at: attempts.window_started_at })
  return counted!
}

export async function uncountAttempt(db: Db, key: string): Promise<void> {
  await db.execute(sql`
    with gone as (delete from ${attempts} where key = ${key} and count = 1)
    update ${attempts} set count = count - 1 where key = ${key} and count > 1`)
}

export async function hasAttemptSince(db: Db, key: string, since: Date): Promise<boolean> {
  const found = and(eq(attempts.key, key), gt(attempts.window_started_at, since.toISOString()))
  return (await db.$count(attempts, found)) > 0
}

export async function deleteAttempts(db: Db, keys: string[]): Promise<void> {
  await db.delete(attempts).where(inArray(attempts.key, keys))
}

export async function deleteAttemptsBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(attempts).where(lt(attempts.window_started_at, moment.toISOString()))
}
