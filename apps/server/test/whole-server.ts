import { join } from 'node:path'
import { type DestinationStream, pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { hearChanges } from '#server/db/changes.ts'
import { openDatabase } from '#server/db/connection.ts'
import type { Deps } from '#server/http/routes.ts'
import { joinQueue } from '#server/jobs/queue.ts'
import { doorDrivers } from '#server/outside/doors.ts'
import { filesIn } from '#server/outside/files.ts'
import { googleIdentity } from '#server/outside/google.ts'
import { keptMailer } from '#server/outside/mail.ts'
import { imapMailbox } from '#server/outside/mailbox.ts'
import { openFileStore } from '#server/outside/open-file-store.ts'
import { choosePayments } from '#server/outside/payments.ts'
import { publicFetch } from '#server/outside/public-fetch.ts'
import { webPushOf } from '#server/outside/web-push.ts'
import { makeSecrets } from '#server/secrets/secrets.ts'
import { writeAndCheck } from './write-and-check.ts'

/** Long enough for a busy machine, short enough for an answer that never comes. */
const IMPATIENT = { answerMs: 4000, orderMs: 4000, boltMs: 1000, pauseMs: 20 }

type Setting = {
  url: string
  dataDir: string
  now: () => Date
  settings?: NodeJS.ProcessEnv
  /** Where log lines go instead of to the console. */
  logTo?: DestinationStream | undefined
  /** Without it there are no pages. */
  webDist?: URL
}
const NO_PAGES = new URL('nowhere/', import.meta.url)

/** A whole server on a migrated database, except that it does not listen and runs no jobs. */
export async function openWholeServer({
  url,
  dataDir,
  now,
  settings = {},
  logTo,
  webDist = NO_PAGES,
}: Setting) {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'silent', ...settings })
  const { db, pool, probe, close } = openDatabase(url, () => undefined)
  const log = logTo ? pino({ level: config.logLevel }, logTo) : pino({ level: config.logLevel })
  const deps: Deps = {
    config,
    db,
    probe,
    now,
    secrets: makeSecrets('a secret key that only tests know, long enough'),
    files: filesIn(openFileStore(config)),
    mailer: await keptMailer(join(dataDir, 'mail'), { from: config.mailFrom, now }),
    mailbox: config.replies?.imapUrl ? imapMailbox(config.replies.imapUrl) : undefined,
    google: googleIdentity(config),
    doors: doorDrivers(config, { now, patience: IMPATIENT }),
    payments: choosePayments(config, { now, patienceMs: IMPATIENT.answerMs }),
    publicFetch: publicFetch({ networks: config.webhookNetworks, ms: IMPATIENT.boltMs }),
    webPush: webPushOf(config, { now, ms: IMPATIENT.boltMs }),
    enqueue: joinQueue(pool).enqueue,
    changes: await hearChanges(pool, log),
    log,
  }
  const app = await buildApp(deps, { log, webDist, writer: writeAndCheck })
  return {
    deps,
    app,
    pool,
    async close() {
      await app.close()
      await deps.changes.close()
      await close()
    },
  }
}
