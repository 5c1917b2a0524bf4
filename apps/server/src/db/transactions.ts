import { sql } from 'drizzle-orm'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgTransactionConfig } from 'drizzle-orm/pg-core'
import type pg from 'pg'

type Db = PgDatabase<NodePgQueryResultHKT>
type Work<T> = (db: Db) => Promise<T>

const COMMIT = sql`commit`
const ROLLBACK = sql`rollback`

/**
 * Gives `db` transactions that suit our connections. `begin` travels with the first statement. A connection whose
 * transaction did not end cleanly is not used again. The error that is thrown is always the first one.
 */
export function withTransactions(db: Db, pool: pg.Pool): Db {
  db.transaction = ((work: Work<unknown>, config?: PgTransactionConfig) =>
    transact(pool, work, config)) as never
  return db
}

async function transact<T>(
  pool: pg.Pool,
  work: Work<T>,
  config: PgTransactionConfig | undefined,
): Promise<T> {
  const client = await pool.connect()
  const db = dbOn(client)
  const begun = send(db.execute(beginOf(config)))
  let isClean = false
  try {
    const result = await work(db)
    await begun
    const { command } = await db.execute(COMMIT)
    // PostgreSQL rolls back when a statement failed and its error was not passed on.
    if (command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back')
    isClean = true
    return result
  } catch (error) {
    // If it failed, that explains every other failure.
    await begun
    isClean = await db.execute(ROLLBACK).then(
      () => true,
      () => false,
    )
    throw error
  } finally {
    client.release(!isClean)
  }
}

const inner = sql`savepoint inner_work`
const keepInner = sql`release savepoint inner_work`
const undoInner = sql`rollback to savepoint inner_work`

const known = new WeakMap<pg.ClientBase, Db>()

/** Within it, a transaction is a savepoint. They all have one name, since the latest hides the others. */
function dbOn(client: pg.ClientBase): Db {
  const db: Db = known.get(client) ?? drizzle(client as pg.Client)
  if (known.has(client)) return db
  known.set(client, db)
  db.transaction = (async (work: Work<unknown>) => {
    const begun = send(db.execute(inner))
    const result = await work(db).catch(async (error: unknown) => {
      // If this fails, the connection is gone, and the transaction around it fails too.
      await send(db.execute(undoInner).then(() => db.execute(keepInner))).catch(() => undefined)
      throw error
    })
    await begun
    await db.execute(keepInner)
    return result
  }) as never
  return db
}

function beginOf(config: PgTransactionConfig | undefined) {
  if (!config) return sql`begin`
  const { isolationLevel, accessMode } = config
  return sql.raw(
    ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' '),
  )
}

/** Sends now what is awaited later. */
function send<T>(query: PromiseLike<T>): Promise<T> {
  const sent = query.then((result) => result) as Promise<T>
  // Whoever awaits it still sees the error.
  sent.catch(() => undefined)
  return sent
}
