import { z } from 'zod'
import { recountUnevenDays } from '#server/features/insight/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/**
 * Daily, and when a server starts: a server of an older version that still runs during an update counts days without
 * their spaces.
 */
export const compareInsight = job({
  name: 'compare-insight',
  data: z.object({}),
  retries: 0,
  cron: '17 2 * * *',
  run: ({ db }: Deps) => recountUnevenDays(db),
})
