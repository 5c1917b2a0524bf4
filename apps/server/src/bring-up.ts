import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { alone } from '#server/db/alone.ts'
import { checkKey } from '#server/db/check-key.ts'
import { type Db, openDatabase } from '#server/db/connection.ts'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { refuseDemoData } from '#server/demo/refuse-demo-data.ts'
import { loadSecretKey } from '#server/secrets/secret-key.ts'
import { makeSecrets, type Secrets } from '#server/secrets/secrets.ts'

// It lies the same way from src/ and from the bundle in dist/.
const MIGRATIONS = new URL('../migrations/', import.meta.url)

export const DRAIN_MS = 10_000

export type Circumstances = {
  config: Config
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** What is going on, for a person who waits. */
  tell: (sentence: string) => void
  /** Stops between two steps when nobody wants the result any more. */
  signal: AbortSignal
  /** The product's own database went away under it. */
  onDatabaseLost: () => void
}

export type Closer = () => Promise<void>

/** What is brought up in order goes down in reverse, all of it. */
export function collectClosers(log: Circumstances['log']) {
  const closers: Closer[] = []
  return {
    onClose: (closer: Closer) => void closers.push(closer),
    async close() {
      for (let closer = closers.pop(); closer; closer = closers.pop()) {
        await closer().catch((error) => log.error(error, 'something did not stop as it should'))
      }
    },
  }
}

/** A query that hangs must not keep the database from being stopped. */
export async function within(ms: number, work: Promise<void>): Promise<void> {
  const patience = new AbortController()
  await Promise.race([work, setTimeout(ms, undefined, { ref: false, signal: patience.signal })])
  patience.abort()
}

type Options = {
  onClose: (closer: Closer) => void
  /** Uses the product's own database also while a server has it. */
  besideServer?: boolean
}

/** The key of the installation, and a database that is sealed with it and fits this version. */
export async function bringUp(
  circumstances: Circumstances,
  options: Options,
): Promise<{ secrets: Secrets; db: Db; pool: pg.Pool }> {
  const { config, log, signal } = circumstances
  await mkdir(config.dataDir, { recursive: true })
  const secrets = makeSecrets(config.secretKey ?? (await loadSecretKey(config.dataDir)))
  const { pool, db, close } = openDatabase(await databaseUrl(circumstances, options), (error) =>
    log.warn(error, 'a database connection was lost'),
  )
  options.onClose(() => within(DRAIN_MS, close()))
  signal.throwIfAborted()

  await alone(pool, async () => {
    for (const name of await migrate(pool, MIGRATIONS)) log.info(`applied ${name}`)
    await checkKey(db, secrets)
  })
  if (!config.demo) await refuseDemoData(db)
  signal.throwIfAborted()
  return { secrets, db, pool }
}

async function databaseUrl(
  { config, tell, onDatabaseLost }: Circumstances,
  { onClose, besideServer }: Options,
): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl
  const get = besideServer ? joinEmbeddedPostgres : startEmbeddedPostgres
  const postgres = await get({
    dir: join(config.dataDir, 'postgres'),
    owner: `Keyhour on port ${config.port} (process ${process.pid})`,
    onProgress: tell,
    onLost: onDatabaseLost,
  })
  onClose(postgres.stop)
  return postgres.url
}
