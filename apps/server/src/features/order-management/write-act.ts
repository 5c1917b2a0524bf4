import type { AdminActKind } from '@keyhour/contract/order-management'
import type { Db } from '#server/db/connection.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { insertNote } from '#server/features/order-management/history-queries.ts'

/** Which admin asks for it, and in which request. */
export type ActingAdmin = { id: number; requestId: string }

type Act = {
  order: { office_id: number; id: number }
  kind: AdminActKind
  details?: Record<string, number | string>
  /** Kept where they can be forgotten; the log holds their number. */
  words?: string | undefined
}

/** What an admin did is in the history of the order if and only if it is done. */
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
