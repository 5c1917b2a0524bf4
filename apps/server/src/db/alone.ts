import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { withoutLimits } from '#server/db/connection.ts'

/** Any number, as long as all servers use the same one. */
const START_LOCK = 74_011
const PAUSE_MS = 100

/** Servers that start together run `work` one after the other: the first does it, the others find it done. */
export function alone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  // Closing the connection releases the lock, whatever state a failure left it in.
  return withoutLimits(pool, async (client) => {
    await lockStart(client)
    return work()
  })
}

/**
 * Polls, because a session that waits for a lock inside a statement would block indexes that are built concurrently.
 */
export async function lockStart(client: pg.ClientBase): Promise<void> {
  while (!(await tryToLock(client))) await setTimeout(PAUSE_MS)
}

export async function unlockStart(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [START_LOCK])
}

async function tryToLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
    START_LOCK,
  ])
  return rows[0]!.is_ours
}
