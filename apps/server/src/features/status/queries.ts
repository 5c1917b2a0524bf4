import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'

/** Fails when the tables are missing. */
export async function readSchema(db: Db): Promise<void> {
  await db.execute(sql`select 1 from migrations limit 1`)
}

/** Fails when the database's disk is full: the rows need a temporary file of about a megabyte. */
export async function writeTemporaryFile(db: Db): Promise<void> {
  await db.execute(sql`set local work_mem = '64kB'; select count(*) from generate_series(1, 50000)`)
}
