import { execFileSync } from 'node:child_process'
import { openCluster } from '../../server/src/db/embedded/cluster.ts'
import { connectOrLaunch, urlOf } from '../../server/src/db/embedded/connection.ts'
import { findAddress, readPidFile, stopPostmaster } from '../../server/src/db/embedded/postmaster.ts'

const OPTIONS = { durable: true, owner: 'a test', onProgress: () => undefined }

/** A PostgreSQL without a supervisor, so that a test can stop, restart and freeze it. */
export async function startPlainPostgres(dir: string) {
  const cluster = await openCluster(dir, OPTIONS.durable, OPTIONS.onProgress)

  async function start(): Promise<void> {
    const client = await connectOrLaunch(cluster, OPTIONS)
    const { rowCount } = await client.query(`select from pg_database where datname = 'keyhour'`)
    if (rowCount === 0) await client.query('create database keyhour')
    await client.end()
  }

  async function stop(): Promise<void> {
    const postmaster = await readPidFile(cluster.dir)
    if (postmaster) await stopPostmaster(cluster, postmaster)
  }

  /** The postmaster comes first: once it is frozen, it starts no process that the list of its children lacks. */
  async function signalAll(signal: NodeJS.Signals): Promise<void> {
    const { pid } = (await readPidFile(cluster.dir))!
    process.kill(pid, signal)
    for (const child of childrenOf(pid)) signalIfAlive(child, signal)
  }

  await start()
  return {
    url: urlOf(cluster, (await findAddress(cluster))!, 'keyhour'),
    start,
    stop,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  }
}

/** A connection may end by itself just before its process is signalled. */
function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child!)
