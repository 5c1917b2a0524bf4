import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { refuseRestoring } from '#server/backups/restored-folder.ts'
import type { Config } from '#server/config.ts'
import { alone } from '#server/db/alone.ts'
import { refuseUnfinishedRestore } from '#server/db/backup/unfinished-restore.ts'
import { checkKey, chooseKey } from '#server/db/check-key.ts'
import { type Database, openDatabase } from '#server/db/connection.ts'
import { joinEmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { getPushKey } from '#server/db/push-key.ts'
import { refuseDemoData } from '#server/demo/refuse-demo-data.ts'
import { databaseTrouble } from '#server/http/database-errors.ts'
import { makeSecretKey, readSecretKey } from '#server/secrets/secret-key.ts'
import { makeSecrets } from '#server/secrets/secrets.ts'

// The same relative path works from src/ and from the bundle in dist/.
export const MIGRATIONS = new URL('../migrations/', import.meta.url)

export const DRAIN_MS = 10_000

export type Circumstances = {
  config: Config
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Shown to the person who waits in the terminal. */
  tell: (sentence: string) => void
  signal: AbortSignal
  /** The embedded database stopped and cannot be started again. */
  onDatabaseLost: () => void
}

export type Closer = () => Promise<void>

/** Closes in reverse order, and closes everything even if one closer fails. */
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
export async function waitAtMost(ms: number, work: Promise<void>): Promise<void> {
  const patience = new AbortController()
  await Promise.race([work, setTimeout(ms, undefined, { ref: false, signal: patience.signal })])
  patience.abort()
}

type Options = {
  onClose: (closer: Closer) => void
  /** A command may use the embedded database while a server runs on it; a restore needs it alone. */
  role: 'server' | 'command' | 'restore'
}

type Connected = Pick<Database, 'db' | 'pool' | 'probe'>

export async function bringUp(
  circumstances: Circumstances,
  options: Options,
): Promise<Connected & { databaseUrl: string; secretKey: string }> {
  const { config, log, signal } = circumstances
  const databaseUrl = await findDatabase(circumstances, options)
  const { db, pool, probe } = await connect(databaseUrl, circumstances, options.onClose)

  const secretKey = await alone(pool, async () => {
    await refuseUnfinishedRestore(pool)
    const given = config.secretKey ?? (await readSecretKey(config.dataDir))
    const key = await chooseKey(pool, given, () => makeSecretKey(config.dataDir))
    for (const name of await migrate(pool, MIGRATIONS)) log.info(`applied ${name}`)
    await checkKey(db, makeSecrets(key))
    await getPushKey(db, makeSecrets(key))
    return key
  })
  if (!config.demo) await refuseDemoData(db)
  signal.throwIfAborted()
  return { databaseUrl, secretKey, db, pool, probe }
}

export async function connect(
  url: string,
  circumstances: Circumstances,
  onClose: (closer: Closer) => void,
): Promise<Connected> {
  const { config, log, signal } = circumstances
  const { pool, db, probe, close } = openDatabase(
    url,
    (error) => log.warn(error, 'a database connection was lost'),
    { connections: config.connections },
  )
  onClose(() => waitAtMost(DRAIN_MS, close()))
  signal.throwIfAborted()
  await waitForAnswer(pool, circumstances)
  return { pool, db, probe }
}

/** Starts the embedded PostgreSQL unless it already runs, or connects to the outside one. Changes nothing in it. */
export async function findDatabase(
  { config, log, tell, onDatabaseLost }: Circumstances,
  { onClose, role }: Options,
): Promise<string> {
  if (role !== 'restore') await refuseRestoring(config.dataDir)
  if (config.databaseUrl) return config.databaseUrl
  await mkdir(config.dataDir, { recursive: true })
  const get = role === 'command' ? joinEmbeddedPostgres : startEmbeddedPostgres
  const postgres = await get({
    dir: join(config.dataDir, 'postgres'),
    owner:
      role === 'server'
        ? `Keyhour on port ${config.port} (process ${process.pid})`
        : `a ${role} (process ${process.pid})`,
    onProgress: tell,
    onTrouble: (error) => log.error(error, 'PostgreSQL is away'),
    onLost: onDatabaseLost,
  })
  onClose(postgres.stop)
  // A restore may have begun before our claim was visible to it.
  if (role !== 'restore') await refuseRestoring(config.dataDir)
  return postgres.url
}

const FIRST_ANSWER_MS = 60_000
const PAUSE_MS = 500

/** A machine that has just booted may answer more slowly than a request is allowed to take. */
async function waitForAnswer(pool: pg.Pool, { tell, signal }: Circumstances): Promise<void> {
  const deadline = performance.now() + FIRST_ANSWER_MS
  for (;;) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if (databaseTrouble(error) !== 'away' || performance.now() > deadline) throw error
      tell(`Waiting for the database: ${(error as Error).message}…`)
    }
    await setTimeout(PAUSE_MS, undefined, { signal })
  }
}
