import type { CannedAnswer, CannedAnswerUpdate } from '@keyhour/contract/answers'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { differencesOf, namesOf } from '#server/features/audit/rules.ts'
import {
  type CannedAnswerRow,
  lockCannedAnswer,
  updateCannedAnswer,
} from '#server/features/messages/canned-answer-queries.ts'
import { refuseStale } from '#server/features/users/refuse-stale.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export function changeCannedAnswer(
  deps: Deps,
  id: number,
  { version, ...form }: CannedAnswerUpdate,
  by: Actor,
): Promise<CannedAnswer> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const answer = orMissing(await lockCannedAnswer(db, id), 'This saved reply does not exist.')
    await refuseStale(db, answer, version)
    const changed = differencesOf<CannedAnswerRow>(answer, form)
    if (Object.keys(changed).length === 0) return answer
    const act = { action: 'change canned answer', subject: 'canned answer', subject_id: id } as const
    await auditAct(db, by, { ...act, details: namesOf(changed) }, now)
    return updateCannedAnswer(db, id, changed, { id: by.session.id, at: now.toISOString() })
  })
}
