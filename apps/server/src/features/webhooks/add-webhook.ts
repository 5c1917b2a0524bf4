import { MOST_WEBHOOKS, type WebhookForm, type WebhookWithSecret } from '@keyhour/contract/webhooks'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { makeSecret } from '#server/features/webhooks/make-secret.ts'
import { countWebhooks, findWebhook, insertWebhook } from '#server/features/webhooks/queries.ts'
import { refuseBadAddress } from '#server/features/webhooks/refuse-bad-address.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export function addWebhook(deps: Deps, form: WebhookForm, by: Actor): Promise<WebhookWithSecret> {
  const now = deps.now()
  refuseBadAddress(deps, form.url)
  return deps.db.transaction(async (db) => {
    if ((await countWebhooks(db)) >= MOST_WEBHOOKS)
      throw new Refusal(
        'conflict',
        `There can be at most ${MOST_WEBHOOKS} webhooks. Please delete one first.`,
      )
    const secret = makeSecret()
    const secret_sealed = deps.secrets.seal(secret)
    const id = await insertWebhook(
      db,
      { ...form, secret_sealed },
      { id: by.session.id, at: now.toISOString() },
    )
    await auditAct(db, by, { action: 'add webhook', subject: 'webhook', subject_id: id }, now)
    return { ...(await findWebhook(db, id))!, secret }
  })
}
