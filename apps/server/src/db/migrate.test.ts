import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { jobs } from '#server/app.ts'
import { alone } from '#server/db/alone.ts'
import { openDatabase } from '#server/db/connection.ts'
import { migrate, runsOutsideTransaction, statementsOf } from '#server/db/migrate.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { databaseOf, MIGRATIONS } from '../../test/cluster.ts'

async function emptyDatabase() {
  const cluster = openDatabase(inject('clusterUrl'), () => undefined)
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await cluster.pool.query(`create database ${name}`)
  await cluster.close()
  return databaseOf(inject('clusterUrl'), name)
}

function open(url: string) {
  const database = openDatabase(url, () => undefined)
  onTestFinished(database.close)
  return database.pool
}

async function folderWith(files: Record<string, string>) {
  const dir = await mkdtemp(join(tmpdir(), 'keyhour-migrations-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  for (const [name, sql] of Object.entries(files)) await writeFile(join(dir, name), sql)
  return pathToFileURL(`${dir}/`)
}

test('three servers that start at the same time on an empty database all come up', async () => {
  const url = await emptyDatabase()
  const log = pino({ level: 'silent' })
  const applied = await Promise.all(
    [1, 2, 3].map(() => {
      const pool = open(url)
      return alone(pool, async () => {
        const names = await migrate(pool, MIGRATIONS)
        const queue = await openQueue(pool, jobs, () => undefined as never, log)
        await queue.stop()
        return names
      })
    }),
  )

  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
})

test('a failed migration leaves nothing behind', async () => {
  const pool = open(await emptyDatabase())
  const folder = await folderWith({ '0001_a.sql': 'create table kept (id int); select nonsense' })

  await expect(migrate(pool, folder)).rejects.toThrow(/0001_a\.sql failed: .*nonsense/)
  const { rows } = await pool.query("select to_regclass('kept') as kept")
  expect(rows[0].kept).toBeNull()
})

test('a migration that was edited after being applied is refused', async () => {
  const pool = open(await emptyDatabase())
  await migrate(pool, await folderWith({ '0001_a.sql': 'create table one (id int)' }))

  await expect(
    migrate(pool, await folderWith({ '0001_a.sql': 'create table two (id int)' })),
  ).rejects.toThrow('The migration 0001_a.sql was changed after it had been applied. Add a new one.')
})

test('an older version refuses the database of a newer one', async () => {
  const pool = open(await emptyDatabase())
  await migrate(pool, await folderWith({ '0001_a.sql': 'select 1', '0002_b.sql': 'select 2' }))

  await expect(migrate(pool, await folderWith({ '0001_a.sql': 'select 1' }))).rejects.toThrow(
    /newer version \(0002_b\.sql\)/,
  )
})

const INDEX_BY_NAME = `-- no transaction
create index concurrently if not exists people_by_name on people (name);
create unique index concurrently if not exists people_by_email on people (email);
`
const isValid = async (pool: ReturnType<typeof open>, index: string) =>
  (await pool.query('select indisvalid from pg_index where indexrelid = $1::regclass', [index])).rows[0]
    .indisvalid

test('an unusable index left by a killed or failed build is dropped and built again', async () => {
  const pool = open(await emptyDatabase())
  const files = { '0001_a.sql': 'create table people (name text, email text)' }
  await migrate(pool, await folderWith(files))
  await pool.query("insert into people values ('Dana', 'dana@keyhour.test'), ('Noa', 'dana@keyhour.test')")
  const folder = await folderWith({ ...files, '0002_b.sql': INDEX_BY_NAME })
  await expect(migrate(pool, folder)).rejects.toThrow(/0002_b\.sql failed: .*people_by_email/)
  expect(await isValid(pool, 'people_by_email')).toBe(false)
  await pool.query("update people set email = 'noa@keyhour.test' where name = 'Noa'")

  expect(await migrate(pool, folder)).toEqual(['0002_b.sql'])
  expect([await isValid(pool, 'people_by_name'), await isValid(pool, 'people_by_email')]).toEqual([
    true,
    true,
  ])
})

test('while an index is built concurrently, another starting server waits without blocking it', async () => {
  const url = await emptyDatabase()
  const files = { '0001_a.sql': 'create table people (name text, email text)', '0002_b.sql': INDEX_BY_NAME }
  const folder = await folderWith(files)
  const [first, second] = [open(url), open(url)]
  let waiting: Promise<string[]> | undefined
  const applied = await alone(first, async () => {
    waiting = alone(second, () => migrate(second, folder))
    await expect
      .poll(
        async () =>
          (
            await first.query(
              "select from pg_stat_activity where query like '%advisory%' and pid <> pg_backend_pid()",
            )
          ).rowCount,
      )
      .toBeGreaterThan(1)
    return migrate(first, folder)
  })

  expect(applied).toEqual(['0001_a.sql', '0002_b.sql'])
  expect(await waiting).toEqual([])
})

test('a migration that waits for a table does not make readers wait behind it', async () => {
  const pool = open(await emptyDatabase())
  const files = { '0001_a.sql': 'create table people (name text)' }
  await migrate(pool, await folderWith(files))
  const reader = await pool.connect()
  await reader.query('begin; select from people')
  const folder = await folderWith({ ...files, '0002_b.sql': 'alter table people add column phone text' })
  const migrating = migrate(pool, folder)
  await expect
    .poll(
      async () =>
        (await pool.query("select from pg_locks where not granted and mode = 'AccessExclusiveLock'"))
          .rowCount,
    )
    .toBe(1)
  await pool.query('select from people')
  await reader.query('commit')
  reader.release()

  expect(await migrating).toEqual(['0002_b.sql'])
})

/** Earlier migrations ran while no server was up. */
const LAST_OF_THE_OLD_WAY = '0015'
const INDEX = /^create\s+(?:unique\s+)?index\s+(concurrently\s+if\s+not\s+exists\s+)?\w+\s+on\s+(\w+)/i

test('every new migration builds its indexes concurrently, or says that it locks the table', async () => {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.slice(0, 4) > LAST_OF_THE_OLD_WAY)
  expect(names).not.toEqual([])
  for (const name of names) {
    const sql = await readFile(new URL(name, MIGRATIONS), 'utf8')
    const statements = statementsOf(sql)
    for (const statement of statements) {
      const [, isConcurrent, table = ''] = INDEX.exec(statement) ?? []
      if (!/^create\s+(unique\s+)?index/i.test(statement)) continue
      const isNew = statements.some((one) =>
        new RegExp(`^create table (if not exists )?${table}\\b`).test(one),
      )
      const saysSo = new RegExp(`^-- Locks ${table}\\b`, 'm').test(sql)
      expect([
        name,
        statement,
        runsOutsideTransaction(sql) ? Boolean(isConcurrent) : isNew || saysSo,
      ]).toEqual([name, statement, true])
    }
  }
})
