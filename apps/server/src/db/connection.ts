import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** A pool or a transaction: queries cannot tell the difference, so use cases compose. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export type Database = {
  db: Db
  pool: pg.Pool
  /** For questions about the database itself: no load can occupy its connection, and it fails within a second. */
  probe: Db
  close: () => Promise<void>
}

const CONNECT_MS = 5000
const STATEMENT_MS = 30_000
const PROBES = 3
const LIMITS = {
  /** PostgreSQL cancels a statement before this. */
  answer_ms: STATEMENT_MS + 5000,
  /** After this long we check whether the database answers at all. */
  suspicious_ms: 4000,
  probe_ms: 1000,
}

/** `onLost` is called for idle connections that broke; the pool replaces them. */
export function openDatabase(url: string, onLost: (error: Error) => void, limits = LIMITS): Database {
  const { answer_ms, suspicious_ms, probe_ms } = limits
  const shared = {
    connectionString: url,
    application_name: 'keyhour',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
  const probes = new pg.Pool({
    ...shared,
    Client: limitedClient({ limit_ms: probe_ms }),
    max: 1,
    connectionTimeoutMillis: probe_ms,
    statement_timeout: probe_ms,
  })
  const pool = new pg.Pool({
    ...shared,
    Client: limitedClient({
      limit_ms: answer_ms,
      suspicious_ms,
      isAlive: shareCalls(() => isAnswering(probes)),
    }),
    max: 20,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  for (const one of [pool, probes]) one.on('error', onLost)
  return {
    db: withSafeTransactions(drizzle(pool), pool),
    pool,
    probe: drizzle(probes),
    close: async () => void (await Promise.all([pool.end(), probes.end()])),
  }
}

/** Connections without time limits. */
const patient = new WeakSet<pg.ClientBase>()

/** Lends a connection without time limits, for example for a migration, and closes it afterwards. */
export async function withoutLimits<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  patient.add(client)
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    return await work(client)
  } finally {
    client.release(true)
  }
}

type Limit = { limit_ms: number; suspicious_ms?: number; isAlive?: () => Promise<boolean> }

/**
 * A query that times out costs its connection, since a late answer would be taken for the answer to the next query.
 * Every `suspicious_ms` `isAlive` says whether waiting still makes sense.
 */
function limitedClient({ limit_ms, suspicious_ms = limit_ms, isAlive }: Limit) {
  return class LimitedClient extends pg.Client {
    #asked = 0
    #timer: NodeJS.Timeout | undefined

    constructor(config?: pg.ClientConfig) {
      super(config)
      // Without a listener a connection that breaks in use would end the process. The failed query reports the error.
      this.on('error', () => undefined)
      this.on('drain', () => this.#rest())
      this.on('end', () => this.#rest())
    }

    override query(...question: unknown[]): never {
      this.#rest()
      if (!patient.has(this)) this.#watch(this.#asked, limit_ms)
      return super.query(...(question as [string])) as never
    }

    #rest(): void {
      this.#asked += 1
      clearTimeout(this.#timer)
    }

    #watch(asked: number, left_ms: number): void {
      const pause_ms = Math.min(left_ms, suspicious_ms)
      this.#timer = setTimeout(() => void this.#look(asked, left_ms - pause_ms), pause_ms)
      this.#timer.unref()
    }

    async #look(asked: number, left_ms: number): Promise<void> {
      const isWorthWaiting = left_ms > 0 && (await isAlive?.())
      if (asked !== this.#asked) return
      if (isWorthWaiting) this.#watch(asked, left_ms)
      else this.connection.stream.destroy(silence())
    }
  }
}

const silence = () => Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' })

/** On a busy machine one probe may be late, so try more than once. */
async function isAnswering(probes: pg.Pool): Promise<boolean> {
  for (let tries = 0; tries < PROBES; tries += 1) {
    const isAnswered = await probes.query('select 1').then(
      () => true,
      () => false,
    )
    if (isAnswered) return true
  }
  return false
}

/** Callers share a call that is already running. */
function shareCalls<T>(call: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= call().finally(() => {
      running = undefined
    })
    return running
  }
}

/**
 * Drizzle's own transaction leaks the connection when `begin` fails, returns it to the pool when `rollback` fails, and
 * then hides the first error behind that of the rollback.
 */
function withSafeTransactions(db: Db, pool: pg.Pool): Db {
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    let failure: unknown
    try {
      const result = await drizzle(client).transaction(
        (tx) =>
          work(tx).catch((error) => {
            failure = error
            throw error
          }),
        config,
      )
      client.release()
      return result
    } catch (error) {
      client.release(error !== failure)
      throw failure ?? error
    }
  }
  return db
}
