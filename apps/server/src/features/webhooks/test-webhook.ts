import { randomUUID } from 'node:crypto'
import type { DeliveryDetails } from '@keyhour/contract/webhooks'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { findSendable, insertPing } from '#server/features/webhooks/delivery-queries.ts'
import { getDelivery } from '#server/features/webhooks/get-delivery.ts'
import { lockWebhook } from '#server/features/webhooks/queries.ts'
import { sendDelivery } from '#server/features/webhooks/send-delivery.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** If this server dies before the answer, the ping is sent once more. */
const ABANDONED_MS = 60_000

/** Waits for the answer, also of a webhook that is switched off. */
export async function testWebhook(deps: Deps, webhook_id: number, by: Actor): Promise<DeliveryDetails> {
  await limitAttempts(deps, [{ what: 'test webhook', who: `user ${by.session.id}`, most: 30, minutes: 5 }])
  const now = deps.now()
  const id = await deps.db.transaction(async (db) => {
    const webhook = orMissing(await lockWebhook(db, webhook_id), 'This webhook does not exist.')
    await auditAct(db, by, { action: 'test webhook', subject: 'webhook', subject_id: webhook_id }, now)
    return insertPing(db, {
      event_id: randomUUID(),
      webhook_id,
      data: { webhook: { id: webhook_id, name: webhook.name } },
      at: now.toISOString(),
      next_try_at: new Date(now.getTime() + ABANDONED_MS).toISOString(),
    })
  })
  await sendDelivery(deps, (await findSendable(deps.db, id))!)
  return getDelivery(deps.db, id)
}
