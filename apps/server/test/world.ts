import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type pg from 'pg'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, inject } from 'vitest'
import { jobs } from '#server/app.ts'
import { openDatabase, withoutLimits } from '#server/db/connection.ts'
import type { Deps } from '#server/http/routes.ts'
import { issueToken } from '#server/secrets/session-token.ts'
import { builders } from './builders.ts'
import { databaseOf, TEMPLATE } from './cluster.ts'
import { openWholeServer } from './whole-server.ts'

type Person = { id: number; email: string; name: string; admin: boolean; session_epoch: number }

/** Log lines are kept from the console. */
export type Logging = Pick<Parameters<typeof openWholeServer>[0], 'logTo'>

/** A whole server on its own database, with a clock that tests set. */
export async function startWorld(settings: NodeJS.ProcessEnv = {}, { logTo }: Logging = {}) {
  const database = await copyTemplate(inject('clusterUrl'))
  const dataDir = await mkdtemp(join(tmpdir(), 'keyhour-world-'))
  const clock = { now: '2026-03-02T08:00:00.000Z' }
  const now = () => new Date(clock.now)
  const { deps, app, pool, close } = await openWholeServer({
    url: database.url,
    dataDir,
    now,
    settings,
    logTo,
  })

  afterAll(async () => {
    await close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  return {
    ...deps,
    app,
    pool,
    dataDir,
    setNow(moment: string) {
      clock.now = moment
    },
    ...builders(deps),
    ...callers(app, deps),
    runJobs: () => runJobs(pool, deps),
    mailsTo: (address: string) => mailsTo(deps, address),
  }
}

/** Runs queued jobs, and those that they enqueue, without the pauses of the real workers. */
async function runJobs(pool: pg.Pool, deps: Deps): Promise<void> {
  for (;;) {
    const { rows } = await pool.query('delete from pgboss.job returning name, data')
    if (rows.length === 0) return
    for (const { name, data } of rows) await jobs.find((job) => job.name === name)!.run(deps, data)
  }
}

async function mailsTo({ mailer }: Deps, address: string): Promise<Email[]> {
  const names = await mailer.listKept()
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse((await mailer.readKept(name))!)))
  return mails.filter(({ to }) => to?.some((one) => one.address === address))
}

/** `as` signs the call with that person's token. */
function callers(app: FastifyInstance, { secrets, now }: Deps) {
  async function send(options: InjectOptions, as?: Person) {
    const authorization = as && `Bearer ${await issueToken(secrets, as, now())}`
    return app.inject({
      ...options,
      headers: { ...options.headers, ...(authorization && { authorization }) },
    })
  }
  return {
    send,
    get: (url: string, as?: Person) => send({ method: 'GET', url }, as),
    post: (url: string, payload: object, as?: Person) => send({ method: 'POST', url, payload }, as),
    tokenOf: (person: Person) => issueToken(secrets, person, now()),
  }
}

/** Dropped when a test file is done: hundreds of databases take memory, and PostgreSQL looks after each of them. */
async function copyTemplate(clusterUrl: string) {
  const name = `world_${randomUUID().replaceAll('-', '')}`
  async function run(statement: string) {
    const { pool, close } = openDatabase(clusterUrl, () => undefined)
    await withoutLimits(pool, (client) => client.query(statement))
    await close()
  }
  await run(`create database ${name} template ${TEMPLATE} strategy = file_copy`)
  return { url: databaseOf(clusterUrl, name), drop: () => run(`drop database ${name} with (force)`) }
}
