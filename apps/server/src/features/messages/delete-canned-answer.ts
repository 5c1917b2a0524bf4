import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { lockCannedAnswer, removeCannedAnswer } from '#server/features/messages/canned-answer-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export function deleteCannedAnswer(deps: Deps, id: number, by: Actor): Promise<Record<string, never>> {
  return deps.db.transaction(async (db) => {
    orMissing(await lockCannedAnswer(db, id), 'This saved reply does not exist.')
    await removeCannedAnswer(db, id)
    const act = { action: 'delete canned answer', subject: 'canned answer', subject_id: id } as const
    await auditAct(db, by, act, deps.now())
    return {}
  })
}
