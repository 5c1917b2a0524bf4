import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp, jobs } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { alone } from '#server/db/alone.ts'
import { checkKey } from '#server/db/check-key.ts'
import { openDatabase } from '#server/db/connection.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { fillWithDemoData } from '#server/demo/fill-with-demo-data.ts'
import { refuseDemoData } from '#server/demo/refuse-demo-data.ts'
import type { Deps } from '#server/http/routes.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { filesOnDisk } from '#server/outside/files.ts'
import { googleIdentity } from '#server/outside/google.ts'
import { keptMailer, smtpMailer } from '#server/outside/mail.ts'
import { loadSecretKey } from '#server/secrets/secret-key.ts'
import { makeSecrets } from '#server/secrets/secrets.ts'

// They lie the same way from src/ and from the bundle in dist/.
const MIGRATIONS = new URL('../migrations/', import.meta.url)
const WEB_DIST = new URL('../../web/dist/', import.meta.url)

const DRAIN_MS = 10_000
const SWEEP_MS = 50

export type Start = {
  config: Config
  log: FastifyBaseLogger
  now: () => Date
  /** What is going on, for a person who waits. */
  tell: (sentence: string) => void
  /** Stops between two steps when somebody no longer wants the server. */
  signal: AbortSignal
  /** The server's own database went away under it. */
  onDatabaseLost: () => void
}

export type Server = { publicUrl: string; close: () => Promise<void> }

type Closer = () => Promise<void>

export async function startServer(start: Start): Promise<Server> {
  const closers: Closer[] = []
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) {
      await closer().catch((error) => start.log.error(error, 'something did not stop as it should'))
    }
  }
  try {
    return { publicUrl: await bringUp(start, (closer) => closers.push(closer)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function bringUp(start: Start, onClose: (closer: Closer) => void): Promise<string> {
  const { config, log, now, tell, signal } = start
  await mkdir(config.dataDir, { recursive: true })
  const secrets = makeSecrets(config.secretKey ?? (await loadSecretKey(config.dataDir)))
  const files = await filesOnDisk(join(config.dataDir, 'files'))
  const sender = { from: config.mailFrom, now }
  const mailer = config.smtpUrl
    ? smtpMailer(config.smtpUrl, sender)
    : await keptMailer(join(config.dataDir, 'mail'), sender)
  const google = googleIdentity(config)

  const { pool, db, close } = openDatabase(await databaseUrl(start, onClose), (error) =>
    log.warn(error, 'a database connection was lost'),
  )
  onClose(() => within(DRAIN_MS, close()))
  signal.throwIfAborted()

  const queue = await alone(pool, async () => {
    for (const name of await migrate(pool, MIGRATIONS)) log.info(`applied ${name}`)
    await checkKey(db, secrets)
    return openQueue(pool, jobs, () => deps, log)
  })
  onClose(() => within(DRAIN_MS, queue.stop()))
  const deps: Deps = { config, db, now, secrets, files, mailer, google, enqueue: queue.enqueue }
  signal.throwIfAborted()

  if (config.demo) await alone(pool, () => fillWithDemoData(deps, untilAborted(signal, tell)))
  else await refuseDemoData(db)
  signal.throwIfAborted()

  const app = await buildApp(deps, { log, webDist: WEB_DIST })
  await queue.work()
  onClose(() => drain(app))
  await app.listen({ host: config.host, port: config.port })
  return config.publicUrl
}

/** Long work that reports its progress stops at its next report. */
const untilAborted = (signal: AbortSignal, tell: Start['tell']) => (sentence: string) => {
  signal.throwIfAborted()
  tell(sentence)
}

/** A query that hangs must not keep the database from being stopped. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const patience = new AbortController()
  await Promise.race([work, setTimeout(ms, undefined, { ref: false, signal: patience.signal })])
  patience.abort()
}

/** Lets requests finish, but waits for ever neither for a slow client nor for one that keeps its connection. */
async function drain(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  await within(DRAIN_MS, app.close())
  app.server.closeAllConnections()
  clearInterval(sweep)
}

async function databaseUrl(start: Start, onClose: (closer: Closer) => void): Promise<string> {
  const { config, tell, onDatabaseLost } = start
  if (config.databaseUrl) return config.databaseUrl
  const postgres = await startEmbeddedPostgres({
    dir: join(config.dataDir, 'postgres'),
    owner: `Keyhour on port ${config.port} (process ${process.pid})`,
    onProgress: tell,
    onLost: onDatabaseLost,
  })
  onClose(postgres.stop)
  return postgres.url
}
