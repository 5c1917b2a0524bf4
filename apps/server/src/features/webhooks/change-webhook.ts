import type { Webhook, WebhookUpdate } from '@keyhour/contract/webhooks'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { differencesOf, namesOf } from '#server/features/audit/rules.ts'
import { refuseStale } from '#server/features/users/refuse-stale.ts'
import {
  findWebhook,
  lockWebhook,
  updateWebhook,
  type WebhookRow,
} from '#server/features/webhooks/queries.ts'
import { refuseBadAddress } from '#server/features/webhooks/refuse-bad-address.ts'
import { sendWebhook } from '#server/features/webhooks/send-webhooks.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const SWITCHED_ON = { off_reason: null, failing_since: null }

export function changeWebhook(
  deps: Deps,
  id: number,
  { version, ...fields }: WebhookUpdate,
  by: Actor,
): Promise<Webhook> {
  const now = deps.now()
  if (fields.url !== undefined) refuseBadAddress(deps, fields.url)
  return deps.db.transaction(async (db) => {
    const webhook = orMissing(await lockWebhook(db, id), 'This webhook does not exist.')
    await refuseStale(db, webhook, version)
    const changed = differencesOf<WebhookRow>(webhook, fields)
    if (Object.keys(changed).length > 0) {
      const change = { ...changed, ...(changed.is_active && SWITCHED_ON) }
      await updateWebhook(db, id, change, { id: by.session.id, at: now.toISOString() })
      const act = { action: 'change webhook', subject: 'webhook', subject_id: id } as const
      await auditAct(db, by, { ...act, details: namesOf(changed) }, now)
      if (changed.is_active) await deps.enqueue(db, sendWebhook, { webhook_id: id })
    }
    return (await findWebhook(db, id))!
  })
}
