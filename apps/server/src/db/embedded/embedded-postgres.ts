import type { Client } from 'pg'
import { type Cluster, openCluster } from '#server/db/embedded/cluster.ts'
import { connectOrLaunch, type StartOptions, tryToConnect, urlOf } from '#server/db/embedded/connection.ts'
import { claimCluster, findOtherOwner } from '#server/db/embedded/ownership.ts'
import {
  findAddress,
  fingerprint,
  isAlive,
  type Postmaster,
  stopPostmaster,
} from '#server/db/embedded/postmaster.ts'

/** `url` is a connection string for `pg`. */
export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

export type EmbeddedPostgresOptions = {
  dir: string
  /** False only in tests: a power cut would lose data. */
  durable?: boolean
  /** Said to others who try the same folder: "process 123 on port 3000". */
  owner: string
  onProgress?: (sentence: string) => void
  /** PostgreSQL went away by itself, and with it the claim on the folder. */
  onLost?: () => void
}

const ROUNDS = 5

/** The server's own PostgreSQL: made on the first start, taken over when a killed process left it running. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, owner, onProgress = () => undefined, onLost = () => undefined } = options
  const cluster = await openCluster(options.dir, durable, onProgress)
  const held = await takeOver(cluster, { durable, owner, onProgress })
  try {
    await ensureDatabase(held.client)
    const address = await findAddress(cluster)
    return { url: urlOf(cluster, address!, 'keyhour'), stop: watch(cluster, held, onLost) }
  } catch (error) {
    await stopPostmaster(cluster, held.postmaster)
    throw error
  }
}

/** Beside the server that has it, while there is one; else as its owner. */
export async function joinEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = await openCluster(
    options.dir,
    options.durable ?? true,
    options.onProgress ?? (() => undefined),
  )
  const { client } = await tryToConnect(cluster, options.owner)
  const otherOwner = client && (await findOtherOwner(client))
  await client?.end()
  if (!otherOwner) return startEmbeddedPostgres(options)
  const address = await findAddress(cluster)
  return { url: urlOf(cluster, address!, 'keyhour'), stop: async () => undefined }
}

/** The connection whose life is the claim on the cluster, and the server it goes to. */
type Held = { client: Client; postmaster: Postmaster }

async function takeOver(cluster: Cluster, options: StartOptions): Promise<Held> {
  let trouble: unknown
  for (let round = 0; round < ROUNDS; round++) {
    const client = await connectOrLaunch(cluster, options)
    const claim = await claimCluster(client, cluster.dir).catch((error) => {
      trouble = error
      return undefined // it stops under our hands: the next round waits for its end and starts it anew
    })
    if (claim && 'otherOwner' in claim) {
      await client.end()
      throw new Error(
        `${cluster.dir} is in use by ${claim.otherOwner}. Stop that one, or set another DATA_DIR for this one.`,
      )
    }
    if (claim && claim.postmaster.status !== 'stopping') {
      if (claim.settings === fingerprint(options.durable)) return { client, postmaster: claim.postmaster }
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
  if (rowCount === 0) await client.query('create database keyhour')
}

function watch(cluster: Cluster, { client, postmaster }: Held, onLost: () => void): () => Promise<void> {
  let isLost = false
  let stopping: Promise<void> | undefined
  client.once('end', () => {
    isLost = true
    if (!stopping) onLost()
  })
  const stop = async () => {
    if (isLost && (await hasOtherOwner(cluster, postmaster))) return
    await stopPostmaster(cluster, postmaster)
    await client.end()
  }
  return () => {
    stopping ??= stop()
    return stopping
  }
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
