import { z } from 'zod'
import { deleteOpeningsBefore } from '#server/features/access/opening-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

const KEPT_HOURS = 48

/** Openings are kept only to repeat a lost answer. The order's timeline and the audit log keep the history. */
export const forgetOldOpenings = job({
  name: 'forget-old-openings',
  data: z.object({}),
  retries: 0,
  cron: '23 * * * *',
  run: ({ db, now }: Deps) => deleteOpeningsBefore(db, new Date(now().getTime() - KEPT_HOURS * 3_600_000)),
})
