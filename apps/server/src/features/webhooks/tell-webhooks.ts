import { randomUUID } from 'node:crypto'
import type { WebhookKind } from '@keyhour/contract/webhooks'
import type { Db } from '#server/db/connection.ts'
import { insertEvents } from '#server/features/webhooks/delivery-queries.ts'
import { sendWebhook } from '#server/features/webhooks/send-webhooks.ts'
import type { Deps } from '#server/http/routes.ts'

/**
 * Pass the transaction of what happened: a webhook is told if that commits, and only then. Without a webhook that wants
 * it, nothing is written. `data` must hold no email, phone, code or secret.
 */
export async function tellWebhooks(
  { enqueue, now }: Pick<Deps, 'enqueue' | 'now'>,
  db: Db,
  kinds: WebhookKind[],
  data: object,
): Promise<void> {
  const events = kinds.map((kind) => ({ id: randomUUID(), kind }))
  for (const webhook_id of await insertEvents(db, events, data, now().toISOString()))
    await enqueue(db, sendWebhook, { webhook_id })
}
