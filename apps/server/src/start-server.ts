import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildApp, jobs } from '#server/app.ts'
import {
  bringUp,
  type Circumstances,
  type Closer,
  collectClosers,
  DRAIN_MS,
  within,
} from '#server/bring-up.ts'
import type { Config } from '#server/config.ts'
import { alone } from '#server/db/alone.ts'
import { hearChanges } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { fillWithDemoData } from '#server/demo/fill-with-demo-data.ts'
import { startDemoHubs } from '#server/demo/hubs.ts'
import { hasDemoData } from '#server/demo/refuse-demo-data.ts'
import type { Deps } from '#server/http/routes.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { type Doors, doorDrivers } from '#server/outside/doors.ts'
import { filesOnDisk } from '#server/outside/files.ts'
import { googleIdentity } from '#server/outside/google.ts'
import { keptMailer, type Mailer, smtpMailer } from '#server/outside/mail.ts'

// It lies the same way from src/ and from the bundle in dist/.
const WEB_DIST = new URL('../../web/dist/', import.meta.url)

const SWEEP_MS = 50

export type Start = Circumstances & { log: FastifyBaseLogger; now: () => Date }

export type Server = {
  publicUrl: string
  /** Whether the demo sign-ins work: a database that was somebody's before is not filled. */
  hasDemoData: boolean
  close: () => Promise<void>
}

export async function startServer(start: Start): Promise<Server> {
  const { onClose, close } = collectClosers(start.log)
  try {
    const db = await openUp(start, onClose)
    return { publicUrl: start.config.publicUrl, hasDemoData: await hasDemoData(db), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openUp(start: Start, onClose: (closer: Closer) => void): Promise<Db> {
  const { config, log, now, tell, signal } = start
  const { secrets, db, pool } = await bringUp(start, { onClose })
  const files = await filesOnDisk(join(config.dataDir, 'files'))
  const mailer = await chooseMailer(config, now)
  const google = googleIdentity(config)
  const doors = await openDoors(start, onClose)
  const changes = hearChanges(pool, log)
  onClose(changes.close)

  const queue = await alone(pool, () => openQueue(pool, jobs, () => deps, log))
  onClose(() => within(DRAIN_MS, queue.stop()))
  const deps: Deps = {
    config,
    db,
    now,
    secrets,
    files,
    mailer,
    google,
    doors,
    enqueue: queue.enqueue,
    changes,
  }
  signal.throwIfAborted()

  if (config.demo) await alone(pool, () => fillWithDemoData(deps, untilAborted(signal, tell)))
  signal.throwIfAborted()

  const app = await buildApp(deps, { log, webDist: WEB_DIST })
  await queue.work()
  onClose(() => drain(app))
  await app.listen({ host: config.host, port: config.port })
  return db
}

/** In a demo the hubs are simulated, so that doors open without any. */
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

/** Long work that reports its progress stops at its next report. */
const untilAborted = (signal: AbortSignal, tell: Start['tell']) => (sentence: string) => {
  signal.throwIfAborted()
  tell(sentence)
}

/** Lets requests finish, but waits for ever neither for a slow client nor for one that keeps its connection. */
async function drain(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  await within(DRAIN_MS, app.close())
  app.server.closeAllConnections()
  clearInterval(sweep)
}
