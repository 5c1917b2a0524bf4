import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Cluster } from '#server/db/embedded/cluster.ts'
import {
  type Address,
  findAddress,
  hasSocket,
  isAlive,
  type Launch,
  launchPostmaster,
  type Postmaster,
  readPidFile,
  stopPostmaster,
} from '#server/db/embedded/postmaster.ts'

const PATIENCE_MS = 60_000
// Stopping a recovery and beginning again would never end, so it gets far longer.
const RECOVERY_PATIENCE_MS = 600_000
const RECOVERING = /starting up|recovery|not yet accepting/
const QUIET_MS = 1000

export function urlOf(cluster: Cluster, address: Address, database: string): string {
  const query = new URLSearchParams({ host: address.host, port: String(address.port), ssl: '0' })
  return `postgres://keyhour:${cluster.password}@localhost/${database}?${query}`
}

export type StartOptions = { durable: boolean; owner: string; onProgress: (sentence: string) => void }

/** Connects to the running server of the cluster, or starts one. */
export async function connectOrLaunch(cluster: Cluster, options: StartOptions): Promise<Client> {
  const began = performance.now()
  let launch: Launch | undefined
  let reported = ''
  for (;;) {
    const { client, words } = await tryToConnect(cluster, options.owner)
    if (client) return client
    launch = await launchIfNeeded(launch, words, cluster, options)
    const waited_ms = performance.now() - began
    const sentence = `Waiting for PostgreSQL: ${words || 'no answer yet'}…`
    if (waited_ms > patienceFor(words)) throw new Error(`${sentence} Given up. See ${cluster.logFile}.`)
    if (waited_ms > QUIET_MS && sentence !== reported) options.onProgress(sentence)
    if (waited_ms > QUIET_MS) reported = sentence
    await sleep(30)
  }
}

async function launchIfNeeded(
  launch: Launch | undefined,
  words: string,
  cluster: Cluster,
  options: StartOptions,
): Promise<Launch | undefined> {
  if (launch && !launch.hasEnded()) return launch
  if (launch) await expectPassingTrouble(launch, cluster)
  if (words) return undefined
  const running = await findRunning(cluster)
  // Its socket was removed: nobody can connect to it any more.
  const isOutOfReach = running?.status === 'ready' && !(await hasSocket(cluster))
  if (running && !isOutOfReach) return undefined
  if (running) await stopPostmaster(cluster, running)
  if (!launch) options.onProgress('Starting PostgreSQL…')
  return launchPostmaster(cluster, options.durable)
}

const patienceFor = (words: string) => (RECOVERING.test(words) ? RECOVERY_PATIENCE_MS : PATIENCE_MS)

async function findRunning(cluster: Cluster): Promise<Postmaster | undefined> {
  const left = await readPidFile(cluster.dir)
  return left && (await isAlive({ pid: left.pid, dir: cluster.dir })) ? left : undefined
}

/** Another start may have been faster, or processes of a killed server may still be ending. */
async function expectPassingTrouble(launch: Launch, cluster: Cluster): Promise<void> {
  const log = await launch.readLog()
  if (/lock file .* (already exists|is empty)|shared memory block/.test(log)) return void (await sleep(300))
  throw new Error(`PostgreSQL did not start:\n${log.slice(-2000)}\n(from ${cluster.logFile})`)
}

/** `words` is what a server that is not ready says; empty when there is no server. */
type Answer = { client?: Client; words: string }

export async function tryToConnect(cluster: Cluster, owner: string): Promise<Answer> {
  const left = await readPidFile(cluster.dir)
  // A server in recovery writes each refused connection into its log, so we do not ask it.
  if (left?.status === 'starting' && (await isAlive(left))) return { words: 'it is starting up' }
  const address = await findAddress(cluster)
  if (!address) return { words: '' }
  const client = new Client({
    // Not the product's database, which must have no connections while it is copied as a template.
    connectionString: urlOf(cluster, address, 'postgres'),
    application_name: owner,
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined) // 'end' reports a lost connection
  try {
    await client.connect()
    return { client, words: '' }
  } catch (error) {
    await client.end().catch(() => undefined)
    return { words: explain(error as NodeJS.ErrnoException, cluster) }
  }
}

const NOT_READY = ['57P03', '57P01', '57P02', '53300'] // starting or stopping, being shut down, crashing, full
const NOT_THERE = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']

function explain(error: NodeJS.ErrnoException, cluster: Cluster): string {
  const code = error.code ?? ''
  if (NOT_READY.includes(code)) return error.message
  if (NOT_THERE.includes(code) || error.message === 'Connection terminated unexpectedly') return ''
  if (error.message.includes('timeout')) return 'it does not answer'
  if (code === '28P01') {
    throw new Error(
      `The password in ${cluster.dir} is not the one of its database. Put it back from a backup.`,
    )
  }
  throw error
}
