import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** A connection pool or a transaction: queries cannot tell, so use cases compose. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export type Database = { db: Db; pool: pg.Pool; close: () => Promise<void> }

/** `onLost` hears of idle connections that broke; the pool replaces them by itself. */
export function openDatabase(url: string, onLost: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 10_000,
    application_name: 'keyhour',
    // What somebody waits for in front of a screen is over by then.
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  pool.on('error', onLost)
  return { db: drizzle(pool), pool, close: () => pool.end() }
}
