import { execFileSync } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { createArchive } from '#server/backups/archive.ts'
import { inspectBackup, restoreBackup } from '#server/backups/restore-backup.ts'
import { writeBackup } from '#server/backups/write-backup.ts'
import { bringUp, collectClosers } from '#server/bring-up.ts'
import { readConfig } from '#server/config.ts'
import { openLoad } from '#server/db/backup/load-snapshot.ts'
import { openSnapshot, type Snapshot } from '#server/db/backup/snapshot.ts'
import { checkFileStore } from '#server/db/check-file-store.ts'
import { checkKey } from '#server/db/check-key.ts'
import { openDatabase } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { removePhotoFile } from '#server/features/users/remove-photo-file.ts'
import { openFileStore } from '#server/outside/open-file-store.ts'
import { databaseOf, MIGRATIONS } from '../../test/cluster.ts'
import { contentOf, structureOf } from '../../test/compare-databases.ts'
import { startS3 } from '../../test/s3.ts'
import { startWorld } from '../../test/world.ts'

const world = await startWorld()
const sourceUrl = world.pool.options.connectionString!
const sourceStore = openFileStore(world.config)
await checkKey(world.db, world.secrets)
await checkFileStore(world.db, sourceStore)

const KEY = 'a secret key that only tests know, long enough'
const dir = await mkdtemp(join(tmpdir(), 'keyhour-backup-'))
afterAll(() => rm(dir, { recursive: true }))
const quiet = { tell: () => undefined, signal: new AbortController().signal }

async function emptyDatabase() {
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  await world.pool.query(`create database ${name}`)
  return databaseOf(inject('clusterUrl'), name)
}

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const newStore = (name: string) =>
  openFileStore({ filesUrl: pathToFileURL(join(dir, name)).href, dataDir: '/nowhere' })

async function backUp(snapshot?: Snapshot, store = sourceStore) {
  const taken = snapshot ?? (await openSnapshot(sourceUrl, MIGRATIONS))
  const file = join(dir, `${randomUUID()}.tar.gz`)
  try {
    await writeBackup({ snapshot: taken, store, key: KEY }, { file, madeAt: world.now(), ...quiet })
  } finally {
    await taken.close()
  }
  return file
}

async function restore(file: string, databaseUrl: string, store = newStore(randomUUID())) {
  const { about } = await inspectBackup(file, MIGRATIONS, () => undefined)
  await restoreBackup(file, about, { databaseUrl, store, migrations: MIGRATIONS, ...quiet })
  return store
}

const ODD = 'tab\t line\nend \r back\\slash \\N \\. שלום 🚪 "quotes"'

async function fill() {
  const office = await world.office({ name: ODD, additional_info: { [ODD]: null } as never })
  const room = await world.subOffice(office.id)
  const unit = await world.unit(office.id, room.id)
  const person = await world.user({ name: ODD.slice(0, 20) })
  await world.credits(person.id, 12_345)
  const order = await world.order({ office_id: office.id, sub_office_id: room.id, user_id: person.id })
  await world.taken(office.id, unit.id, order.id, '2026-03-02 09:00+00', '2026-03-02 11:00+00')
  await world.passportPhoto(person.id, Buffer.from('a face'))
  await world.enqueue(world.db, removePhotoFile, { name: ODD })
  return { office, person, order }
}

test('a restored database equals the source at the moment of the backup, whatever was written later', async () => {
  const { person, office, order } = await fill()
  const snapshot = await openSnapshot(sourceUrl, MIGRATIONS)
  const thatMoment = await connected(sourceUrl)
  await thatMoment.query('begin isolation level repeatable read')
  await thatMoment.query(`set transaction snapshot '${snapshot.id}'`)
  const before = await contentOf(thatMoment)
  await fill()
  await world.pool.query('update users set name = $1 where id = $2', ['Changed since', person.id])
  await world.pool.query('delete from occupancy where order_id = $1', [order.id])
  const url = await emptyDatabase()
  await restore(await backUp(snapshot), url)
  const restored = await connected(url)

  expect(await contentOf(restored)).toEqual(before)
  expect(before).not.toEqual(await contentOf(world.pool))
  expect(before['public.orders']).toMatch(/^1 rows/)
  expect(await structureOf(restored)).toEqual(await structureOf(world.pool))
  const added = await restored.query(
    `insert into users (name, email) values ('New', 'new@keyhour.test') returning id`,
  )
  expect(Number(added.rows[0].id)).toBe(person.id + 1)
  await expect(restored.query('delete from order_events; delete from audit_log')).rejects.toThrow(
    'append-only',
  )
  await expect(restored.query('delete from offices where id = $1', [office.id])).rejects.toThrow(
    'foreign key',
  )
})

test('every file is restored, from disk to bucket and from bucket to disk', async () => {
  const s3 = await startS3()
  onTestFinished(s3.stop)
  await fill()
  const bucket = openFileStore({ filesUrl: s3.url(), dataDir: '/nowhere' })
  await restore(await backUp(), await emptyDatabase(), bucket)
  const disk = await restore(await backUp(undefined, bucket), await emptyDatabase())
  const folder = join(disk.place, 'passport_images')
  const original = join(sourceStore.place, 'passport_images')

  expect(await readdir(folder)).toEqual(await readdir(original))
  for (const name of await readdir(folder))
    expect((await readFile(join(folder, name))).equals(await readFile(join(original, name)))).toBe(true)
})

test('only its owner can read a backup, tar unpacks it, and it shows whether it is complete', async () => {
  await fill()
  const file = await backUp()
  const unpacked = await mkdtemp(join(dir, 'unpacked-'))
  execFileSync('tar', ['-xzf', file, '-C', unpacked])

  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readFile(join(unpacked, 'secret.key'), 'utf8')).trim()).toBe(KEY)
  expect(await readFile(join(unpacked, 'database/public.users/000001.copy'), 'utf8')).toContain(
    '@keyhour.test',
  )
  for (const line of (await readFile(join(unpacked, 'checksums.sha256'), 'utf8')).trimEnd().split('\n')) {
    const [sum, name] = line.split('  ')
    const bytes = await readFile(join(unpacked, name!))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sum)
  }
})

test('a table larger than one part is restored whole', async () => {
  onTestFinished(async () => void (await world.pool.query('truncate unused_files')))
  await world.pool.query(
    `insert into unused_files select 'office_images', n || repeat(md5(n::text), 60), now() from generate_series(1, 5000) n`,
  )
  const url = await emptyDatabase()
  const file = await backUp()
  await restore(file, url)
  const restored = await connected(url)
  const question = `select count(*)::int, md5(string_agg(t::text, '' order by name)) from unused_files t`

  const { rows } = await restored.query(question)
  expect(rows).toEqual((await world.pool.query(question)).rows)
  expect(execFileSync('tar', ['-tzf', file]).toString()).toContain('database/public.unused_files/000002.copy')
})

test.each([
  ['was cut off', (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2)), /damaged or not whole/],
  ['has a wrong checksum', (bytes: Buffer) => flip(bytes, bytes.length - 6), /damaged or not whole/],
  ['is something else', () => Buffer.from('hello'), /damaged or not whole/],
  ['is empty', () => Buffer.alloc(0), /damaged or not whole/],
])('a backup that %s is refused before anything is written', async (_, damage, sentence) => {
  const file = await backUp()
  await writeFile(file, damage(await readFile(file)))

  await expect(inspectBackup(file, MIGRATIONS, () => undefined)).rejects.toThrow(sentence)
})

test('a backup with one wrong bit is refused, wherever the bit changes its content', async () => {
  const file = await backUp()
  const whole = await readFile(file)
  const content = gunzipSync(whole)
  // Some bits do not matter: a run of zeros, for example, can be packed in several ways.
  const isHarmless = (bytes: Buffer) => {
    try {
      return gunzipSync(bytes).equals(content)
    } catch {
      return false
    }
  }
  for (const share of Array.from({ length: 1000 }, (_, index) => (index + 0.5) / 1000)) {
    const damaged = flip(whole, Math.floor(whole.length * share))
    if (isHarmless(damaged)) continue
    await writeFile(file, damaged)
    await expect(
      inspectBackup(file, MIGRATIONS, () => undefined),
      `at ${share}`,
    ).rejects.toThrow('damaged')
  }
})

function flip(bytes: Buffer, at: number): Buffer {
  const damaged = Buffer.from(bytes)
  damaged[at]! ^= 1
  return damaged
}

test('a failed backup leaves no file', async () => {
  const taken = await openSnapshot(sourceUrl, MIGRATIONS)
  const before = await readdir(dir)
  const broken = { ...sourceStore, read: async () => Promise.reject(new Error('the disk is gone')) }

  await expect(backUp(taken, broken)).rejects.toThrow('the disk is gone')
  expect(await readdir(dir)).toEqual(before)
})

test('a killed backup leaves no file of that name, and what it leaves is refused', async () => {
  const file = join(await mkdtemp(join(dir, 'killed-')), 'keyhour.tar.gz')
  const killed = createArchive(file)
  await killed.add({ name: 'about.json', bytes: randomBytes(3_000_000) })
  const [left, ...others] = await readdir(dirname(file))
  const refused = inspectBackup(join(dirname(file), left!), MIGRATIONS, () => undefined)

  await expect(refused).rejects.toThrow('damaged or not whole')
  await killed.abandon()
  expect([left, others]).toEqual([expect.stringMatching(/^keyhour\.tar\.gz\..*\.unfinished$/), []])
  await expect(inspectBackup(file, MIGRATIONS, () => undefined)).rejects.toThrow(`there is no file ${file}`)
})

async function migrationsUntil(name: string) {
  const folder = await mkdtemp(join(dir, 'migrations-'))
  for (const one of await readdir(MIGRATIONS))
    if (one <= name) await cp(new URL(one, MIGRATIONS), join(folder, one))
  return pathToFileURL(`${folder}/`)
}

test('a backup from a newer version is refused; one from an older version is restored and then migrated', async () => {
  const older = await migrationsUntil('0016_file_stores.sql')
  const url = await emptyDatabase()
  const { pool, close } = openDatabase(url, () => undefined)
  await migrate(pool, older)
  await pool.query('insert into installation (key_check_sealed) values ($1)', [world.secrets.seal('keyhour')])
  await pool.query(`insert into users (name, email) values ('Early', 'early@keyhour.test')`)
  await close()
  const old = await backUp(await openSnapshot(url, MIGRATIONS))
  const target = await emptyDatabase()
  await restore(old, target)
  const restored = openDatabase(target, () => undefined)
  onTestFinished(restored.close)
  const { rows: applied } = await restored.pool.query('select name from migrations')
  await migrate(restored.pool, MIGRATIONS)

  expect(applied).toHaveLength((await readdir(older)).length)
  expect((await restored.pool.query('select name from users')).rows).toEqual([{ name: 'Early' }])
  await expect(
    inspectBackup(await backUp(), await migrationsUntil('0010_admin_order_mixes.sql'), () => undefined),
  ).rejects.toThrow(/made by a newer version \(0011_order_actions\.sql\)/)
})

test('tables and columns that Keyhour did not create are left out and named, and the rest is restored', async () => {
  const { person } = await fill()
  onTestFinished(async () => {
    await world.pool.query('drop table notes_of_the_operator; alter table users drop column operator_note')
  })
  await world.pool.query(
    `create table notes_of_the_operator (id serial, about bigint references users);
     insert into notes_of_the_operator (about) values (${person.id});
     alter table users add column operator_note text not null default 'nice'`,
  )
  const snapshot = await openSnapshot(sourceUrl, MIGRATIONS)
  const { leftOut } = snapshot
  const url = await emptyDatabase()
  await restore(await backUp(snapshot), url)
  const restored = await connected(url)

  expect(leftOut).toEqual(['the table notes_of_the_operator', 'the column operator_note of users'])
  const { rows } = await restored.query('select * from users where id = $1', [person.id])
  expect(rows).toEqual([expect.not.objectContaining({ operator_note: 'nice' })])
  expect(rows[0].email).toBe(person.email)
})

test('a restore refuses a database that is not empty', async () => {
  const url = await emptyDatabase()
  const client = await connected(url)
  await client.query('create table somebody_elses (id int)')

  await expect(restore(await backUp(), url)).rejects.toThrow('the database is not empty')
  expect((await client.query('select * from somebody_elses')).rows).toEqual([])
})

test('a killed restore leaves a database that no server starts on and no restore accepts', async () => {
  const url = await emptyDatabase()
  const file = await backUp()
  const { about } = await inspectBackup(file, MIGRATIONS, () => undefined)
  const half = await openLoad(url, about.database, MIGRATIONS)
  await half.close()
  const log = pino({ level: 'silent' })
  const { onClose, close } = collectClosers(log)
  onTestFinished(close)
  const config = readConfig({ DATABASE_URL: url, SECRET_KEY: KEY, DEMO: 'off' })
  const start = bringUp(
    { config, log, tell: () => undefined, signal: quiet.signal, onDatabaseLost: () => undefined },
    { onClose, role: 'server' },
  )

  await expect(start).rejects.toThrow('a restore into this database was not finished')
  await expect(restore(file, url)).rejects.toThrow('a restore into this database was not finished')
  await expect(openSnapshot(url, MIGRATIONS)).rejects.toThrow('a restore into this database was not finished')
})
