import { createHash } from 'node:crypto'
import { access, open, readdir, readFile, readlink, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runAs, spawnAs } from '#server/db/embedded/account.ts'
import type { Cluster } from '#server/db/embedded/cluster.ts'

/** The content of postmaster.pid. */
export type Postmaster = { pid: number; dir: string; startedAt: string; port: number; status: string }

export type Address = { host: string; port: number }

const SOCKET_PORT = 5432
const LOG_LIMIT_BYTES = 10 * 1024 * 1024
const UNFINISHED_PID_FILE_MS = 1000

/** `durable: false` is for tests only: a power cut would lose data. */
function listSettings(durable: boolean): string[] {
  return [
    'shared_buffers=128MB',
    // Tests open many servers on one PostgreSQL.
    `max_connections=${durable ? 100 : 300}`,
    'timezone=UTC',
    'log_timezone=UTC',
    'log_min_messages=warning',
    'log_checkpoints=off',
    'idle_in_transaction_session_timeout=60s',
    'unix_socket_permissions=0700',
    ...(durable
      ? ['fsync=on']
      : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']),
  ]
}

/**
 * Kept in the running server as `keyhour.settings`, so that a later start can tell whether its settings are the same.
 */
export function fingerprint(durable: boolean): string {
  return createHash('sha256').update(listSettings(durable).join()).digest('hex').slice(0, 16)
}

export async function findAddress(cluster: Cluster): Promise<Address | undefined> {
  if (process.platform !== 'win32') return { host: cluster.socketDir, port: SOCKET_PORT }
  const postmaster = await readPidFile(cluster.dir)
  return postmaster && { host: '127.0.0.1', port: postmaster.port }
}

/** Windows has no socket. */
export async function hasSocket({ socketDir }: Cluster): Promise<boolean> {
  if (process.platform === 'win32') return true
  return access(join(socketDir, `.s.PGSQL.${SOCKET_PORT}`)).then(
    () => true,
    (error) => error.code !== 'ENOENT',
  )
}

export async function readPidFile(dir: string): Promise<Postmaster | undefined> {
  return parsePidFile(await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => ''))
}

export function parsePidFile(text: string): Postmaster | undefined {
  const [pid, dir = '', startedAt = '', port, , , , status = ''] = text.split('\n')
  const number = Number.parseInt(pid ?? '', 10)
  if (!(number > 0)) return undefined
  return { pid: number, dir, startedAt, port: Number(port), status: status.trim() }
}

/** Process numbers are reused, so it also compares the folder. */
export async function isAlive({ pid, dir }: { pid: number; dir: string }): Promise<boolean> {
  if (process.platform === 'linux') {
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
    return args[args.indexOf('-D') + 1] === dir
  }
  const [program, args] =
    process.platform === 'win32'
      ? ['tasklist', ['/FI', `PID eq ${pid}`, '/FI', 'IMAGENAME eq postgres.exe', '/NH']]
      : ['ps', ['-ww', '-o', 'args=', '-p', String(pid)]]
  const { output } = await runAs({ launcher: [] }, program as string, args as string[])
  return process.platform === 'win32' ? output.includes('postgres.exe') : output.includes(` -D ${dir} `)
}

/**
 * Kills a PostgreSQL whose files were removed. It would notice within a minute and then remove the socket of its
 * successor, which has the same path; a killed one does not.
 */
export async function endStrays(dir: string): Promise<void> {
  if (process.platform !== 'linux') return
  for (const name of await readdir('/proc')) {
    const stray = { pid: Number(name), dir }
    if (!(stray.pid > 0 && (await isAlive(stray)) && (await isStray(stray)))) continue
    signal(stray.pid, 'SIGKILL')
    await isGoneWithin(stray, 5000)
  }
}

/** Only processes of this machine: in a container the same path is another folder. */
async function isStray({ pid, dir }: { pid: number; dir: string }): Promise<boolean> {
  const ask = (id: number | 'self', what: string) => readlink(`/proc/${id}/${what}`).catch(() => undefined)
  const isHere = (await ask(pid, 'ns/mnt')) === (await ask('self', 'ns/mnt'))
  return isHere && (await ask(pid, 'cwd')) === `${dir} (deleted)`
}

export type Launch = { hasEnded(): boolean; readLog(): Promise<string> }

/** In its own session, so that Ctrl-C in the terminal reaches only us. */
export async function launchPostmaster(cluster: Cluster, durable: boolean): Promise<Launch> {
  const env = await clearRemains(cluster)
  const args = ['-D', cluster.dir, ...(await listArguments(cluster, durable))]
  const logFrom = await boundLog(cluster.logFile)
  const log = await open(cluster.logFile, 'a', 0o600)
  const { owner } = cluster.account
  if (owner) await log.chown(owner.uid, owner.gid) // so that this account can also start by itself later
  let ended = false
  // Only pg_ctl can give up administrator rights on Windows, which PostgreSQL insists on.
  const [program, programArgs] =
    process.platform === 'win32'
      ? [cluster.binaries.pgCtl, ['start', '-W', '-D', cluster.dir, '-o', args.slice(2).join(' ')]]
      : [cluster.binaries.postgres, args]
  const child = spawnAs(cluster.account, program, programArgs, {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env,
  })
  child.once('error', () => (ended = true))
  child.once('exit', (code) => (ended = process.platform !== 'win32' || code !== 0))
  child.unref()
  await log.close()
  return { hasEnded: () => ended, readLog: () => readFrom(cluster.logFile, logFrom) }
}

async function listArguments(cluster: Cluster, durable: boolean): Promise<string[]> {
  const where =
    process.platform === 'win32'
      ? ['listen_addresses=127.0.0.1', `port=${cluster.port ?? (await findFreePort())}`]
      : [
          'listen_addresses=',
          `port=${SOCKET_PORT}`,
          // A list of folders, in which quotes allow commas.
          `unix_socket_directories="${cluster.socketDir.replaceAll('"', '""')}"`,
        ]
  const settings = [...where, ...listSettings(durable), `keyhour.settings=${fingerprint(durable)}`]
  return settings.flatMap((setting) => ['-c', setting])
}

/**
 * The remains of a killed PostgreSQL can keep the next one from starting. A readable postmaster.pid stays, because
 * PostgreSQL uses it to check for processes that still use the data.
 */
async function clearRemains(cluster: Cluster): Promise<NodeJS.ProcessEnv> {
  // Only this cluster's server creates a socket here, and postmaster.pid already guards that.
  if (cluster.socketDir) await rm(join(cluster.socketDir, `.s.PGSQL.${SOCKET_PORT}.lock`), { force: true })
  const left = await readPidFile(cluster.dir)
  // Its number may belong to another program by now; PostgreSQL ignores the one named here.
  if (left) return { PG_GRANDPARENT_PID: String(left.pid) }
  await removeUnfinishedPidFile(cluster.dir)
  return {}
}

/** Killed between creating postmaster.pid and writing its number: PostgreSQL would refuse for ever. */
async function removeUnfinishedPidFile(dir: string): Promise<void> {
  const path = join(dir, 'postmaster.pid')
  const before = await stat(path).catch(() => undefined)
  if (!before) return
  await sleep(UNFINISHED_PID_FILE_MS) // a server that is just starting needs microseconds
  const after = await stat(path).catch(() => undefined)
  if (after?.ino === before.ino && !(await readPidFile(dir))) await rm(path, { force: true })
}

async function boundLog(logFile: string): Promise<number> {
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0
  if (size <= LOG_LIMIT_BYTES) return size
  await rename(logFile, `${logFile}.1`)
  return 0
}

async function readFrom(file: string, position: number): Promise<string> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0))
  return bytes.subarray(position).toString().trim()
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Fast shutdown: open transactions are rolled back, and everything acknowledged is on disk. */
export async function stopPostmaster(cluster: Cluster, postmaster: Postmaster): Promise<void> {
  const steps = [
    { signal: 'SIGINT', mode: 'fast', patience_ms: 30_000 },
    { signal: 'SIGQUIT', mode: 'immediate', patience_ms: 15_000 },
  ] as const
  for (const step of steps) {
    if (!(await isAlive(postmaster))) return
    if (process.platform === 'win32') {
      await runAs(cluster.account, cluster.binaries.pgCtl, ['stop', '-W', '-D', cluster.dir, '-m', step.mode])
    } else {
      signal(postmaster.pid, step.signal)
    }
    if (await isGoneWithin(postmaster, step.patience_ms)) return
  }
  throw new Error(`PostgreSQL (process ${postmaster.pid}) does not stop. See ${cluster.logFile}.`)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function isGoneWithin(postmaster: { pid: number; dir: string }, patience_ms: number): Promise<boolean> {
  const deadline = performance.now() + patience_ms
  while (await isAlive(postmaster)) {
    if (performance.now() > deadline) return false
    await sleep(20)
  }
  return true
}
