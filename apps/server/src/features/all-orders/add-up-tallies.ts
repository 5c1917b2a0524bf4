import { z } from 'zod'
import { mergeTallies } from '#server/features/all-orders/list-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Every booking inserts rows into the tallies of its day, space and user. Merging them keeps the counts fast. */
export const addUpTallies = job({
  name: 'add-up-order-tallies',
  data: z.object({}),
  retries: 0,
  cron: '*/5 * * * *',
  run: ({ db }: Deps) => mergeTallies(db),
})
