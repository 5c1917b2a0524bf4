import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { lockCreditPack, updateCreditPack } from '#server/features/credit-packs/queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** The row stays: lots refer to the pack they were bought as. */
export function deleteCreditPack(deps: Deps, id: number, by: Actor): Promise<Record<string, never>> {
  const now = deps.now()
  const at = now.toISOString()
  return deps.db.transaction(async (db) => {
    orMissing(await lockCreditPack(db, id), 'This credit pack does not exist.')
    await updateCreditPack(db, id, { deleted_at: at }, { id: by.session.id, at })
    await auditAct(db, by, { action: 'delete credit pack', subject: 'credit pack', subject_id: id }, now)
    return {}
  })
}
