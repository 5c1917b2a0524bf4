import { z } from 'zod'
import { deleteAttemptsBefore } from '#server/features/attempts/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

const KEPT_DAYS = 31

/** No limit spans more time. */
export const forgetOldAttempts = job({
  name: 'forget-old-attempts',
  data: z.object({}),
  retries: 0,
  cron: '41 3 * * *',
  run: ({ db, now }: Deps) =>
    deleteAttemptsBefore(db, new Date(now().getTime() - KEPT_DAYS * 24 * 3_600_000)),
})
