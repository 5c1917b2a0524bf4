import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import type { z } from 'zod'
import type { Db } from '#server/db/connection.ts'

/** Work done later or on a timer. The queue may hand out the same piece twice: `run` must stand that. */
export type Job<Deps, Data extends z.ZodObject = z.ZodObject> = {
  name: string
  data: Data
  /** How often a failed piece is tried again, with growing pauses. */
  retries: number
  /** In UTC, for work on a timer. */
  cron?: string
  run: (deps: Deps, data: z.infer<Data>) => Promise<void>
}

/** Lets TypeScript see that `run` takes what `data` describes. */
export const job = <Deps, Data extends z.ZodObject>(description: Job<Deps, Data>): Job<Deps, Data> =>
  description

/** Happens if and only if the transaction `db` commits. */
export type Enqueue = <Data extends z.ZodObject>(
  db: Db,
  job: Pick<Job<never, Data>, 'name' | 'data'>,
  data: z.infer<Data>,
  options?: { startAfter?: Date; key?: string },
) => Promise<void>

export type Queue = { enqueue: Enqueue; work: () => Promise<void>; stop: () => Promise<void> }

// biome-ignore lint/suspicious/noExplicitAny: each job knows its own data; the list does not
export type AnyJob<Deps> = Job<Deps, any>

/** Makes the queues that are missing. Nothing is worked on before `work`. Run it `alone`. */
export async function openQueue<Deps>(
  pool: pg.Pool,
  jobs: AnyJob<Deps>[],
  deps: () => Deps,
  log: FastifyBaseLogger,
): Promise<Queue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    maintenanceIntervalSeconds: 60,
  })
  boss.on('error', (error) => log.error(error, 'job queue'))
  await boss.start()
  for (const { name, retries } of jobs) {
    await boss.createQueue(name, { name, retryLimit: retries, retryDelay: 5, retryBackoff: true })
  }

  return {
    async enqueue(db, { name, data: shape }, data, { startAfter, key } = {}) {
      await boss.send(name, shape.parse(data), {
        ...(startAfter && { startAfter }),
        ...(key && { singletonKey: key }),
        db: { executeSql: (text, values) => db.execute(bound(text, values)) },
      })
    },
    async work() {
      for (const one of jobs) {
        if (one.cron) await boss.schedule(one.name, one.cron)
        await boss.work<object>(one.name, { pollingIntervalSeconds: 1 }, async ([piece]) => {
          try {
            await one.run(deps(), one.data.parse(piece?.data ?? {}))
          } catch (error) {
            log.warn({ err: error, job: one.name, id: piece?.id }, 'a job failed and will be tried again')
            throw error
          }
        })
      }
    },
    stop: () => boss.stop({ graceful: true, wait: true, close: false, timeout: 10_000 }),
  }
}

/** pg-boss writes `$1`; Drizzle wants its own placeholders. */
function bound(text: string, values: unknown[]) {
  const pieces = text.split(/\$(\d+)/)
  return sql.join(
    pieces.map((piece, at) => (at % 2 ? sql`${sql.param(values[Number(piece) - 1])}` : sql.raw(piece))),
  )
}
