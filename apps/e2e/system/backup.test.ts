import { execFileSync } from 'node:child_process'
import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { openDatabase } from '../../server/src/db/connection.ts'
import {
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/src/db/embedded/embedded-postgres.ts'
import type { Deps } from '../../server/src/http/routes.ts'
import { filesIn } from '../../server/src/outside/files.ts'
import { openFileStore } from '../../server/src/outside/open-file-store.ts'
import { makeSecrets } from '../../server/src/secrets/secrets.ts'
import { issueToken } from '../../server/src/secrets/session-token.ts'
import { builders } from '../../server/test/builders.ts'
import { contentOf, structureOf } from '../../server/test/compare-databases.ts'
import { type Client, call, pick, someTime, whatShouldNeverBe } from '../test/booking-load.ts'
import {
  dataDirDuringTest,
  postgresDuringTest,
  startDuringTest,
  usedDataDirDuringTest,
} from '../test/during-test.ts'
import { now } from '../test/outside-database.ts'
import {
  launch,
  launchScript,
  type Product,
  pause,
  postmasterPid,
  programsOn,
  runScript,
  start,
} from './product.ts'

type Settings = {
  DATA_DIR: string
  DATABASE_URL?: string
  FILES_URL?: string
  SECRET_KEY?: string
  DEMO: 'off'
}
type Installation = {
  settings: Settings
  filesDir: string
  /** Works whether or not a server runs. */
  database: () => Promise<{ url: string; stop: () => Promise<void> }>
}
type Make = (name: string) => Promise<Installation>

const KINDS: Record<string, (dir: string) => Promise<Make>> = {
  'its own PostgreSQL': async (dir) => async (name) => {
    const DATA_DIR = join(dir, name)
    return {
      settings: { DATA_DIR, DEMO: 'off' },
      filesDir: join(DATA_DIR, 'files'),
      database: () => joinEmbeddedPostgres({ dir: join(DATA_DIR, 'postgres'), owner: 'a test' }),
    }
  },
  'an outside PostgreSQL': async (dir) => {
    const postgres = await postgresDuringTest(dir)
    const { pool, close } = openDatabase(postgres.url, () => undefined)
    onTestFinished(close)
    return async (name) => {
      await pool.query(`create database ${name}`)
      const url = new URL(postgres.url)
      url.pathname = `/${name}`
      const filesDir = join(dir, `files-of-${name}`)
      return {
        settings: {
          DATA_DIR: join(dir, name),
          DATABASE_URL: url.href,
          FILES_URL: pathToFileURL(filesDir).href,
          SECRET_KEY: 'a key that both installations share, long enough',
          DEMO: 'off',
        },
        filesDir,
        database: async () => ({ url: url.href, stop: async () => undefined }),
      }
    }
  },
}

async function openData({ settings, database }: Installation) {
  const { url, stop } = await database()
  const { db, pool, close } = openDatabase(url, () => undefined)
  const key = settings.SECRET_KEY ?? (await readFile(join(settings.DATA_DIR, 'secret.key'), 'utf8')).trim()
  const secrets = makeSecrets(key)
  const store = openFileStore({ filesUrl: settings.FILES_URL, dataDir: settings.DATA_DIR })
  const make = builders({ db, now, secrets, files: filesIn(store) } as Deps)
  return {
    pool,
    make,
    tokenOf: (person: Parameters<typeof issueToken>[1]) => issueToken(secrets, person, now()),
    async close() {
      await close()
      await stop()
    },
  }
}

const EMAIL = 'dana@keyhour.test'
const PASSWORD = 'correct horse battery'
const ROOMS = 6
const BOOKERS = 6

async function fill({ make, tokenOf }: Awaited<ReturnType<typeof openData>>) {
  const office = await make.office({ price_per_hour: 1000, name: 'בית רוטשילד' })
  const rooms = []
  for (let room = 0; room < ROOMS; room += 1) {
    const part = await make.subOffice(office.id, { type: 'meeting_room', capacity: 1 })
    await make.unit(office.id, part.id, 1)
    rooms.push({ office_id: office.id, sub_office_id: part.id })
  }
  const people: Client[] = []
  for (let person = 0; person < BOOKERS; person += 1) {
    const user = await make.user(person === 0 ? { email: EMAIL, password: PASSWORD } : {})
    await make.credits(user.id, 100_000_000)
    await make.passportPhoto(user.id, Buffer.from(`face ${person}`))
    people.push({ id: user.id, token: await tokenOf(user) })
  }
  return { rooms, people }
}

type World = Awaited<ReturnType<typeof fill>>

/** Books until stopped, and remembers the answers. */
function bookOn(server: Product, { rooms, people }: World) {
  const booked: { id: number; by: number }[] = []
  let isOver = false
  const bookers = people.map(async (person) => {
    while (!isOver) {
      const day = new Date(now().getTime() + Math.ceil(Math.random() * 60) * 86_400_000)
        .toISOString()
        .slice(0, 10)
      const { status, body } = await call(server, person, ['POST', '/api/orders'], {
        ...pick(rooms),
        ...someTime(day),
      })
      if (status === 201) booked.push({ id: body.id, by: person.id })
    }
  })
  return {
    booked,
    async stop() {
      isOver = true
      await Promise.all(bookers)
    },
  }
}

const signIn = async (url: string): Promise<string> => {
  const reply = await fetch(`${url}/api/auth/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  return (await reply.json()) as string
}

async function filesOf({ filesDir }: Installation): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const folder of (await readdir(filesDir)).filter((name) => name.endsWith('_images')))
    for (const name of await readdir(join(filesDir, folder)))
      files[`${folder}/${name}`] = (await readFile(join(filesDir, folder, name))).toString('base64')
  return files
}

async function readAll(installation: Installation) {
  const { pool, close } = await openData(installation)
  const read = {
    content: await contentOf(pool),
    structure: await structureOf(pool),
    files: await filesOf(installation),
  }
  await close()
  return read
}

async function backUp(source: Installation, file: string): Promise<string> {
  const { code, output } = await runScript('backup', [file], source.settings)
  expect([code, output]).toEqual([0, expect.stringContaining('is complete')])
  return output
}

async function restore(file: string, target: Installation): Promise<void> {
  const { code, output } = await runScript('restore', [file], target.settings)
  expect([code, output]).toEqual([0, expect.stringContaining('Everything is restored.')])
}

test.each(Object.entries(KINDS))(
  'a backup of %s taken during bookings restores every acknowledged order',
  async (_, openKind) => {
    const dir = await dataDirDuringTest()
    const make = await openKind(dir)
    const source = await make('source')
    const product = await startDuringTest(source.settings)
    const data = await openData(source)
    const world = await fill(data)
    const load = bookOn(product, world)
    while (load.booked.length < 30) await pause(50)
    const promised = [...load.booked]
    const output = await backUp(source, join(dir, 'under-load.tar.gz'))
    const bookedInBackup = load.booked.length
    while (load.booked.length < bookedInBackup + 5) await pause(50)
    await load.stop()
    await data.close()

    expect(output).toMatch(/Database: \d+ rows in \d+ tables, [\d.]+ MB\.\nFiles: 6 from /)
    expect(bookedInBackup).toBeGreaterThan(promised.length)
    expect((await stat(join(dir, 'under-load.tar.gz'))).mode & 0o777).toBe(0o600)
    const copy = await make('copy')
    await restore(join(dir, 'under-load.tar.gz'), copy)
    await checkRestored(copy, world, promised)

    expect(await product.kill('SIGTERM')).toBe(0)
    const before = await readAll(source)
    await backUp(source, join(dir, 'at-rest.tar.gz'))
    const twin = await make('twin')
    await restore(join(dir, 'at-rest.tar.gz'), twin)
    expect(await readAll(twin)).toEqual(before)
    expect(Object.keys(before.files)).toHaveLength(BOOKERS)
  },
)

/** A customer signs in and finds every order acknowledged before the backup began. */
async function checkRestored(copy: Installation, world: World, promised: { id: number; by: number }[]) {
  const { pool, close } = await openData(copy)
  const { rows } = await pool.query<{ id: string }>('select id from orders')
  const ids = new Set(rows.map(({ id }) => Number(id)))
  expect(promised.filter(({ id }) => !ids.has(id))).toEqual([])
  expect(await whatShouldNeverBe(pool)).toEqual({})
  await close()

  const product = await start(copy.settings)
  const token = await signIn(product.url)
  const [dana] = world.people
  for (const { id } of promised.filter(({ by }) => by === dana!.id).slice(0, 5))
    expect((await call(product, { id: dana!.id, token }, ['GET', `/api/orders/${id}`])).status).toBe(200)
  const photo = await call(product, { id: dana!.id, token }, ['GET', `/api/users/${dana!.id}/passport-image`])
  expect(Buffer.from(photo.body.passport_image ?? '', 'base64').toString()).toBe('face 0')
  expect(await product.kill('SIGTERM')).toBe(0)
}

/** Of a stopped installation. */
const usedSettings = async () => ({ DEMO: 'off', DATA_DIR: await usedDataDirDuringTest() })

test('a backup of nothing, an existing file and a folder in use are refused with a clear message', async () => {
  const dir = await dataDirDuringTest()
  const nowhere = { DEMO: 'off', DATA_DIR: join(dir, 'data') }
  const nothing = await runScript('backup', [join(dir, 'a.tar.gz')], nowhere)
  const settings = await usedSettings()
  const file = join(dir, 'b.tar.gz')
  const made = await runScript('backup', [file], settings)
  const again = await runScript('backup', [file], settings)
  const intoUse = await runScript('restore', [file], settings)
  const missing = await runScript('restore', [], settings)

  expect([nothing.code, nothing.output]).toEqual([1, expect.stringContaining('there is no database in')])
  expect(made.code).toBe(0)
  expect([again.code, again.output]).toEqual([
    1,
    expect.stringContaining('is there already. Choose another name.'),
  ])
  expect([intoUse.code, intoUse.output]).toEqual([1, expect.stringContaining('is not empty. Set DATA_DIR')])
  expect([missing.code, missing.output]).toEqual([1, expect.stringContaining('npm run restore -- /backups')])
  expect(await readdir(dir)).toEqual(['b.tar.gz'])
  expect(programsOn(settings.DATA_DIR)).toEqual([])
})

test('a failed restore empties its folder again, and a killed one leaves nothing that starts', async () => {
  const { dir, file } = await backedUp()
  const target = { DEMO: 'off', DATA_DIR: join(dir, 'target') }
  await mkdir(target.DATA_DIR)
  const postgres = await startEmbeddedPostgres({ dir: join(dir, 'postgres'), owner: 'a test' })
  const { pool, close } = openDatabase(postgres.url, () => undefined)
  await pool.query('create table unfinished_restore (began_at timestamptz)')
  await close()
  const failed = await runScript('restore', [file], { ...target, DATABASE_URL: postgres.url })
  expect([failed.code, failed.output]).toEqual([
    1,
    expect.stringContaining('was not finished. Drop the database'),
  ])
  expect(await readdir(target.DATA_DIR)).toEqual([])

  await postgres.stop()
  await rename(join(dir, 'postgres'), join(target.DATA_DIR, 'postgres'))
  const half = launch(target, await freePort())
  expect(await half.ended).toBe(1)
  expect(half.output()).toContain('a restore into this database was not finished')
})

async function backedUp() {
  const dir = await dataDirDuringTest()
  const file = join(dir, 'backup.tar.gz')
  expect((await runScript('backup', [file], await usedSettings())).code).toBe(0)
  return { dir, file }
}

const isReady = async ({ url }: Product) => (await fetch(`${url}/api/ready`)).status === 200

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(10)
}

/** A restore that reads its backup from a pipe, and so waits for `feed`. */
async function slowRestore(dir: string, file: string, settings: NodeJS.ProcessEnv) {
  const pipe = join(dir, 'pipe')
  execFileSync('mkfifo', [pipe])
  const restoring = launchScript('restore', [pipe], settings)
  onTestFinished(async () => void (await restoring.kill('SIGKILL')))
  await until(() => existsSync(join(settings.DATA_DIR!, 'unfinished-restore')))
  return {
    ...restoring,
    async feed() {
      const writer = await open(pipe, 'a')
      // The next time it opens the real file.
      await copyFile(file, join(dir, 'copy'))
      await rename(join(dir, 'copy'), pipe)
      await pipeline(createReadStream(file), writer.createWriteStream())
    },
  }
}

test('while a restore reads its backup, neither a server nor a second restore can use its folder', async () => {
  const { dir, file } = await backedUp()
  const target = { DEMO: 'off', DATA_DIR: join(dir, 'target') }
  const restoring = await slowRestore(dir, file, target)
  const server = launch(target, await freePort())
  const second = await runScript('restore', [file], target)

  expect(await server.ended).toBe(1)
  expect(server.output()).toContain('is under way or was not finished')
  expect([second.code, second.output]).toEqual([
    1,
    expect.stringContaining('is under way or was not finished'),
  ])
  expect(await readdir(target.DATA_DIR)).toEqual(['unfinished-restore'])
  expect(await restoring.kill('SIGKILL')).toBe(null)
})

test('a restore that finds its folder in use after reading its backup leaves that server alone', async () => {
  const { dir, file } = await backedUp()
  const target = { DEMO: 'off', DATA_DIR: join(dir, 'target') }
  const restoring = await slowRestore(dir, file, target)
  // As if the server had checked a moment before.
  await rm(join(target.DATA_DIR, 'unfinished-restore'))
  const server = await startDuringTest(target)
  const before = await readdir(target.DATA_DIR)
  await restoring.feed()

  expect(await restoring.ended).toBe(1)
  expect(restoring.output()).toContain('is not empty. Set DATA_DIR')
  expect(await readdir(target.DATA_DIR)).toEqual(before)
  expect(await isReady(server)).toBe(true)
})

test('a restore that was killed and left its PostgreSQL running can be repeated in the emptied folder', async () => {
  const { dir, file } = await backedUp()
  const target = { DEMO: 'off', DATA_DIR: join(dir, 'target') }
  const killed = launchScript('restore', [file], target)
  await until(async () => (await postmasterPid(target.DATA_DIR)) !== undefined)
  await killed.kill('SIGKILL')
  const left = (await postmasterPid(target.DATA_DIR))!
  const half = launch(target, await freePort())
  expect(await half.ended).toBe(1)
  expect(half.output()).toContain('is under way or was not finished')

  await rm(target.DATA_DIR, { recursive: true })
  const again = await runScript('restore', [file], target)
  expect([again.code, again.output]).toEqual([0, expect.stringContaining('Everything is restored.')])
  const product = await startDuringTest(target)
  expect(programsOn(target.DATA_DIR)).toHaveLength(1)
  expect(await postmasterPid(target.DATA_DIR)).not.toBe(left)
  expect(await product.kill('SIGTERM')).toBe(0)
  expect(programsOn(target.DATA_DIR)).toEqual([])
})

test('a killed backup leaves no file of that name, and the server or the next start keeps working', async () => {
  const [dir, settings] = [await dataDirDuringTest(), await usedSettings()]
  const product = await startDuringTest(settings)
  const beside = await joinEmbeddedPostgres({ dir: join(settings.DATA_DIR, 'postgres'), owner: 'a test' })
  const { pool, close } = openDatabase(beside.url, () => undefined)
  await pool.query(
    `insert into unused_files
       select 'office_images', n || (select string_agg(md5(n || '-' || m), '') from generate_series(1, 60) m), now()
       from generate_series(1, 30000) n`,
  )
  await close()
  await beside.stop()
  const killBackup = async (file: string) => {
    const backup = launchScript('backup', [join(dir, file)], settings)
    await until(async () => (await readdir(dir)).some((name) => name.startsWith(`${file}.`)))
    await backup.kill('SIGKILL')
    expect(await readdir(dir)).not.toContain(file)
  }

  await killBackup('beside.tar.gz')
  expect(await isReady(product)).toBe(true)
  expect(await product.kill('SIGTERM')).toBe(0)
  await killBackup('alone.tar.gz')
  expect((await runScript('backup', [join(dir, 'whole.tar.gz')], settings)).code).toBe(0)
  expect(programsOn(settings.DATA_DIR)).toEqual([])
})

test('a backup that starts PostgreSQL before its server does disturbs neither', async () => {
  const [dir, settings] = [await dataDirDuringTest(), await usedSettings()]
  const product = await startDuringTest(settings)
  const killed = (await postmasterPid(settings.DATA_DIR))!
  process.kill(product.pid, 'SIGSTOP')
  process.kill(killed, 'SIGKILL')
  const backup = launchScript('backup', [join(dir, 'second.tar.gz')], settings)
  await until(async () => ![killed, undefined].includes(await postmasterPid(settings.DATA_DIR)))
  process.kill(product.pid, 'SIGCONT')

  expect([await backup.ended, backup.output()]).toEqual([0, expect.stringContaining('is complete')])
  await until(() => isReady(product))
  await pause(3000)
  expect(await isReady(product)).toBe(true)
  expect(await product.kill('SIGTERM')).toBe(0)
})
