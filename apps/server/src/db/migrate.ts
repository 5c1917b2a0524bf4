import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { withoutLimits } from '#server/db/connection.ts'
import { DEADLOCK } from '#server/http/database-errors.ts'

/** Servers of the previous version keep serving meanwhile. Returns the migrations that were applied. Run it `alone`. */
export const migrate = (pool: pg.Pool, folder: URL): Promise<string[]> =>
  withoutLimits(pool, (client) => runMissing(client, folder))

async function runMissing(client: pg.PoolClient, folder: URL): Promise<string[]> {
  await client.query(`create table if not exists migrations
    (name text primary key, hash text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
  const applied = new Map(rows.map((row) => [row.name, row.hash]))

  const files = await listMigrationFiles(folder)
  refuseNewerSchema([...applied.keys()], files)
  const done: string[] = []
  for (const name of files) {
    const sql = await readFile(new URL(name, folder), 'utf8')
    const hash = createHash('sha256').update(sql).digest('hex')
    const known = applied.get(name)
    if (known === hash) continue
    if (known) throw new Error(`The migration ${name} was changed after it had been applied. Add a new one.`)
    await apply(client, { name, sql, hash })
    done.push(name)
  }
  return done
}

export const listMigrationFiles = async (folder: URL): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

type Migration = { name: string; sql: string; hash: string }

const write = (client: pg.PoolClient, { name, hash }: Migration) =>
  client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    if (runsOutsideTransaction(migration.sql)) await applyInSteps(client, migration)
    else await withoutQueueing(client, () => applyAtOnce(client, migration))
  } catch (error) {
    throw new Error(`The migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function applyAtOnce(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await write(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const LOCK_NOT_AVAILABLE = '55P03'
const LOCK_PATIENCE_MS = 1000
const LOCK_PAUSE_MS = 500
const MOST_TRIES = 400

/**
 * A statement that waits for a table lock makes everyone after it wait too, even readers. So it waits for a second,
 * lets the others through, and tries again.
 */
async function withoutQueueing(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_PATIENCE_MS}`)
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const { code } = error as pg.DatabaseError
      if ((code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) || tries === MOST_TRIES) throw error
      await setTimeout(LOCK_PAUSE_MS)
    }
  }
}

/** The first line of a migration with statements that allow no transaction, such as `create index concurrently`. */
const NO_TRANSACTION = /^-- no transaction\b/

export const runsOutsideTransaction = (sql: string): boolean => NO_TRANSACTION.test(sql)

/** A server killed in between leaves some statements done, so each must be safe to run again. */
async function applyInSteps(client: pg.PoolClient, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration.sql)) {
    const index = CONCURRENT_INDEX.exec(statement)?.[1]
    if (index === undefined) await withoutQueueing(client, async () => void (await client.query(statement)))
    else await buildIndex(client, index, statement)
  }
  await write(client, migration)
}

const CONCURRENT_INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i

/** A killed build leaves an unusable index that still costs time; `if not exists` would keep it. */
async function buildIndex(client: pg.PoolClient, name: string, statement: string): Promise<void> {
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  // Building waits for other transactions, but nobody waits for it.
  await client.query('set lock_timeout = 0')
  if (rows.length > 0) await client.query(`drop index concurrently if exists ${name}`)
  await client.query(statement)
}

/** Splits at semicolons that end a line, so that texts and comments may contain others. */
export const statementsOf = (sql: string): string[] =>
  sql
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)

function refuseNewerSchema(applied: string[], files: string[]): void {
  const unknown = applied.filter((name) => !files.includes(name))
  if (unknown.length > 0) {
    throw new Error(`The database was made by a newer version (${unknown.join(', ')}). Start that version.`)
  }
}
