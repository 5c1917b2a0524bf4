import type { Db } from '#server/db/connection.ts'
import { writeAudit } from '#server/features/audit/queries.ts'

type Step = {
  action: 'request deletion' | 'confirm deletion' | 'undo deletion' | 'purge account'
  /** Null when no account acted. */
  actor_id: number | null
  user_id: number
  request_id: number
}

export const writeDeletionAudit = (
  db: Db,
  { user_id, request_id, ...step }: Step,
  now: Date,
): Promise<void> =>
  writeAudit(
    db,
    [{ ...step, subject: 'user', subject_id: user_id, details: { deletion_request_id: request_id } }],
    { now },
  )
