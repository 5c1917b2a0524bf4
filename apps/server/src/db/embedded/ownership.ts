import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Postmaster, parsePidFile, readPidFile } from '#server/db/embedded/postmaster.ts'

/** Either somebody else has the cluster, or it is ours for as long as the connection lasts. */
type Claim = { otherOwner: string } | { otherOwner?: never; postmaster: Postmaster; settings: string | null }

// Two arbitrary numbers, the same for ever: releases must refuse each other too.
const LOCK = [1801812344, 1]
const PATIENCE_MS = 2000

export async function claimCluster(client: Client, dir: string): Promise<Claim> {
  const otherOwner = await findOtherOwner(client)
  if (otherOwner) return { otherOwner }
  // Asked after the claim: a server that is being stopped says so in postmaster.pid before it lets its owner's claim go.
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
  // The server side of a process that was killed needs a moment to notice.
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as is_ours', LOCK)
    if (rows[0].is_ours) return undefined
    if (performance.now() > deadline) return readOwner(client)
    await sleep(100)
  }
}

async function readOwner(client: Client): Promise<string> {
  const { rows } = await client.query(
    `select application_name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
    LOCK,
  )
  return rows[0]?.application_name || 'another process'
}
