import type { DeliveryDetails } from '@keyhour/contract/webhooks'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { putBack, putFailedBack } from '#server/features/webhooks/delivery-queries.ts'
import { getDelivery } from '#server/features/webhooks/get-delivery.ts'
import { lockWebhook } from '#server/features/webhooks/queries.ts'
import { sendWebhook } from '#server/features/webhooks/send-webhooks.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const IS_OFF = 'This webhook is switched off. Switch it on first.'

/** Asking twice sends it once. */
export function sendAgain(deps: Deps, id: number, by: Actor): Promise<DeliveryDetails> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const { webhook_id } = await getDelivery(db, id)
    const webhook = orMissing(await lockWebhook(db, webhook_id), 'This webhook was deleted.')
    if (!webhook.is_active) throw new Refusal('conflict', IS_OFF)
    if (await putBack(db, id, now.toISOString())) {
      const act = { action: 'send delivery again', subject: 'webhook', subject_id: webhook_id } as const
      await auditAct(db, by, { ...act, details: { delivery_id: id } }, now)
      await deps.enqueue(db, sendWebhook, { webhook_id })
    }
    return getDelivery(db, id)
  })
}

export function sendFailedAgain(deps: Deps, webhook_id: number, by: Actor): Promise<{ count: number }> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const webhook = orMissing(await lockWebhook(db, webhook_id), 'This webhook does not exist.')
    if (!webhook.is_active) throw new Refusal('conflict', IS_OFF)
    const count = await putFailedBack(db, webhook_id, now.toISOString())
    if (count > 0) {
      const act = {
        action: 'send failed deliveries again',
        subject: 'webhook',
        subject_id: webhook_id,
      } as const
      await auditAct(db, by, { ...act, details: { count } }, now)
      await deps.enqueue(db, sendWebhook, { webhook_id })
    }
    return { count }
  })
}
