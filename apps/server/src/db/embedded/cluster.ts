import { createHash, randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import {
  lchown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Account, chooseAccount, runAs } from '#server/db/embedded/account.ts'
import { type Binaries, findBinaries } from '#server/db/embedded/binaries.ts'

export type Cluster = {
  dir: string
  socketDir: string
  /** Only on Windows, which has no socket. Kept across restarts, since clients know it. */
  port?: number
  logFile: string
  password: string
  account: Account
  binaries: Binaries
}

const PASSWORD_FILE = 'keyhour.password'
// macOS allows 103 bytes for the path of a socket, Linux 107.
const LONGEST_SOCKET_PATH = 103

export async function openCluster(
  path: string,
  durable: boolean,
  onProgress: (sentence: string) => void,
): Promise<Cluster> {
  const binaries = await findBinaries()
  const dir = await settlePath(path)
  const account = await chooseAccount(binaries, dir)
  await removeDeadAttempts(dir)
  if (!(await readVersion(dir))) {
    onProgress('Creating the database cluster…')
    await createCluster(dir, durable, account, binaries)
  }
  await checkVersion(dir, account, binaries)
  await handOver(dir, account)
  return {
    dir,
    socketDir: await makeSocketDir(dir, account),
    logFile: `${dir}.log`,
    password: await readPassword(dir),
    account,
    binaries,
  }
}

async function settlePath(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  return realpath(path).catch(async () => join(await realpath(dirname(path)), basename(path)))
}

/** Undefined when there is no cluster yet and one may be created. */
async function readVersion(dir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(dir, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES') {
      throw new Error(
        `${dir} belongs to another account (${(await stat(dir)).uid}). Start as that account or as root, or set another DATA_DIR.`,
      )
    }
    if (code !== 'ENOENT') throw error
    const entries = await readdir(dir).catch(() => [])
    if (entries.length === 0) return undefined
    throw new Error(
      `${dir} is not empty and is not a PostgreSQL cluster. Set another DATA_DIR, or move it away.`,
    )
  }
}

async function checkVersion(dir: string, account: Account, binaries: Binaries): Promise<void> {
  const { output } = await runAs(account, binaries.postgres, ['--version'])
  const ours = /\) (\d+)/.exec(output)?.[1]
  if (!ours) throw new Error(cannotRun(output))
  const theirs = await readVersion(dir)
  if (theirs === ours) return
  throw new Error(
    `${dir} was written by PostgreSQL ${theirs}, and this is PostgreSQL ${ours}. Nothing was changed. ` +
      'Use the release that wrote it to make a dump, or set another DATA_DIR.',
  )
}

const cannotRun = (said: string) =>
  `The bundled PostgreSQL does not run on this machine: ${said.trim()} Set DATABASE_URL to use a PostgreSQL of your own.`

/** Created elsewhere and renamed into position, so a kill at any moment leaves a whole cluster or none. */
async function createCluster(
  dir: string,
  durable: boolean,
  account: Account,
  binaries: Binaries,
): Promise<void> {
  const attempt = `${dir}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  const passwordFile = join(attempt, 'password')
  const fresh = join(attempt, 'cluster')
  await mkdir(attempt, { mode: 0o700 })
  try {
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
    await handOver(attempt, account)
    await runInitdb(fresh, passwordFile, durable, { account, binaries })
    await rename(passwordFile, join(fresh, PASSWORD_FILE))
    if (durable) await syncToDisk(join(fresh, PASSWORD_FILE), fresh)
    await rename(fresh, dir)
    if (durable) await syncToDisk(dirname(dir))
  } catch (error) {
    // Two first starts at the same time: the other was faster, and its cluster is as good as ours.
    if (!(await readVersion(dir))) throw error
  } finally {
    await removeAttempt(attempt)
  }
}

type Runner = { account: Account; binaries: Binaries }

async function runInitdb(
  fresh: string,
  passwordFile: string,
  durable: boolean,
  { account, binaries }: Runner,
) {
  const args = [
    `--pgdata=${fresh}`,
    '--username=keyhour',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Built into PostgreSQL: the same order and the same lower() on every machine, also for Hebrew.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]
  let output = ''
  // pg_trgm still asks the machine which characters are letters, and in plain C Hebrew ones are not.
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const run = await runAs(account, binaries.initdb, [...args, `--lc-ctype=${ctype}`])
    if (run.code === 0) return
    output = run.output
    if (!output.includes('invalid locale name')) break
  }
  throw new Error(`The database cluster could not be created: ${output.trim()}`)
}

async function syncToDisk(...paths: string[]): Promise<void> {
  if (process.platform === 'win32') return // cannot open a folder
  for (const path of paths) {
    const handle = await open(path, 'r')
    await handle.sync().finally(() => handle.close())
  }
}

async function removeDeadAttempts(dir: string): Promise<void> {
  const prefix = `${basename(dir)}.new-`
  for (const name of await readdir(dirname(dir))) {
    const path = join(dirname(dir), name)
    if (
      name.startsWith(prefix) &&
      (await isDeadAttempt(path, Number.parseInt(name.slice(prefix.length), 10)))
    ) {
      await removeAttempt(path)
    }
  }
}

async function isDeadAttempt(path: string, pid: number): Promise<boolean> {
  if (pid === process.pid) {
    // In a container every start has the same pid; files older than this process are not ours.
    const made = await stat(path).catch(() => undefined)
    return made !== undefined && made.mtimeMs < performance.timeOrigin
  }
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** An initdb whose parent was killed may still write there; the next start removes the rest. */
async function removeAttempt(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}

/**
 * Gives files that root created or copied back to the account; the folder itself last, so a kill in between is
 * repaired.
 */
async function handOver(path: string, account: Account): Promise<void> {
  if (!account.owner) return
  const found = await lstat(path)
  if (found.uid === account.owner.uid) return
  if (found.isDirectory()) {
    for (const name of await readdir(path)) await handOver(join(path, name), account)
  }
  await lchown(path, account.owner.uid, account.owner.gid)
}

async function readPassword(dir: string): Promise<string> {
  return readFile(join(dir, PASSWORD_FILE), 'utf8').catch((error) => {
    throw new Error(
      `${join(dir, PASSWORD_FILE)} cannot be read, and without it nobody can connect to this database. Put it back from a backup.`,
      { cause: error },
    )
  })
}

/** The folder of the cluster, closed to others, unless its path is too long for a socket. */
async function makeSocketDir(dir: string, account: Account): Promise<string> {
  if (process.platform === 'win32') return ''
  if (Buffer.byteLength(join(dir, '.s.PGSQL.5432')) <= LONGEST_SOCKET_PATH) return dir
  // Not TMPDIR: two starts with different values must find the same socket.
  const socketDir = join('/tmp', `keyhour-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`)
  await mkdir(socketDir, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(socketDir)
  if (!isPrivate(found, account)) {
    throw new Error(
      `${socketDir} was made by somebody else and is not safe to use. Remove it, or set a shorter DATA_DIR.`,
    )
  }
  await handOver(socketDir, account)
  return socketDir
}

function isPrivate(found: Stats, account: Account): boolean {
  const isOurs = found.uid === process.getuid?.() || found.uid === account.owner?.uid
  return found.isDirectory() && isOurs && (found.mode & 0o077) === 0
}
