import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { lockStart, unlockStart } from '#server/db/alone.ts'
import { UNFINISHED } from '#server/db/backup/unfinished-restore.ts'
import { describedTables } from '#server/db/described-tables.ts'
import { listMigrationFiles } from '#server/db/migrate.ts'

/** Without generated columns. */
export type Table = { schema: string; name: string; columns: string[] }
type Sequence = { schema: string; name: string; last_value: string; is_called: boolean }

export type DatabaseDescription = {
  postgres: string
  migrations: { name: string; hash: string }[]
  /** Null when no server has started yet. */
  job_queue: { version: number; queues: string[] } | null
  tables: Table[]
  sequences: Sequence[]
}

export type Snapshot = {
  /** For `set transaction snapshot`. */
  id: string
  description: DatabaseDescription
  /** Shown to the operator: things that Keyhour did not create, and that a restore cannot. */
  leftOut: string[]
  installation: { key_check_sealed: string; file_store_id: string | null } | undefined
  /** In the text format of COPY. */
  copyOut: (table: Table) => AsyncIterable<Buffer> & { rowCount: number }
  close: () => Promise<void>
}

/** Makes values independent of the server's settings. */
const PORTABLE = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set search_path = public`

/** One moment of the whole database, readable for hours while others keep writing. */
export async function openSnapshot(url: string, migrations: URL): Promise<Snapshot> {
  const client = await connectForBackup(url)
  try {
    return await takeSnapshot(client, migrations)
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Without the time limits of requests. */
export async function connectForBackup(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'keyhour backup',
  })
  // The running query reports the error.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`${PORTABLE}; set lock_timeout = 0`)
  return client
}

async function takeSnapshot(client: pg.Client, folder: URL): Promise<Snapshot> {
  // No server migrates in between; after that the table locks keep the columns as they are.
  await lockStart(client)
  const found = await listTables(client)
  if (!found.some(({ name }) => name === 'migrations'))
    throw new Error('there is nothing to back up: no server has used this database yet')
  if (found.some(({ name }) => name === UNFINISHED))
    throw new Error('a restore into this database was not finished')
  const migrations = await listMigrations(client)
  const { tables, leftOut } = await leaveOutOthers(found, migrations, folder)
  await client.query('begin transaction isolation level repeatable read, read only')
  await client.query(`lock table ${tables.map(quoted).join(', ')} in access share mode`)
  await unlockStart(client)
  const { rows } = await client.query(
    `select pg_export_snapshot() as id, current_setting('server_version') as version`,
  )
  const has = (schema: string, name: string) =>
    tables.some((table) => table.schema === schema && table.name === name)

  return {
    id: rows[0].id,
    description: {
      postgres: rows[0].version,
      migrations,
      job_queue: has('pgboss', 'queue') ? await describeQueue(client) : null,
      tables,
      sequences: await listSequences(client, tables),
    },
    leftOut,
    installation: has('public', 'installation')
      ? (await client.query('select * from public.installation')).rows[0]
      : undefined,
    copyOut: (table) =>
      client.query(copyTo(`copy (select ${columnsOf(table)} from ${quoted(table)}) to stdout`)),
    close: () => client.end(),
  }
}

export const quoted = ({ schema, name }: { schema: string; name: string }): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`

export const columnsOf = ({ columns }: Table): string => columns.map(pg.escapeIdentifier).join(', ')

/** Partitioned tables count as one; tables of extensions are left out. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
       and not exists (select from pg_depend d
         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by n.nspname, c.relname order by n.nspname desc, c.relname`,
  )
  return rows
}

async function listMigrations(client: pg.Client): Promise<DatabaseDescription['migrations']> {
  return (await client.query('select name, hash from public.migrations order by name')).rows
}

/**
 * Leaves out tables and columns that Keyhour did not create. Of a database from another version everything is kept,
 * because we do not know what that version created.
 */
async function leaveOutOthers(found: Table[], migrations: { name: string }[], folder: URL) {
  const ours = new Map(describedTables.map(({ name, columns }) => [name, columns.map((one) => one.name)]))
  const files = await listMigrationFiles(folder)
  const leftOut: string[] = []
  if (migrations.map(({ name }) => name).join() !== files.join()) return { tables: found, leftOut }

  const tables = found.flatMap((table) => {
    const isFixed = table.schema !== 'public' || table.name === 'migrations'
    const known = isFixed ? table.columns : ours.get(table.name)
    if (!known) leftOut.push(`the table ${table.name}`)
    const others = table.columns.filter((name) => known && !known.includes(name))
    leftOut.push(...others.map((name) => `the column ${name} of ${table.name}`))
    return known ? [{ ...table, columns: table.columns.filter((name) => known.includes(name)) }] : []
  })
  return { tables, leftOut }
}

async function describeQueue(client: pg.Client) {
  const { rows: versions } = await client.query('select version from pgboss.version')
  const { rows: queues } = await client.query<{ name: string }>('select name from pgboss.queue order by name')
  return { version: versions[0].version as number, queues: queues.map(({ name }) => name) }
}

/** Sequences are read after the snapshot, so a restored database never hands out an id twice. */
async function listSequences(client: pg.Client, tables: Table[]): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')
     where c.relkind = 'S' and d.refobjid = any ($1::regclass[])
     order by 1, 2`,
    [tables.map(quoted)],
  )
  const sequences: Sequence[] = []
  for (const sequence of rows) {
    const { rows: values } = await client.query(`select last_value, is_called from ${quoted(sequence)}`)
    sequences.push({ ...sequence, ...values[0] })
  }
  return sequences
}
