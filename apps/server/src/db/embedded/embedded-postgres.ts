import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Cluster, openCluster } from '#server/db/embedded/cluster.ts'
import { connectOrLaunch, type StartOptions, tryToConnect, urlOf } from '#server/db/embedded/connection.ts'
import { claimCluster, findOtherOwner, LEAVING_GUEST, leaveAsGuest } from '#server/db/embedded/ownership.ts'
import {
  endStrays,
  findAddress,
  fingerprint,
  hasSocket,
  isAlive,
  type Postmaster,
  stopPostmaster,
} from '#server/db/embedded/postmaster.ts'
import { hasRoom } from '#server/outside/disk.ts'

export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

export type EmbeddedPostgresOptions = {
  dir: string
  /** False only in tests: a power cut would lose data. */
  durable?: boolean
  /** Shown to others who try the same folder: "process 123 on port 3000". */
  owner: string
  onProgress?: (sentence: string) => void
  /** PostgreSQL went away by itself, or could not be restarted yet. */
  onTrouble?: (error: Error) => void
  /** It will not be started again: it failed too often, or another process has the folder now. */
  onLost?: () => void
}

class FolderInUse extends Error {}

const ROUNDS = 5
const RESTARTS = 8
const LONGEST_PAUSE_MS = 5000
const HELD_MS = 2000
const SOCKET_MS = 1000

/** Created on the first start, taken over when a killed process left it running. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, owner, onProgress = () => undefined } = options
  const cluster = await openCluster(options.dir, durable, onProgress)
  await endStrays(cluster.dir)
  const claim = () => takeOver(cluster, { durable, owner, onProgress })
  const held = await claim()
  try {
    await ensureDatabase(held.client)
    const address = await findAddress(cluster)
    return {
      url: urlOf(cluster, address!, 'keyhour'),
      stop: keepRunning(cluster, held, { ...options, claim }),
    }
  } catch (error) {
    await stopPostmaster(cluster, held.postmaster)
    throw error
  }
}

/**
 * For a command, with or without a running server. It starts PostgreSQL if needed, and stops it again unless a server
 * or another command uses it by then. It never blocks a server.
 */
export async function joinEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, owner, onProgress = () => undefined } = options
  const cluster = await openCluster(options.dir, durable, onProgress)
  await endStrays(cluster.dir)
  const held = await takeOver(cluster, { durable, owner, onProgress }, { asGuest: true })
  const leave = async () => {
    const { isLast } = await leaveAsGuest(held.client).catch(() => ({ isLast: false }))
    if (isLast) await stopPostmaster(cluster, held.postmaster)
    await held.client.end()
  }
  try {
    await ensureDatabase(held.client)
    const address = await findAddress(cluster)
    return { url: urlOf(cluster, address!, 'keyhour'), stop: leave }
  } catch (error) {
    await leave()
    throw error
  }
}

/** The claim on the cluster lasts as long as this connection. */
type Held = { client: Client; ended: Promise<void>; postmaster: Postmaster }

async function takeOver(
  cluster: Cluster,
  options: StartOptions,
  { asGuest } = { asGuest: false },
): Promise<Held> {
  let trouble: unknown
  for (let round = 0; round < ROUNDS; round++) {
    const client = await connectOrLaunch(cluster, options)
    // Listens from the beginning: the connection may end while the claim is still being checked.
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    const claim = await claimCluster(client, cluster.dir, { asGuest }).catch((error) => {
      trouble = error
      return undefined // it is stopping: the next round waits for its end and starts it again
    })
    if (claim && 'otherOwner' in claim) {
      await client.end()
      if (claim.otherOwner === LEAVING_GUEST) continue
      throw new FolderInUse(
        `${cluster.dir} is in use by ${claim.otherOwner}. Stop that one, or set another DATA_DIR for this one.`,
      )
    }
    if (claim && claim.postmaster.status !== 'stopping') {
      if (asGuest || claim.settings === fingerprint(options.durable)) {
        cluster.port = claim.postmaster.port
        return { client, ended, postmaster: claim.postmaster }
      }
      // Left by a test without fsync, or by an older release.
      await stopPostmaster(cluster, claim.postmaster)
    }
    await client.end()
  }
  throw new Error(`PostgreSQL in ${cluster.dir} keeps going away. See ${cluster.logFile}.`, {
    cause: trouble,
  })
}

async function ensureDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_database where datname = 'keyhour'`)
  if (rowCount !== 0) return
  await client.query('create database keyhour').catch((error) => {
    // A server and a command, or two commands, may do this at the same time.
    if (!['42P04', '23505'].includes(error.code)) throw error
  })
}

type Keeping = Pick<EmbeddedPostgresOptions, 'onTrouble' | 'onLost'> & { claim: () => Promise<Held> }

/** Restarts PostgreSQL when it goes away by itself. Returns a function that stops it. */
function keepRunning(
  cluster: Cluster,
  first: Held,
  { claim, onTrouble, onLost }: Keeping,
): () => Promise<void> {
  let held = first
  let restarting = Promise.resolve()
  let isRestarting = false
  let stopping: Promise<void> | undefined

  const watch = () =>
    void held.ended.then(() => {
      if (!stopping) restarting = restart()
    })

  /** Without its socket existing connections still work, but new ones fail. */
  async function watchSocket(): Promise<void> {
    while (!stopping) {
      await sleep(SOCKET_MS, undefined, { ref: false })
      if (stopping || isRestarting || (await hasSocket(cluster))) continue
      onTrouble?.(new Error('The socket of PostgreSQL is gone. It is stopped, to be started again.'))
      await stopPostmaster(cluster, held.postmaster).catch((error) => onTrouble?.(error))
      await restarting
    }
  }

  async function restart(): Promise<void> {
    isRestarting = true
    onTrouble?.(new Error('PostgreSQL went away. It is started again.'))
    for (let failures = 0; !stopping; failures += 1) {
      try {
        if (failures > 0) await sleep(Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures))
        held = await claim()
        isRestarting = false
        return watch()
      } catch (error) {
        onTrouble?.(error as Error)
        const isLost =
          error instanceof FolderInUse ||
          (failures >= RESTARTS && (await hasRoom(cluster.dir).catch(() => true)))
        if (isLost) return onLost?.()
      }
    }
  }

  async function stop(): Promise<void> {
    await restarting
    if (!(await isStillHeld(held)) && (await hasOtherOwner(cluster, held.postmaster))) return
    await stopPostmaster(cluster, held.postmaster)
    await held.client.end()
  }

  watch()
  void watchSocket()
  return () => {
    stopping ??= stop()
    return stopping
  }
}

/** Asks the server, because a suspended process may not know yet that its claim is gone. */
function isStillHeld({ client }: Held): Promise<boolean> {
  const answer = client.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answer, sleep(HELD_MS, false, { ref: false })])
}

/** Once our claim was lost, another process may have taken over the same server. */
async function hasOtherOwner(cluster: Cluster, postmaster: Postmaster): Promise<boolean> {
  if (!(await isAlive(postmaster))) return false
  const { client } = await tryToConnect(cluster, 'stopping')
  if (!client) return false
  const otherOwner = await findOtherOwner(client).catch(() => undefined)
  await client.end()
  return otherOwner !== undefined
}
