import type { Db } from '#server/db/connection.ts'
import { writeAudit } from '#server/features/audit/queries.ts'

type Step = {
  action: 'request deletion' | 'confirm deletion' | 'undo deletion' | 'purge account'
  /** Null when no account acted. */
  actor_id: number | null
  request: { id: number; user_id: number }
}

export const writeDeletionAudit = (db: Db, { request, ...step }: Step, now: Date): Promise<void> =>
  writeAudit(
    db,
    [{ ...step, subject: 'user', subject_id: request.user_id, details: { deletion_request_id: request.id } }],
    { now },
  )
