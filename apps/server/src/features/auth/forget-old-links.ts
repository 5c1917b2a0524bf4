import { z } from 'zod'
import { deleteLinksExpiredBefore } from '#server/features/auth/link-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

const KEPT_DAYS = 7

/** Sign-ups that nobody confirmed, and links that set a password: kept for a while for whoever asks what happened. */
export const forgetOldLinks = job({
  name: 'forget-old-links',
  data: z.object({}),
  retries: 0,
  cron: '53 3 * * *',
  run: ({ db, now }: Deps) =>
    deleteLinksExpiredBefore(db, new Date(now().getTime() - KEPT_DAYS * 24 * 3_600_000)),
})
