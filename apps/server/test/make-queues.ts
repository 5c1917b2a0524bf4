import type pg from 'pg'
import { pino } from 'pino'
import { jobs } from '#server/app.ts'
import { openQueue } from '#server/jobs/queue.ts'

/** What a server that runs jobs does when it starts. Servers of tests only join. */
export async function makeQueues(pool: pg.Pool): Promise<void> {
  const queue = await openQueue(pool, jobs, never, pino({ level: 'silent' }))
  await queue.stop()
}

function never(): never {
  throw new Error('no job runs while queues are made')
}
