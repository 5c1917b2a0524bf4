import type { ContactMessage } from '@keyhour/contract/messages'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { lockAssignee } from '#server/features/messages/assignee-queries.ts'
import { lockMessage, updateMessage } from '#server/features/messages/queries.ts'
import { badField, orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export function assignMessage(
  deps: Deps,
  id: number,
  assignee_id: number | null,
  by: Actor,
): Promise<ContactMessage> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const message = orMissing(await lockMessage(db, id), 'This message does not exist.')
    if (message.assignee_id === assignee_id) return message
    if (assignee_id !== null && !(await lockAssignee(db, assignee_id)))
      throw badField('assignee_id', 'Messages can only be assigned to admins.')
    const details = { changed: 'assignee' }
    await auditAct(db, by, { action: 'change message', subject: 'message', subject_id: id, details }, now)
    return updateMessage(db, id, { assignee_id }, { id: by.session.id, at: now.toISOString() })
  })
}
