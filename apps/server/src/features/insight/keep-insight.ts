import { z } from 'zod'
import { keepSums } from '#server/features/insight/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Recounts days whose orders have changed, so that requests do not have to. */
export const keepInsight = job({
  name: 'keep-insight',
  data: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: async ({ db, now }: Deps) => {
    while (await keepSums(db, now()));
  },
})
