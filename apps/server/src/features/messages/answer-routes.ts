import * as contract from '@keyhour/contract/answers'
import { idempotencyKey } from '#server/features/idempotency/once.ts'
import { addCannedAnswer } from '#server/features/messages/add-canned-answer.ts'
import { answerMessage } from '#server/features/messages/answer-message.ts'
import { assignMessage } from '#server/features/messages/assign-message.ts'
import { listAssignees } from '#server/features/messages/assignee-queries.ts'
import { listCannedAnswers } from '#server/features/messages/canned-answer-queries.ts'
import { changeCannedAnswer } from '#server/features/messages/change-canned-answer.ts'
import { deleteCannedAnswer } from '#server/features/messages/delete-canned-answer.ts'
import { getThread } from '#server/features/messages/get-thread.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const answerRoutes: Routes = async (app, deps) => {
  serve(app, contract.getThread, 'admin', ({ params }) => getThread(deps, params.id))

  serve(app, contract.answerMessage, 'admin', (request) => {
    const key = idempotencyKey(request.headers)
    return answerMessage(deps, { ...request.body, ...request.params, key }, request)
  })

  serve(app, contract.listAssignees, 'admin', () => listAssignees(deps.db))

  serve(app, contract.assignMessage, 'admin', (request) =>
    assignMessage(deps, request.params.id, request.body.assignee_id, request),
  )

  serve(app, contract.listCannedAnswers, 'admin', () => listCannedAnswers(deps.db))

  serve(app, contract.addCannedAnswer, 'admin', (request) => addCannedAnswer(deps, request.body, request))

  serve(app, contract.changeCannedAnswer, 'admin', (request) =>
    changeCannedAnswer(deps, request.params.id, request.body, request),
  )

  serve(app, contract.deleteCannedAnswer, 'admin', (request) =>
    deleteCannedAnswer(deps, request.params.id, request),
  )
}
