import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp, jobs } from '#server/app.ts'
import {
  bringUp,
  type Circumstances,
  type Closer,
  collectClosers,
  DRAIN_MS,
  waitAtMost,
} from '#server/bring-up.ts'
import type { Config } from '#server/config.ts'
import { alone } from '#server/db/alone.ts'
import { hearChanges } from '#server/db/changes.ts'
import { checkFileStore } from '#server/db/check-file-store.ts'
import type { Db } from '#server/db/connection.ts'
import { fillWithDemoData } from '#server/demo/fill-with-demo-data.ts'
import { startDemoHubs } from '#server/demo/hubs.ts'
import { hasDemoData } from '#server/demo/refuse-demo-data.ts'
import type { Deps } from '#server/http/routes.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { type Doors, doorDrivers } from '#server/outside/doors.ts'
import { filesIn } from '#server/outside/files.ts'
import { googleIdentity } from '#server/outside/google.ts'
import { keptMailer, type Mailer, smtpMailer } from '#server/outside/mail.ts'
import { openFileStore } from '#server/outside/open-file-store.ts'

// The same relative paths work from src/ and from the bundle in dist/.
const WEB_DIST = new URL('../../web/dist/', import.meta.url)
const DEMO_PICTURES = new URL('../demo-pictures/', import.meta.url)

const SWEEP_MS = 50

export type Start = Circumstances & { log: FastifyBaseLogger; now: () => Date }

export type Server = {
  publicUrl: string
  /** False for a database that already had data: it is not filled. */
  hasDemoData: boolean
  isDemoAskedFor: boolean
  close: () => Promise<void>
}

export async function startServer(start: Start): Promise<Server> {
  const { onClose, close } = collectClosers(start.log)
  try {
    const db = await openUp(start, onClose)
    const { publicUrl, isDemoAskedFor } = start.config
    return { publicUrl, isDemoAskedFor, hasDemoData: await hasDemoData(db), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openUp(start: Start, onClose: (closer: Closer) => void): Promise<Db> {
  const { config, log, now, tell, signal } = start
  const { secrets, db, pool, probe } = await bringUp(start, { onClose, role: 'server' })
  const store = openFileStore(config)
  await alone(pool, () => checkFileStore(db, store))
  const mailer = await chooseMailer(config, now)
  const google = googleIdentity(config)
  const doors = await openDoors(start, onClose)
  const changes = await hearChanges(pool, log)
  onClose(changes.close)

  const queue = await alone(pool, () => openQueue(pool, jobs, () => deps, log))
  onClose(() => waitAtMost(DRAIN_MS, queue.stop()))
  const deps: Deps = {
    config,
    db,
    probe,
    now,
    secrets,
    files: filesIn(store),
    mailer,
    google,
    doors,
    enqueue: queue.enqueue,
    changes,
    log,
  }
  signal.throwIfAborted()

  if (config.demo) await alone(pool, () => fillWithDemoData(deps, DEMO_PICTURES, untilAborted(signal, tell)))
  signal.throwIfAborted()

  const app = await buildApp(deps, { log, webDist: WEB_DIST })
  await queue.work()
  onClose(() => drain(app))
  await app.listen({ host: config.host, port: config.port })
  return db
}

/** A demo has simulated hubs, so its doors open without hardware. */
async function openDoors({ config, now }: Start, onClose: (closer: Closer) => void): Promise<Doors> {
  if (!config.demo) return doorDrivers(config, { now })
  const hubs = await startDemoHubs({ now })
  onClose(hubs.close)
  return doorDrivers(config, { now, standIn: hubs.standIn })
}

async function chooseMailer({ smtpUrl, mailFrom, dataDir }: Config, now: () => Date): Promise<Mailer> {
  const sender = { from: mailFrom, now }
  return smtpUrl ? smtpMailer(smtpUrl, sender) : keptMailer(join(dataDir, 'mail'), sender)
}

/** Long work stops at its next progress report. */
const untilAborted = (signal: AbortSignal, tell: Start['tell']) => (sentence: string) => {
  signal.throwIfAborted()
  tell(sentence)
}

/** Lets requests finish, but not for ever: clients may be slow or keep their connections open. */
async function drain(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  await waitAtMost(DRAIN_MS, app.close())
  app.server.closeAllConnections()
  clearInterval(sweep)
}
