import { z } from 'zod'
import { mergeUsage } from '#server/features/businesses/usage-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

export const addUpUsage = job({
  name: 'add-up-business-usage',
  data: z.object({}),
  retries: 0,
  cron: '*/5 * * * *',
  run: ({ db }: Deps) => mergeUsage(db),
})
