import { type ContactMessage, type MessageChange, MOST_TAGS } from '@keyhour/contract/messages'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { differencesOf, namesOf } from '#server/features/audit/rules.ts'
import { lockMessage, updateMessage } from '#server/features/messages/queries.ts'
import { changedColumns } from '#server/features/messages/rules.ts'
import { badField, orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export function changeMessage(
  deps: Deps,
  id: number,
  change: MessageChange,
  by: Actor,
): Promise<ContactMessage> {
  return deps.db.transaction(async (db) => {
    const message = orMissing(await lockMessage(db, id), 'This message does not exist.')
    const now = deps.now()
    const changed = differencesOf<ContactMessage>(message, changedColumns(message, change, now))
    if (Object.keys(changed).length === 0) return message
    if (changed.tags && changed.tags.length > MOST_TAGS)
      throw badField('tags', `Should have at most ${MOST_TAGS} tags`)
    const act = {
      action: 'change message',
      subject: 'message',
      subject_id: id,
      details: namesOf(changed),
    } as const
    await auditAct(db, by, act, now)
    return updateMessage(db, id, changed, { id: by.session.id, at: now.toISOString() })
  })
}
