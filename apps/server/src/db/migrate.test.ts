import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { jobs } from '#server/app.ts'
import { alone } from '#server/db/alone.ts'
import { openDatabase } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
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

test('three servers that start at once on an empty database all come up', async () => {
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

test('a migration that fails leaves nothing of itself behind', async () => {
  const pool = open(await emptyDatabase())
  const folder = await folderWith({ '0001_a.sql': 'create table kept (id int); select nonsense' })

  await expect(migrate(pool, folder)).rejects.toThrow(/0001_a\.sql failed: .*nonsense/)
  const { rows } = await pool.query("select to_regclass('kept') as kept")
  expect(rows[0].kept).toBeNull()
})

test('a migration that was edited after it had been applied is refused', async () => {
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
