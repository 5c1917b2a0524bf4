import { z } from 'zod'
import { deleteIdempotencyKeysBefore } from '#server/features/idempotency/key-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

const KEPT_HOURS = 48

/** Clients do not repeat a request after two days. */
export const forgetOldKeys = job({
  name: 'forget-old-idempotency-keys',
  data: z.object({}),
  retries: 0,
  cron: '17 * * * *',
  run: ({ db, now }: Deps) =>
    deleteIdempotencyKeysBefore(db, new Date(now().getTime() - KEPT_HOURS * 3_600_000)),
})
