import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { alone } from '#server/db/alone.ts'
import {
  columnsOf,
  connectForBackup,
  type DatabaseDescription,
  listTables,
  quoted,
  type Table,
} from '#server/db/backup/snapshot.ts'
import { UNFINISHED } from '#server/db/backup/unfinished-restore.ts'
import { openDatabase } from '#server/db/connection.ts'
import { migrate } from '#server/db/migrate.ts'
import { makeQueues } from '#server/jobs/queue.ts'

/** Refuses before anything is written. An older backup is fine: the next start migrates it. */
export async function refuseOtherSchema({ migrations }: DatabaseDescription, folder: URL): Promise<void> {
  const known = await readdir(folder)
  for (const { name, hash } of migrations) {
    if (!known.includes(name))
      throw new Error(`the backup was made by a newer version (${name}). Restore it with that version.`)
    const sql = await readFile(new URL(name, folder))
    if (createHash('sha256').update(sql).digest('hex') !== hash)
      throw new Error(`the backup was made by a version with another ${name}. Restore it with that version.`)
  }
}

export type Load = {
  /** In the text format of COPY. */
  copyIn: (table: Table) => Writable
  /** Commits everything at the end, or nothing. */
  finish: (fileStoreId: string) => Promise<void>
  close: () => Promise<void>
}

/** Creates the tables of the backup in an empty database. No server starts on it until `finish`. */
export async function openLoad(url: string, wanted: DatabaseDescription, migrations: URL): Promise<Load> {
  const client = await connectForBackup(url)
  try {
    await refuseNonEmpty(client)
    await client.query(`create table ${UNFINISHED} (began_at timestamptz not null default now())`)
    await makeTables(url, wanted, migrations)
    return await beginLoad(client, wanted)
  } catch (error) {
    await client.end()
    throw error
  }
}

export async function refuseUsedDatabase(url: string): Promise<void> {
  const client = await connectForBackup(url)
  await refuseNonEmpty(client).finally(() => client.end())
}

async function refuseNonEmpty(client: pg.Client): Promise<void> {
  const tables = await listTables(client)
  if (tables.length === 0) return
  const isUnfinished = tables.some(({ name }) => name === UNFINISHED)
  throw new Error(
    isUnfinished
      ? 'a restore into this database was not finished. Drop the database, create it again, and restore again.'
      : 'the database is not empty. Restore into a new one.',
  )
}

async function makeTables(url: string, wanted: DatabaseDescription, migrations: URL): Promise<void> {
  const { pool, close } = openDatabase(url, () => undefined)
  const then = await mkdtemp(join(tmpdir(), 'keyhour-migrations-'))
  try {
    for (const { name } of wanted.migrations) await cp(new URL(name, migrations), join(then, name))
    await alone(pool, async () => {
      await migrate(pool, pathToFileURL(`${then}/`))
      if (wanted.job_queue) await makeQueues(pool, wanted.job_queue)
    })
  } finally {
    await rm(then, { recursive: true })
    await close()
  }
}

/**
 * One transaction until `finish`. Triggers and foreign keys are dropped first and restored when all rows are there:
 * triggers would count every order twice, and foreign keys need rows that come later.
 */
async function beginLoad(client: pg.Client, wanted: DatabaseDescription): Promise<Load> {
  const tables = (await listTables(client)).filter(({ name }) => name !== UNFINISHED)
  refuseUnknownTables(tables, wanted.tables)
  const foreignKeys = await listForeignKeys(client)
  await client.query('begin')
  for (const { owner, name } of foreignKeys)
    await client.query(`alter table ${owner} drop constraint ${name}`)
  for (const table of tables) await client.query(`alter table ${quoted(table)} disable trigger user`)
  // Migrations insert some rows.
  await client.query(`truncate ${tables.map(quoted).join(', ')}`)

  return {
    copyIn: (table) => client.query(copyFrom(`copy ${quoted(table)} (${columnsOf(table)}) from stdin`)),
    async finish(fileStoreId) {
      for (const { last_value, is_called, ...sequence } of wanted.sequences)
        await client.query('select setval($1, $2, $3)', [quoted(sequence), last_value, is_called])
      for (const table of tables) await client.query(`alter table ${quoted(table)} enable trigger user`)
      for (const { owner, name, definition } of foreignKeys)
        await client.query(`alter table ${owner} add constraint ${name} ${definition}`)
      await client.query('update public.installation set file_store_id = $1', [fileStoreId])
      await client.query(`drop table ${UNFINISHED}`)
      await client.query('commit')
      await client.query('analyze')
    },
    close: () => client.end(),
  }
}

function refuseUnknownTables(here: Table[], wanted: Table[]): void {
  // Two branches may have added columns in a different order.
  const shape = (table: Table) => `${quoted(table)} ${table.columns.toSorted()}`
  const known = new Set(here.map(shape))
  const unknown = wanted.find((table) => !known.has(shape(table)))
  if (unknown) throw new Error(`the backup has a table ${quoted(unknown)} that this version does not make`)
}

/** Includes those of partitions, but not the copies that PostgreSQL keeps of them. */
async function listForeignKeys(client: pg.Client) {
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(
    `select format('%I.%I', n.nspname, c.relname) as owner, quote_ident(k.conname) as name,
       pg_get_constraintdef(k.oid) as definition
     from pg_constraint k
     join pg_class c on c.oid = k.conrelid
     join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and n.nspname in ('public', 'pgboss')
     order by 1, 2`,
  )
  return rows
}
