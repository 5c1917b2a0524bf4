import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  type EmbeddedPostgresOptions,
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/db/embedded/embedded-postgres.ts'
import { eventually } from '../../../test/eventually.ts'

vi.setConfig({ testTimeout: 60_000 })

const isRoot = process.getuid?.() === 0
const NOBODY = 65534

test('the first start creates a database that only this account can reach', async () => {
  const dir = await newDir()

  const { url } = await start({ dir, durable: true })

  const [server] = await ask(
    url,
    `select current_user, current_database(), current_setting('fsync') as fsync,
            current_setting('listen_addresses') as addresses, current_setting('timezone') as zone`,
  )
  expect(server).toEqual({
    current_user: 'keyhour',
    current_database: 'keyhour',
    fsync: 'on',
    addresses: '',
    zone: 'UTC',
  })
  expect((await stat(dir)).mode & 0o777).toBe(0o700)
  expect((await stat(join(dir, 'keyhour.password'))).mode & 0o777).toBe(0o600)
  await expect(ask(url.replace(/keyhour:[^@]+/, 'keyhour:guess'), 'select 1')).rejects.toThrow('password')
})

test('Hebrew and accented text is compared case-insensitively and found by parts of words', async () => {
  const { url } = await start({ dir: await newDir() })

  await ask(url, 'create extension pg_trgm')
  const [found] = await ask(
    url,
    `select lower('ÀÉŽ') as lower, 'שלום' ilike '%לו%' as part, 'École' ilike 'éCOLE' as accent,
            similarity('תל אביב', 'תל-אביב') as alike`,
  )

  expect(found).toEqual({ lower: 'àéž', part: true, accent: true, alike: 1 })
})

test('the next start finds what the first one wrote, even while that is still stopping', async () => {
  const dir = await newDir()
  const first = await start({ dir })
  await ask(first.url, 'create table visits as select 7 as n')

  const [, second] = await Promise.all([first.stop(), start({ dir })])

  expect(await ask(second.url, 'select n from visits')).toEqual([{ n: 7 }])
})

test('stopping leaves no process behind, and stopping twice is fine', async () => {
  let losses = 0
  const database = await start({ dir: await newDir(), onLost: () => losses++ })
  const processes = await ask(database.url, 'select pid from pg_stat_activity')

  await Promise.all([database.stop(), database.stop()])
  await database.stop()

  expect(processes.length).toBeGreaterThan(3)
  expect(processes.filter(({ pid }) => isProcess(Number(pid)))).toEqual([])
  expect(losses).toBe(0)
})

test('after kill -9 in the middle of writes the next start takes over the running server with every write', async () => {
  const dir = await newDir()
  const writer = runWriter(dir)
  const acknowledged = await writer.lines(200)
  await writer.kill()
  const left = await postmasterPid(dir)

  const { url } = await start({ dir, durable: true })

  expect(await postmasterPid(dir)).toBe(left)
  const [{ highest } = {}] = await ask(url, 'select max(n)::int as highest from writes')
  expect(highest).toBeGreaterThanOrEqual(Number(acknowledged.at(-1)))
})

test('when PostgreSQL was killed too, it recovers every write by itself', async () => {
  const dir = await newDir()
  const writer = runWriter(dir)
  const acknowledged = await writer.lines(200)
  process.kill(await postmasterPid(dir), 'SIGKILL')
  await writer.kill()

  const { url } = await start({ dir, durable: true })

  const [{ highest } = {}] = await ask(url, 'select max(n)::int as highest from writes')
  expect(highest).toBeGreaterThanOrEqual(Number(acknowledged.at(-1)))
})

test('a server that was left running without fsync is not used where data must be durable', async () => {
  const dir = await newDir()
  const careless = runWriter(dir, { durable: false })
  await careless.lines(1)
  await careless.kill()

  const { url } = await start({ dir, durable: true })

  expect(await ask(url, 'show fsync')).toEqual([{ fsync: 'on' }])
})

test('a second start in the same folder is told who uses it, and does the first no harm', async () => {
  const dir = await newDir()
  const { url } = await start({ dir, owner: 'process 123 on port 3000' })

  const second = start({ dir })

  await expect(second).rejects.toThrow(
    /is in use by process 123 on port 3000\. Stop that one, or set another DATA_DIR/,
  )
  expect(await ask(url, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('of three first starts at the same time one wins and the others are told', async () => {
  const dir = await newDir()

  const starts = await Promise.allSettled([1, 2, 3].map(() => start({ dir })))

  const reasons = starts.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  expect(reasons).toEqual([expect.stringContaining('is in use by'), expect.stringContaining('is in use by')])
  expect(await readdir(join(dir, '..'))).toEqual(['postgres', 'postgres.log'])
})

test('kill -9 at any moment of the first start leaves nothing that hinders the next', async () => {
  const dir = await newDir()
  for (const delay_ms of [0, 300, 600, 750]) {
    const child = runStart({ dir })
    await child.lines(1) // "Creating…", or "Starting…" once the cluster is whole
    await sleep(delay_ms)
    await child.kill()
  }

  const { url } = await start({ dir })

  expect(await ask(url, 'select 1 as n')).toEqual([{ n: 1 }])
  expect(await readdir(join(dir, '..'))).toEqual(['postgres', 'postgres.log'])
})

test('PostgreSQL starts although another program now has its old process number', async () => {
  const dir = await newDir()
  const first = await start({ dir })
  const pidFile = await readFile(join(dir, 'postmaster.pid'), 'utf8')
  await first.stop()
  const stranger = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], await ownerOf(dir))
  onTestFinished(() => void stranger.kill())
  await writeFile(join(dir, 'postmaster.pid'), pidFile.replace(/^\d+/, String(stranger.pid)))
  await writeFile(join(dir, '.s.PGSQL.5432.lock'), pidFile.replace(/^\d+/, String(stranger.pid)))

  const second = await start({ dir })

  expect(await ask(second.url, 'select 1 as n')).toEqual([{ n: 1 }])
  expect(isProcess(stranger.pid!)).toBe(true)
})

test('PostgreSQL starts although its lock file was cut off while being written', async () => {
  const dir = await newDir()
  await (await start({ dir })).stop()
  await writeFile(join(dir, 'postmaster.pid'), '')
  await writeFile(join(dir, '.s.PGSQL.5432.lock'), '')

  const { url } = await start({ dir })

  expect(await ask(url, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('a killed PostgreSQL is started again at the same address, with every write', async () => {
  const dir = await newDir()
  const troubles: Error[] = []
  const { url } = await start({ dir, durable: true, onTrouble: (error) => troubles.push(error) })
  await ask(url, 'create table visits as select 7 as n')
  const killed = await postmasterPid(dir)
  process.kill(killed, 'SIGKILL')

  await eventually(async () => expect(await ask(url, 'select n from visits')).toEqual([{ n: 7 }]))
  expect(await postmasterPid(dir)).not.toBe(killed)
  expect(String(troubles[0])).toContain('PostgreSQL went away')
})

test('PostgreSQL is started again however often it goes away', async () => {
  const dir = await newDir()
  const { url } = await start({ dir })
  for (let round = 0; round < 3; round += 1) {
    process.kill(await postmasterPid(dir), 'SIGKILL')
    await eventually(async () => expect(await ask(url, 'select 1 as n')).toEqual([{ n: 1 }]))
  }
})

test('a claim whose connection is cut off is renewed', async () => {
  const dir = await newDir()
  const { url } = await start({ dir, owner: 'the first' })
  const claims = `select pid from pg_stat_activity where application_name = 'the first'`
  const [before] = await ask(url, claims)
  await ask(url, `select pg_terminate_backend(${before!.pid})`)

  await eventually(async () => {
    const [after] = await ask(url, claims)
    expect([undefined, before!.pid]).not.toContain(after?.pid)
  })
  await expect(start({ dir })).rejects.toThrow('is in use by the first')
})

test('a server stopped while PostgreSQL is away leaves no process behind', async () => {
  const dir = await newDir()
  const database = await start({ dir })
  process.kill(await postmasterPid(dir), 'SIGKILL')
  await database.stop()

  await expect(ask(database.url, 'select 1')).rejects.toThrow()
})

test('the caller is notified when PostgreSQL cannot be started again', async () => {
  const dir = await newDir()
  const lost = new Promise<string>((resolve) => {
    void start({ dir, onLost: () => resolve('lost') }).then(async () => {
      await writeFile(join(dir, 'PG_VERSION'), 'spoilt')
      process.kill(await postmasterPid(dir), 'SIGKILL')
    })
  })

  expect(await lost).toBe('lost')
}, 120_000)

test('a process that lost its claim while suspended gives up, and does not stop the server of its successor', async () => {
  const dir = await newDir()
  const first = runStart({ dir, owner: 'the first' })
  const url = (await first.lines(3)).at(-1)!
  process.kill(first.pid, 'SIGSTOP')
  await ask(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'the first'`,
  )
  const second = await start({ dir, owner: 'the next one' })
  process.kill(first.pid, 'SIGCONT')
  await first.kill('SIGTERM')

  expect(await ask(second.url, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('a command that starts PostgreSQL before the server does not take it from the server', async () => {
  const dir = await newDir()
  const server = runStart({ dir, owner: 'the server' })
  const url = (await server.lines(3)).at(-1)!
  process.kill(server.pid, 'SIGSTOP')
  process.kill(await postmasterPid(dir), 'SIGKILL')
  const command = await joinIn({ dir })
  process.kill(server.pid, 'SIGCONT')
  // Tried earlier, this start would take the claim itself.
  await eventually(async () => {
    const claims = await ask(
      command.url,
      `select from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and application_name = 'the server'`,
    )
    expect(claims).toHaveLength(1)
  })
  await expect(start({ dir })).rejects.toThrow('is in use by the server')
  expect(await ask(command.url, 'select 1 as n')).toEqual([{ n: 1 }])
  await command.stop()

  expect(await ask(url, 'select 1 as n')).toEqual([{ n: 1 }])
  process.kill(server.pid, 'SIGTERM')
  await eventually(() => expect(isProcess(server.pid)).toBe(false))
})

test('the last of several commands without a server stops PostgreSQL, and a server can start meanwhile', async () => {
  const dir = await newDir()
  const commands = await Promise.all([joinIn({ dir }), joinIn({ dir }), joinIn({ dir })])
  const left = await postmasterPid(dir)
  await Promise.all(commands.map(({ stop }) => stop()))
  // It may be a zombie for a moment.
  await eventually(() => expect(isProcess(left)).toBe(false))

  const command = await joinIn({ dir })
  const [server] = await Promise.all([start({ dir }), command.stop()])
  expect(await ask(server.url, 'select 1 as n')).toEqual([{ n: 1 }])
})

test.runIf(process.platform === 'linux')(
  'a PostgreSQL whose folder was removed is ended before the next one starts there',
  async () => {
    const dir = await newDir()
    const killed = runStart({ dir })
    await killed.lines(3)
    await killed.kill()
    const left = await postmasterPid(dir)
    const elsewhere = await start({ dir: await newDir() })
    await rm(dir, { recursive: true })

    const { url } = await start({ dir })

    // It may still be a zombie, but it runs nothing any more.
    expect(await readFile(`/proc/${left}/cmdline`, 'utf8').catch(() => '')).toBe('')
    expect(await ask(url, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(await ask(elsewhere.url, 'select 1 as n')).toEqual([{ n: 1 }])
  },
)

test('a PostgreSQL that lost its socket is started again, with every write', async () => {
  const dir = await newDir()
  const { url } = await start({ dir, durable: true })
  await ask(url, 'create table visits as select 7 as n')
  await rm(join(dir, '.s.PGSQL.5432'))

  await eventually(async () => expect(await ask(url, 'select n from visits')).toEqual([{ n: 7 }]))
  await expect(start({ dir })).rejects.toThrow('is in use by')
})

test('a PostgreSQL that was left running without its socket does not hinder the next start', async () => {
  const dir = await newDir()
  const killed = runStart({ dir })
  await killed.lines(3)
  await killed.kill()
  await rm(join(dir, '.s.PGSQL.5432'))

  const { url } = await start({ dir })

  expect(await ask(url, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('a folder of another PostgreSQL version is refused and left unchanged', async () => {
  const dir = await newDir()
  await mkdir(dir)
  await writeFile(join(dir, 'PG_VERSION'), '17\n')

  await expect(start({ dir })).rejects.toThrow(/was written by PostgreSQL 17, and this is PostgreSQL 18/)

  expect(await readdir(dir)).toEqual(['PG_VERSION'])
})

test('a folder with other files in it is refused and left unchanged', async () => {
  const dir = await newDir()
  await mkdir(dir)
  await writeFile(join(dir, 'thesis.txt'), 'the only copy')

  await expect(start({ dir })).rejects.toThrow('is not empty and is not a PostgreSQL cluster')

  expect(await readdir(dir)).toEqual(['thesis.txt'])
})

test('a path too long for a socket works, but not through a folder that another account planted', async () => {
  const dir = join(await newDir(), 'long'.repeat(30), 'postgres')
  const first = await start({ dir })
  const socketDir = new URL(first.url).searchParams.get('host')!
  onTestFinished(() => rm(socketDir, { recursive: true, force: true }))

  expect(await ask(first.url, 'select 1 as n')).toEqual([{ n: 1 }])
  expect((await stat(socketDir)).mode & 0o777).toBe(0o700)

  await first.stop()
  await rm(socketDir, { recursive: true })
  await symlink(tmpdir(), socketDir)
  await expect(start({ dir })).rejects.toThrow('was made by somebody else')
})

test('spaces, commas, quotes, percent signs and Hebrew are fine in the path', async () => {
  const dir = join(await newDir(), `a, "b" 50%25 'ג'?#&+`, 'postgres')

  const { url } = await start({ dir })

  expect(await ask(url, 'show data_directory')).toEqual([{ data_directory: dir }])
})

test.runIf(isRoot)('root can start it below a folder that is closed to everyone else', async () => {
  const dir = await newDir(0o700)

  const { url } = await start({ dir })

  expect(await ask(url, 'select 1 as n')).toEqual([{ n: 1 }])
  expect((await stat(join(dir, '..'))).mode & 0o777).toBe(0o700)
})

test.runIf(isRoot)('root can start what root copied back from a backup', async () => {
  const dir = await newDir()
  const first = await start({ dir })
  await ask(first.url, 'create table visits as select 7 as n')
  await first.stop()
  for (const name of ['.', ...(await readdir(dir, { recursive: true }))]) await chown(join(dir, name), 0, 0)

  const { url } = await start({ dir })

  expect(await ask(url, 'select n from visits')).toEqual([{ n: 7 }])
})

test.runIf(isRoot)(
  'an ordinary user can start it, and root can continue with it for that user',
  async (context) => {
    const dir = await newDir()
    await chown(join(dir, '..'), NOBODY, NOBODY)
    const child = runStart({ dir }, { uid: NOBODY, gid: NOBODY })
    const said = await child.lines(3)
    if (said.length === 0) context.skip('the ordinary user cannot read this clone')
    await ask(said.at(-1)!, 'create table visits as select 7 as n')
    await child.kill('SIGTERM')

    const { url } = await start({ dir })

    expect(await ask(url, 'select n from visits')).toEqual([{ n: 7 }])
    expect((await stat(`${dir}.log`)).uid).toBe(NOBODY)
  },
)

async function newDir(mode = 0o755): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'kh-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(parent, mode)
  return join(parent, 'postgres')
}

async function start(options: Partial<EmbeddedPostgresOptions> & { dir: string }) {
  const database = await startEmbeddedPostgres({ durable: false, owner: 'test', ...options })
  onTestFinished(() => database.stop())
  return database
}

async function joinIn(options: { dir: string }) {
  const database = await joinEmbeddedPostgres({ durable: false, owner: 'a command', ...options })
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= database.stop())
  onTestFinished(stop)
  return { ...database, stop }
}

async function ask(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

async function postmasterPid(dir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dir, 'postmaster.pid'), 'utf8'), 10)
}

async function ownerOf(dir: string) {
  const { uid, gid } = await stat(dir)
  return isRoot ? { uid, gid } : {}
}

function isProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function runStart(options: Partial<EmbeddedPostgresOptions>, ids: { uid?: number; gid?: number } = {}) {
  return run(
    `const onProgress = (sentence) => console.log(sentence)
     const database = await startEmbeddedPostgres({ ...options, onProgress })
     console.log(database.url)
     process.on('SIGTERM', () => database.stop())`,
    options,
    ids,
  )
}

/** Prints each number once its write was acknowledged. */
function runWriter(dir: string, options: Partial<EmbeddedPostgresOptions> = { durable: true }) {
  return run(
    `const { url } = await startEmbeddedPostgres(options)
     const client = new pg.Client({ connectionString: url })
     await client.connect()
     await client.query('create table writes (n int)')
     for (let n = 1; ; n++) {
       await client.query('insert into writes values ($1)', [n])
       console.log(n)
     }`,
    { dir, ...options },
  )
}

function run(
  body: string,
  options: Partial<EmbeddedPostgresOptions>,
  ids: { uid?: number; gid?: number } = {},
) {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href
  const script = `
    import pg from 'pg'
    import { startEmbeddedPostgres } from ${JSON.stringify(module)}
    const options = ${JSON.stringify({ durable: false, owner: 'test', ...options })}
    ${body}`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  const child = spawn(process.execPath, args, {
    cwd: new URL('.', import.meta.url),
    stdio: ['ignore', 'pipe', 'ignore'],
    ...ids,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return {
    pid: child.pid!,
    lines: (count: number) => readLines(child, count),
    kill: (signal?: NodeJS.Signals) => end(child, signal),
  }
}

/** Fewer when the process ends first. */
async function readLines(child: ChildProcess, count: number): Promise<string[]> {
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout! })) {
    lines.push(line)
    if (lines.length === count) break
  }
  child.stdout?.resume()
  return lines
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
