import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Postmaster, parsePidFile, readPidFile } from '#server/db/embedded/postmaster.ts'

/** The cluster is ours for as long as the connection lasts, unless it has another owner. */
type Claim = { otherOwner: string } | { otherOwner?: never; postmaster: Postmaster; settings: string | null }

// Arbitrary but fixed for ever: releases must exclude each other too.
const LOCK = [1801812344, 1]
/** Shared by the commands that use the cluster beside its owner or without one. */
const GUEST_LOCK = [1801812344, 2]
const PATIENCE_MS = 2000

/** A command that may be about to stop the server. Its claim ends in a moment. */
export const LEAVING_GUEST = 'a command that is ending'

/** A guest may share the cluster with an owner and other guests. */
export async function claimCluster(
  client: Client,
  dir: string,
  { asGuest }: { asGuest: boolean },
): Promise<Claim> {
  if (asGuest) await client.query('select pg_advisory_lock_shared($1, $2)', GUEST_LOCK)
  const otherOwner = asGuest ? undefined : await findOtherOwner(client)
  if (otherOwner) return { otherOwner }
  // Read after the claim: a server being stopped says so in postmaster.pid before it releases its owner's claim.
  const { rows } = await client.query(
    `select pg_read_file('postmaster.pid') as pid_file, current_setting('keyhour.settings', true) as settings`,
  )
  const postmaster = parsePidFile(rows[0].pid_file)
  const expected = await readPidFile(dir)
  if (!postmaster || postmaster.pid !== expected?.pid || postmaster.startedAt !== expected.startedAt) {
    throw new Error(`The server that answers for ${dir} works on other files.`)
  }
  return { postmaster, settings: rows[0].settings }
}

export async function findOtherOwner(client: Client): Promise<string | undefined> {
  const deadline = performance.now() + PATIENCE_MS
  // PostgreSQL needs a moment to notice that a client was killed.
  for (;;) {
    if (await tryToLock(client, LOCK)) return undefined
    if (performance.now() > deadline) return (await readOwner(client)) ?? 'another process'
    await sleep(100)
  }
}

/** Gives up the guest's claim. If it was the last, nobody can claim the server before the connection ends. */
export async function leaveAsGuest(client: Client): Promise<{ isLast: boolean }> {
  await client.query(`set application_name = '${LEAVING_GUEST}'`)
  await client.query('select pg_advisory_unlock_shared($1, $2)', GUEST_LOCK)
  while (!(await tryToLock(client, LOCK))) {
    const owner = await readOwner(client)
    if (owner && owner !== LEAVING_GUEST) return { isLast: false }
    await sleep(50)
  }
  return { isLast: await tryToLock(client, GUEST_LOCK) }
}

async function tryToLock(client: Client, lock: number[]): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as is_ours', lock)
  return rows[0].is_ours
}

async function readOwner(client: Client): Promise<string | undefined> {
  const { rows } = await client.query(
    `select application_name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
    LOCK,
  )
  return rows[0]?.application_name
}
