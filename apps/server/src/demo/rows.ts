import { getTableName, sql } from 'drizzle-orm'
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connection.ts'

/** Well under PostgreSQL's limit of values per statement, even for the widest table. */
const ROWS_AT_ONCE = 500

/** Reserves ids, so that rows can refer to each other before they are written. */
export async function reserveIds(db: Db, table: PgTable, count: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence(${getTableName(table)}, 'id')) as id
        from generate_series(1, ${count}::integer)`,
  )
  return rows.map(({ id }) => Number(id))
}

export async function insertAll<T extends PgTable>(
  db: Db,
  table: T,
  rows: PgInsertValue<T, true>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await db
      .insert(table)
      .overridingSystemValue()
      .values(rows.slice(at, at + ROWS_AT_ONCE))
  }
}

export const iso = (ms: number): string => new Date(ms).toISOString()

export const rangeOf = (from: number, to: number): string => `[${iso(from)},${iso(to)})`
