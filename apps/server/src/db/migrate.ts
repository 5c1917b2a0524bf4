import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

/** Brings the schema up to date; answers what had to be applied. Run it `alone`. */
export async function migrate(pool: pg.Pool, folder: URL): Promise<string[]> {
  const client = await pool.connect()
  try {
    return await runMissing(client, folder)
  } finally {
    client.release()
  }
}

async function runMissing(client: pg.PoolClient, folder: URL): Promise<string[]> {
  await client.query(`create table if not exists migrations
    (name text primary key, hash text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
  const applied = new Map(rows.map((row) => [row.name, row.hash]))

  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  refuseNewerSchema([...applied.keys()], files)
  const done: string[] = []
  for (const name of files) {
    const sql = await readFile(new URL(name, folder), 'utf8')
    const hash = createHash('sha256').update(sql).digest('hex')
    const known = applied.get(name)
    if (known === hash) continue
    if (known) throw new Error(`The migration ${name} was changed after it had been applied. Add a new one.`)
    await apply(client, name, sql, hash)
    done.push(name)
  }
  return done
}

async function apply(client: pg.PoolClient, name: string, sql: string, hash: string): Promise<void> {
  await client.query('begin; set local statement_timeout = 0; set local lock_timeout = 0')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

function refuseNewerSchema(applied: string[], files: string[]): void {
  const unknown = applied.filter((name) => !files.includes(name))
  if (unknown.length > 0) {
    throw new Error(`The database was made by a newer version (${unknown.join(', ')}). Start that version.`)
  }
}
