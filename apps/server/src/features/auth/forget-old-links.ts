import { z } from 'zod'
import { deleteLinksExpiredBefore } from '#server/features/auth/link-queries.ts'
import { deleteSessionsEndedBefore } from '#server/features/auth/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

const DAY_MS = 24 * 3_600_000
const LINKS_KEPT_DAYS = 7
/** No token is valid for longer. */
const ENDED_SESSIONS_KEPT_DAYS = 30

/** Used and expired links are kept for a week, to answer questions about them. */
export const forgetOldLinks = job({
  name: 'forget-old-links',
  data: z.object({}),
  retries: 0,
  cron: '53 3 * * *',
  run: async ({ db, now }: Deps) => {
    const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS)
    await deleteLinksExpiredBefore(db, daysAgo(LINKS_KEPT_DAYS))
    await deleteSessionsEndedBefore(db, daysAgo(ENDED_SESSIONS_KEPT_DAYS))
  },
})
