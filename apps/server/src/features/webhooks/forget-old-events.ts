import { EVENT_DAYS } from '@keyhour/contract/webhooks'
import { z } from 'zod'
import { deleteWebhookEventsBefore } from '#server/features/webhooks/delivery-queries.ts'
import { deleteOldWebhooks } from '#server/features/webhooks/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Each batch is its own transaction, so that nobody waits for a large one. */
const BATCH = 5000

export const forgetOldEvents = job({
  name: 'forget-old-webhook-events',
  data: z.object({}),
  retries: 2,
  cron: '40 3 * * *',
  async run({ db, now }: Deps) {
    const before = new Date(now().getTime() - EVENT_DAYS * 24 * 3_600_000).toISOString()
    while ((await deleteWebhookEventsBefore(db, before, BATCH)) === BATCH);
    await deleteOldWebhooks(db, before)
  },
})
