import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import { buildApp, jobs } from '#server/app.ts'
import {
  bringUp,
  type Circumstances,
  type Closer,
  collectClosers,
  connect,
  DRAIN_MS,
  waitAtMost,
} from '#server/bring-up.ts'
import type { Config } from '#server/config.ts'
import { alone } from '#server/db/alone.ts'
import { hearChanges } from '#server/db/changes.ts'
import { checkFileStore } from '#server/db/check-file-store.ts'
import { fillWithDemoData } from '#server/demo/fill-with-demo-data.ts'
import { startDemoHubs } from '#server/demo/hubs.ts'
import { hasDemoData } from '#server/demo/refuse-demo-data.ts'
import { startDemoCalendars } from '#server/demo/start-calendars.ts'
import { followOpenings } from '#server/features/waiting-list/follow-openings.ts'
import type { Deps } from '#server/http/routes.ts'
import { joinQueue, openQueue } from '#server/jobs/queue.ts'
import { doorDrivers } from '#server/outside/doors.ts'
import { filesIn } from '#server/outside/files.ts'
import { googleIdentity } from '#server/outside/google.ts'
import { keptMailer, type Mailer, smtpMailer } from '#server/outside/mail.ts'
import { imapMailbox } from '#server/outside/mailbox.ts'
import { openFileStore } from '#server/outside/open-file-store.ts'
import { choosePayments } from '#server/outside/payments.ts'
import { publicFetch } from '#server/outside/public-fetch.ts'
import { webPushOf } from '#server/outside/web-push.ts'
import { makeSecrets } from '#server/secrets/secrets.ts'
import { leadWorkers } from '#server/workers/lead-workers.ts'
import type { Orders } from '#server/workers/messages.ts'
import { countInPrimary } from '#server/workers/shared-count.ts'

// The same relative paths work from src/ and from the bundle in dist/.
const WEB_DIST = new URL('../../web/dist/', import.meta.url)
const DEMO_PICTURES = new URL('../demo-pictures/', import.meta.url)

const SWEEP_MS = 50

export type Start = Circumstances & { log: FastifyBaseLogger; now: () => Date }

type Closable = { close: () => Promise<void> }

export type Server = Closable & {
  publicUrl: string
  /** False for a database that already had data: it is not filled. */
  hasDemoData: boolean
  isDemoAskedFor: boolean
}

/** Without workers this process does everything. With them it prepares, starts the others and replaces them. */
export async function startServer(start: Start, program: URL): Promise<Server> {
  const { publicUrl, isDemoAskedFor, workers } = start.config
  return orClose(start, async (onClose) => {
    const { isDemo, ...base } = await prepare(start, onClose)
    if (workers === 1) await run(start, base, { onClose })
    else {
      const { databaseUrl, secretKey, hubs, calendars } = base
      await leadWorkers({
        ...start,
        program,
        requestWorkers: workers,
        orders: { databaseUrl, secretKey, hubs, calendars },
        onClose,
      })
    }
    return { publicUrl, isDemoAskedFor, hasDemoData: isDemo }
  })
}

/** The primary process has prepared everything. */
export const startWorker = (start: Start, { duty, ...orders }: Orders): Promise<Closable> =>
  orClose(start, async (onClose) => {
    const connected = await connect(orders.databaseUrl, start, onClose)
    await run(start, { ...orders, ...connected }, { onClose, duty })
    return {}
  })

async function orClose<T>(
  { log }: Start,
  open: (onClose: (closer: Closer) => void) => Promise<T>,
): Promise<T & Closable> {
  const { onClose, close } = collectClosers(log)
  try {
    return { ...(await open(onClose)), close }
  } catch (error) {
    await close()
    throw error
  }
}

type Base = Omit<Orders, 'duty'> & Pick<Deps, 'db' | 'probe'> & { pool: pg.Pool }

/** Everything that must be done once, however many processes serve. */
async function prepare(start: Start, onClose: (closer: Closer) => void): Promise<Base & { isDemo: boolean }> {
  const { config, now, tell, signal } = start
  const base = await bringUp(start, { onClose, role: 'server' })
  const { db, pool } = base
  const store = openFileStore(config)
  await alone(pool, () => checkFileStore(db, store))
  const hubs = config.demo ? await openDemoHubs(now, onClose) : {}
  signal.throwIfAborted()

  const deps = { db, now, secrets: makeSecrets(base.secretKey), files: filesIn(store) }
  if (config.demo) await alone(pool, () => fillWithDemoData(deps, DEMO_PICTURES, untilAborted(signal, tell)))
  signal.throwIfAborted()
  const isDemo = config.demo && (await hasDemoData(db))
  const calendars = isDemo ? await alone(pool, () => openDemoCalendars(start, db, onClose)) : {}
  return { ...base, hubs, calendars, isDemo }
}

/** A demo has simulated hubs, so its doors open without hardware. */
async function openDemoHubs(now: () => Date, onClose: (closer: Closer) => void): Promise<Base['hubs']> {
  const { addresses, close } = await startDemoHubs({ now })
  onClose(close)
  return addresses
}

/** And simulated calendars and coworking systems, whose rooms are linked to spaces of the demo. */
async function openDemoCalendars(
  { config, now }: Start,
  db: Base['db'],
  onClose: (closer: Closer) => void,
): Promise<Base['calendars']> {
  const { settings, close } = await startDemoCalendars({ config, db, now })
  onClose(close)
  return settings
}

type Running = { onClose: (closer: Closer) => void; duty?: Orders['duty'] }

/** Answers requests and runs jobs, or does only its duty. */
async function run(start: Start, base: Base, { onClose, duty }: Running): Promise<void> {
  const { log, now, signal } = start
  const { db, pool, probe, secretKey, hubs } = base
  const config = { ...start.config, ...base.calendars }
  const mailer = await chooseMailer(config, now)
  onClose(async () => mailer.close())
  const changes = await hearChanges(pool, log)
  onClose(changes.close)
  const queue =
    duty === 'requests' ? joinQueue(pool) : await alone(pool, () => openQueue(pool, jobs, () => deps, log))
  onClose(() => waitAtMost(DRAIN_MS, queue.stop()))
  const deps: Deps = {
    config,
    db,
    probe,
    now,
    secrets: makeSecrets(secretKey),
    files: filesIn(openFileStore(config)),
    mailer,
    mailbox: config.replies?.imapUrl ? imapMailbox(config.replies.imapUrl) : undefined,
    google: googleIdentity(config),
    doors: doorDrivers(config, { now, standIn: (origin) => hubs[origin] }),
    payments: choosePayments(config, { now }),
    publicFetch: publicFetch({ networks: config.webhookNetworks, standIns: config.standIns }),
    webPush: webPushOf(config, { now }),
    enqueue: queue.enqueue,
    changes,
    log,
  }
  signal.throwIfAborted()

  if (duty !== 'requests') {
    const stopFollowing = followOpenings(deps)
    onClose(async () => stopFollowing())
  }
  if (duty === 'jobs') return queue.work()
  const app = await buildApp(deps, {
    log,
    webDist: WEB_DIST,
    ...(duty && { countUploads: countInPrimary() }),
  })
  await queue.work()
  onClose(() => drain(app))
  await app.listen({ host: config.host, port: config.port })
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
