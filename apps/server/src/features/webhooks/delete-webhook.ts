import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { lockWebhook, updateWebhook } from '#server/features/webhooks/queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** The row stays until its deliveries are old enough to go. */
export function deleteWebhook(deps: Deps, id: number, by: Actor): Promise<Record<string, never>> {
  const now = deps.now()
  const at = now.toISOString()
  return deps.db.transaction(async (db) => {
    orMissing(await lockWebhook(db, id), 'This webhook does not exist.')
    const gone = { deleted_at: at, secret_sealed: null, old_secret_sealed: null, old_secret_until: null }
    await updateWebhook(db, id, gone, { id: by.session.id, at })
    await auditAct(db, by, { action: 'delete webhook', subject: 'webhook', subject_id: id }, now)
    return {}
  })
}
