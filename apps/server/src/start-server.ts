import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp, jobs } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { alone } from '#server/db/alone.ts'
import { openDatabase } from '#server/db/connection.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { fillWithDemoData } from '#server/demo/fill-with-demo-data.ts'
import type { Deps } from '#server/http/routes.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { filesOnDisk } from '#server/outside/files.ts'
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

export type Server = { address: string; close: () => Promise<void> }

export async function startServer(start: Start): Promise<Server> {
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer()
  }
  try {
    const address = await bringUp(start, (closer) => closers.push(closer))
    return { address, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function bringUp(start: Start, onClose: (closer: () => Promise<void>) => void): Promise<string> {
  const { config, log, now, tell, signal } = start
  await mkdir(config.dataDir, { recursive: true })
  const secrets = makeSecrets(config.secretKey ?? (await loadSecretKey(config.dataDir)))
  const files = await filesOnDisk(join(config.dataDir, 'files'))
  const sender = { from: config.mailFrom, now }
  const mailer = config.smtpUrl
    ? smtpMailer(config.smtpUrl, sender)
    : await keptMailer(join(config.dataDir, 'mail'), sender)

  const { pool, db, close } = openDatabase(await databaseUrl(start, onClose), (error) =>
    log.warn(error, 'a database connection was lost'),
  )
  onClose(close)
  signal.throwIfAborted()

  const queue = await alone(pool, async () => {
    for (const name of await migrate(pool, MIGRATIONS)) log.info(`applied ${name}`)
    return openQueue(pool, jobs, () => deps, log)
  })
  onClose(queue.stop)
  const deps: Deps = { config, db, now, secrets, files, mailer, enqueue: queue.enqueue }
  signal.throwIfAborted()

  if (config.demo) await alone(pool, () => fillWithDemoData(deps, tell))
  signal.throwIfAborted()

  const app = await buildApp(deps, { log, webDist: WEB_DIST })
  await queue.work()
  onClose(() => drain(app))
  return app.listen({ host: config.host, port: config.port })
}

/** Lets requests finish, but waits for ever neither for a slow client nor for one that keeps its connection. */
async function drain(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  const patience = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close()
  clearInterval(sweep)
  clearTimeout(patience)
}

async function databaseUrl(start: Start, onClose: (closer: () => Promise<void>) => void): Promise<string> {
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
