import type { AdminActKind } from '@keyhour/contract/order-management'
import type { Db } from '#server/db/connection.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { insertNote } from '#server/features/order-management/history-queries.ts'

export type ActingAdmin = { id: number; requestId: string }

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
  { id: actor_id, requestId: request_id }: ActingAdmin,
  { order, kind, details = {}, words }: Act,
  now: Date,
): Promise<void> {
  const note = words
    ? {
        note_office_id: order.office_id,
        note_id: await insertNote(db, order, { author_id: actor_id, words }, now),
      }
    : {}
  const entry = { action: kind, subject: 'order', subject_id: order.id, details: { ...details, ...note } }
  await writeAudit(db, [{ actor_id, ...entry, request_id }], { now })
}
