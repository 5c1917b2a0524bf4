import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { nameOf } from '#server/db/named-statements.ts'
import { withTransactions } from '#server/db/transactions.ts'

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
  connections: 20,
  /** PostgreSQL cancels a statement before this. */
  answer_ms: STATEMENT_MS + 5000,
  /** After this long we check whether the database answers at all. */
  suspicious_ms: 4000,
  probe_ms: 1000,
}

/** `onLost` is called for idle connections that broke; the pool replaces them. */
export function openDatabase(
  url: string,
  onLost: (error: Error) => void,
  limits: Partial<typeof LIMITS> = {},
): Database {
  const { connections, answer_ms, suspicious_ms, probe_ms } = { ...LIMITS, ...limits }
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
    max: connections,
    idleTimeoutMillis: IDLE_MS,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  for (const one of [pool, probes])
    one.on('error', (error: Error & { client?: unknown }) => {
      // The whole connection with its statements, which would fill a page of the log.
      delete error.client
      onLost(error)
    })
  return {
    db: withTransactions(drizzle(pool), pool),
    pool,
    probe: drizzle(probes),
    close: async () => void (await Promise.all([pool.end(), probes.end()])),
  }
}

/** By default idle connections close after ten seconds, and new ones have to prepare every statement again. */
const IDLE_MS = 5 * 60_000

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

/**
 * Names a text that is sent often, in the config itself: a statement that is built once keeps its name. Texts without
 * values may hold several statements, which cannot be prepared.
 */
function named(question: unknown, values: unknown): unknown {
  const config = (typeof question === 'string' ? { text: question } : question) as pg.QueryConfig
  if (typeof config.text !== 'string') return question
  if (config.name) return inheriting(config)
  const given = values ?? config.values
  if (!Array.isArray(given) || given.length === 0) return question
  const name = nameOf(config.text)
  if (name) config.name = name
  return config
}

const inheritors = new WeakMap<pg.QueryConfig, pg.QueryConfig>()

/** The driver copies a config field by field for each call. One that inherits its fields has none to copy. */
function inheriting(config: pg.QueryConfig): pg.QueryConfig {
  const inheritor = inheritors.get(config) ?? Object.create(config)
  inheritors.set(config, inheritor)
  return inheritor
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
    #isHeldBack = false

    constructor(config?: pg.ClientConfig) {
      super(config)
      // Without a listener a connection that breaks in use would end the process. The failed query reports the error.
      this.on('error', () => undefined)
      this.on('drain', () => this.#rest())
      this.on('end', () => this.#rest())
      // A migration has changed a table under a prepared statement. A new connection prepares it again.
      this.connection.on('errorMessage', ({ routine }: pg.DatabaseError) => {
        if (routine === 'RevalidateCachedQuery') void this.end()
      })
    }

    override query(question: unknown, ...rest: unknown[]): never {
      this.#rest()
      const isPatient = patient.has(this as pg.ClientBase)
      if (!isPatient) this.#watch(this.#asked, limit_ms)
      this.#holdBack()
      return super.query(...([isPatient ? question : named(question, rest[0]), ...rest] as [string])) as never
    }

    /** What is sent together is written together. */
    #holdBack(): void {
      if (this.#isHeldBack) return
      this.#isHeldBack = true
      const { stream } = this.connection
      stream.cork()
      process.nextTick(() => {
        this.#isHeldBack = false
        stream.uncork()
      })
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
