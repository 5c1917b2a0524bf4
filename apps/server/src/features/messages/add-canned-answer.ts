import { CANNED_ANSWER_LIMIT, type CannedAnswer, type CannedAnswerForm } from '@keyhour/contract/answers'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { countCannedAnswers, insertCannedAnswer } from '#server/features/messages/canned-answer-queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export function addCannedAnswer(deps: Deps, form: CannedAnswerForm, by: Actor): Promise<CannedAnswer> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    // No list would show one more.
    if ((await countCannedAnswers(db)) >= CANNED_ANSWER_LIMIT)
      throw new Refusal(
        'conflict',
        `There can be at most ${CANNED_ANSWER_LIMIT} saved replies. Please delete one first.`,
      )
    const answer = await insertCannedAnswer(db, form, { id: by.session.id, at: now.toISOString() })
    const act = { action: 'add canned answer', subject: 'canned answer', subject_id: answer.id } as const
    await auditAct(db, by, act, now)
    return answer
  })
}
