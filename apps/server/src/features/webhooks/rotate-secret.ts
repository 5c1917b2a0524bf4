import { OLD_SECRET_HOURS, type WebhookWithSecret } from '@keyhour/contract/webhooks'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { refuseStale } from '#server/features/users/refuse-stale.ts'
import { makeSecret } from '#server/features/webhooks/make-secret.ts'
import { findWebhook, lockWebhook, updateWebhook } from '#server/features/webhooks/queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** The version keeps two admins, or two clicks, from making the secret in use invalid. */
export function rotateSecret(deps: Deps, id: number, version: number, by: Actor): Promise<WebhookWithSecret> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const webhook = orMissing(await lockWebhook(db, id), 'This webhook does not exist.')
    await refuseStale(db, webhook, version)
    const secret = makeSecret()
    const change = {
      secret_sealed: deps.secrets.seal(secret),
      old_secret_sealed: webhook.secret_sealed,
      old_secret_until: new Date(now.getTime() + OLD_SECRET_HOURS * 3_600_000).toISOString(),
    }
    await updateWebhook(db, id, change, { id: by.session.id, at: now.toISOString() })
    await auditAct(db, by, { action: 'rotate webhook secret', subject: 'webhook', subject_id: id }, now)
    return { ...(await findWebhook(db, id))!, secret }
  })
}
