import type { AdminActKind } from '@keyhour/contract/order-management'
import type { Db } from '#server/db/connection.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { insertNote } from '#server/features/order-management/history-queries.ts'

type Act = {
  order: { office_id: number; id: number }
  kind: AdminActKind
  details?: Record<string, number | string>
  /** Stored as a note, which can be erased; the audit entry has only its id. */
  words?: string | undefined
}

/** Adds an audit entry in the transaction of the act. */
export async function writeAct(
  db: Db,
  by: Actor,
  { order, kind, details = {}, words }: Act,
  now: Date,
): Promise<void> {
  const note = words
    ? {
        note_office_id: order.office_id,
        note_id: await insertNote(db, order, { author_id: by.session.id, words }, now),
      }
    : {}
  const act = {
    action: kind,
    subject: 'order',
    subject_id: order.id,
    details: { ...details, ...note },
  } as const
  await auditAct(db, by, act, now)
}
