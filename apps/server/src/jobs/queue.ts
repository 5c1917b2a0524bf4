import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import type { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { runText } from '#server/db/statement.ts'
import { databaseTrouble, loggable } from '#server/http/database-errors.ts'

/** Work done later or on a timer. The queue may deliver the same job twice, so `run` must be repeatable. */
export type Job<Deps, Data extends z.ZodObject = z.ZodObject> = {
  name: string
  data: Data
  /** With growing pauses. */
  retries: number
  /** How many of these jobs a server runs in parallel; 1 by default. */
  atOnce?: number
  /** How many of them one worker fetches and runs together; 1 by default. For quick jobs that come in numbers. */
  batch?: number
  /** In UTC. Also runs when a server starts, in case it came due while none was up. */
  cron?: string
  run: (deps: Deps, data: z.infer<Data>) => Promise<void>
  /** Called when `run` has failed for the last time. */
  givenUp?: (deps: Deps, data: z.infer<Data>) => Promise<void>
}

/** Lets TypeScript infer the data of `run` from `data`. */
export const job = <Deps, Data extends z.ZodObject>(description: Job<Deps, Data>): Job<Deps, Data> =>
  description

/** Thrown by a job that would fail again: it is not retried. */
export class Hopeless extends Error {}

/** Takes effect only if the transaction `db` commits. */
export type Enqueue = <Data extends z.ZodObject>(
  db: Db,
  job: Pick<Job<never, Data>, 'name' | 'data'>,
  data: z.infer<Data>,
  afterMs?: number,
) => Promise<void>

export type Queue = { enqueue: Enqueue; work: () => Promise<void>; stop: () => Promise<void> }

// biome-ignore lint/suspicious/noExplicitAny: each job knows its own data; the list does not
export type AnyJob<Deps> = Job<Deps, any>

const AWAY_PAUSE_MS = 500
const NO_ANSWER = undefined as never

/** How often all queues are looked into, with one statement. */
const LOOK_MS = 500
/** Workers are woken when there is something to do; by themselves they look only this often. */
const PATIENCE = { pollingIntervalSeconds: 60, includeMetadata: true } as const

const QUEUES_WITH_WORK = `
  select queue.name from unnest($1::text[]) as queue (name)
  where exists (
    select from pgboss.job where job.name = queue.name and job.state < 'active' and job.start_after < now()
  )`

/** Many calendars make millions of jobs in a day. Those that were given up stay for a week, with what they failed by. */
const KEPT = {
  archiveCompletedAfterSeconds: 3600,
  archiveFailedAfterSeconds: 7 * 86_400,
  deleteAfterHours: 1,
}

/** Creates missing queues and updates the retries of all. Jobs run only after `work`. Run it `alone`. */
export async function openQueue<Deps>(
  pool: pg.Pool,
  jobs: AnyJob<Deps>[],
  deps: () => Deps,
  log: FastifyBaseLogger,
): Promise<Queue> {
  const { executeSql, setState } = queryPatiently(pool, log)
  const boss = new PgBoss({ db: { executeSql }, maintenanceIntervalSeconds: 60, ...KEPT })
  boss.on('error', (error) => log.error(loggable(error), 'job queue'))
  await boss.start()
  await createQueues(boss, jobs)
  const workers = new Map<string, string[]>()
  const stopped = new AbortController()

  async function wakeWorkers() {
    while (!stopped.signal.aborted) {
      const answer = await executeSql(QUEUES_WITH_WORK, [[...workers.keys()]])
      for (const { name } of answer?.rows ?? [])
        for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker)
      await setTimeout(LOOK_MS, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined)
    }
  }

  return {
    enqueue: enqueueWith(boss),
    async work() {
      await startSchedules(boss, jobs)
      setState('working')
      for (const one of jobs) {
        const ofJob = Array.from({ length: one.atOnce ?? 1 }, () => startWorker(boss, one, deps, log))
        workers.set(one.name, await Promise.all(ofJob))
      }
      void wakeWorkers()
    },
    async stop() {
      setState('stopping')
      stopped.abort()
      await boss.stop({ graceful: true, wait: true, close: false, timeout: 10_000 })
    },
  }
}

async function createQueues(boss: PgBoss, jobs: AnyJob<never>[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const { name, retries } of jobs) {
    const settings = { name, retryLimit: retries, retryDelay: 5, retryBackoff: true }
    const queue = existing.get(name)
    if (!queue) await boss.createQueue(name, { ...settings })
    else if (!isDeepStrictEqual({ ...queue, ...settings }, queue)) await boss.updateQueue(name, settings)
  }
}

async function startSchedules(boss: PgBoss, jobs: AnyJob<never>[]): Promise<void> {
  const crons = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  const scheduled = jobs.filter(({ cron }) => cron)
  for (const { name, cron } of scheduled) if (crons.get(name) !== cron) await boss.schedule(name, cron!)
  await boss.insert(scheduled.map(({ name }) => ({ name })))
}

/** For a process that runs no jobs: another one has created the queues and looks after them. */
export function joinQueue(pool: pg.Pool): Queue {
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } })
  return { enqueue: enqueueWith(boss), work: async () => undefined, stop: async () => undefined }
}

type QueuedJob = { name: string; data: object; startAfter: string; priority: number }

/** Jobs that are enqueued in one go are inserted by one statement. */
function enqueueWith(boss: PgBoss): Enqueue {
  const batches = new WeakMap<Db, { jobs: QueuedJob[]; isInserted: Promise<unknown> }>()

  function startBatch(db: Db) {
    const jobs: QueuedJob[] = []
    const executeSql = async (text: string, values: unknown[]) => ({ rows: await runText(db, text, values) })
    const isInserted = Promise.resolve().then((): Promise<unknown> => {
      batches.delete(db)
      const [{ name, data, startAfter, priority }, ...others] = jobs as [QueuedJob, ...QueuedJob[]]
      // A statement for one job, as most bookings have it, costs less than one for a list.
      return others.length === 0
        ? boss.send(name, data, { startAfter, priority, db: { executeSql } })
        : boss.insert(jobs, { db: { executeSql } })
    })
    const batch = { jobs, isInserted }
    batches.set(db, batch)
    return batch
  }

  return async (db, { name, data: shape }, data, afterMs = 0) => {
    const parsed = shape.parse(data)
    const { jobs, isInserted } = batches.get(db) ?? startBatch(db)
    jobs.push({
      name,
      data: parsed,
      // Relative, because the database's clock may differ from ours.
      startAfter: `${Math.max(0, Math.ceil(afterMs / 1000))}`,
      // Someone is waiting for what should happen now.
      priority: afterMs > 0 ? 0 : 1,
    })
    await isInserted
  }
}

/**
 * Most index entries of a queue belong to jobs that are done. An index scan marks them as dead, so that the next one skips
 * them; a bitmap scan, which PostgreSQL prefers, reads them all every time.
 */
async function queryByIndex(pool: pg.Pool, text: string, values: unknown[] = []) {
  // Several statements in one text, which begin transactions of their own.
  if (values.length === 0) return pool.query(text)
  const client = await pool.connect()
  let isClean = false
  try {
    const [, answer] = await Promise.all([
      client.query('begin; set local enable_bitmapscan = off'),
      client.query(text, values),
      client.query('commit'),
    ])
    isClean = true
    return answer
  } finally {
    client.release(!isClean)
  }
}

/**
 * While the queue works, waits for a database that is away, so that a finished job is completed when it is back and not
 * run again.
 */
function queryPatiently(pool: pg.Pool, log: FastifyBaseLogger) {
  let state: 'opening' | 'working' | 'stopping' = 'opening'
  let isAway = false

  /** Whether to try again. pg-boss does not await the completion of a job, so an error there would end the process. */
  function judge(error: unknown): boolean {
    if (state === 'opening') throw error
    if (!isAway) log.warn(loggable(error), 'the job queue cannot reach its database')
    isAway = databaseTrouble(error) !== undefined
    return isAway && state === 'working'
  }

  async function executeSql(text: string, values: unknown[]) {
    for (;;) {
      try {
        const answer = await queryByIndex(pool, text, values)
        isAway = false
        return answer
      } catch (error) {
        if (!judge(error)) return NO_ANSWER
      }
      await setTimeout(AWAY_PAUSE_MS, undefined, { ref: false })
    }
  }

  return {
    executeSql,
    setState: (next: typeof state) => {
      state = next
    },
  }
}

/** Creates the tables as `openQueue` does, for rows from a backup. */
export async function makeQueues(
  pool: pg.Pool,
  { version, queues }: { version: number; queues: string[] },
): Promise<void> {
  await pool.query(PgBoss.getConstructionPlans())
  const { rows } = await pool.query<{ version: number }>('select version from pgboss.version')
  const ours = rows[0]!.version
  if (ours !== version)
    throw new Error(
      `the backup has version ${version} of the job queue, and this is version ${ours}. ` +
        'Restore it with the version of Keyhour that made it, and update after that.',
    )
  for (const name of queues) await pool.query(`select pgboss.create_queue($1, '{}')`, [name])
}

async function startWorker<Deps>(
  boss: PgBoss,
  { name, data, run, givenUp, batch = 1 }: AnyJob<Deps>,
  deps: () => Deps,
  log: FastifyBaseLogger,
): Promise<string> {
  async function runOne({ id, data: given, retryCount, retryLimit }: PgBoss.JobWithMetadata<object>) {
    try {
      await run(deps(), data.parse(given ?? {}))
    } catch (error) {
      const failure = { err: loggable(error), job: name, id }
      const isHopeless = error instanceof Hopeless
      if (!isHopeless && retryCount < retryLimit) log.warn(failure, 'a job failed and will be tried again')
      else {
        log.error(failure, `a job ${isHopeless ? 'is hopeless' : 'failed for the last time'} and is given up`)
        await givenUp?.(deps(), data.parse(given ?? {}))
      }
      // pg-boss stores it with the job. The others of the batch are completed.
      if (!isHopeless) await boss.fail(name, id, failure.err)
    }
  }

  const worker = boss.work<object>(name, { ...PATIENCE, batchSize: batch }, async (received) => {
    try {
      await Promise.all(received.map(runOne))
    } finally {
      // There may be more jobs. After a partial batch they collect first, because fetching few costs as much as many.
      if (received.length === batch) boss.notifyWorker(await worker)
    }
  })
  return worker
}
