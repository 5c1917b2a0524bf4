import { z } from 'zod'
import { findDue, listDueWebhooks } from '#server/features/webhooks/delivery-queries.ts'
import { releaseWebhookLease, takeWebhookLease } from '#server/features/webhooks/queries.ts'
import { sendDelivery } from '#server/features/webhooks/send-delivery.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** A server that dies keeps others from its webhook until then. */
const LEASE_MS = 120_000
/** After that a busy webhook makes room for others. */
const RUN_MS = 60_000

const SEND = { name: 'send-webhook', data: z.object({ webhook_id: z.int() }) }

/** Sends what is due to one webhook, one after the other. Does nothing while another server does that. */
export const sendWebhook = job({
  ...SEND,
  retries: 2,
  atOnce: 4,
  async run(deps: Deps, { webhook_id }) {
    const { db, now } = deps
    // What came due before the lease was released may have found it taken, so look once more.
    while (await findDue(db, webhook_id, now())) {
      const lease = await takeWebhookLease(db, webhook_id, LEASE_MS)
      if (!lease) return
      const isDone = await sendAllDue(deps, webhook_id, lease)
      if (!isDone) return deps.enqueue(db, SEND, { webhook_id })
    }
  },
})

/** For retries, and for jobs that were lost. */
export const sendDueWebhooks = job({
  name: 'send-due-webhooks',
  data: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: async ({ db, now, enqueue }: Deps) => {
    for (const webhook_id of await listDueWebhooks(db, now())) await enqueue(db, SEND, { webhook_id })
  },
})

/** False if time ran out. */
async function sendAllDue(deps: Deps, webhook_id: number, lease: string): Promise<boolean> {
  const until = performance.now() + RUN_MS
  try {
    while (performance.now() < until) {
      const delivery = await findDue(deps.db, webhook_id, deps.now())
      if (!delivery) return true
      await sendDelivery(deps, delivery)
    }
    return false
  } finally {
    await releaseWebhookLease(deps.db, webhook_id, lease)
  }
}
