import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'

type AuditEntry = {
  /** Null when nobody in particular did it. */
  actor_id: number | null
  action: string
  subject: string
  subject_id: number
  details: Record<string, number | string | boolean>
  request_id?: string
}

/** Admin and money actions, and views of ID photos, leave a line here in the same transaction.
 * What is in the log since `onceSince` with the same actor, action, subject and details is not written again. */
export async function writeAudit(
  db: Db,
  entries: AuditEntry[],
  { now, onceSince }: { now: Date; onceSince?: Date },
): Promise<void> {
  await db.execute(sql`
    insert into audit_log (at, actor_id, action, subject, subject_id, details, request_id)
    select ${now.toISOString()}::timestamptz, e.*
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as e (actor_id bigint, action text, subject text, subject_id bigint, details jsonb, request_id text)
    where not exists (
      select from audit_log known
      where known.subject = e.subject and known.subject_id = e.subject_id
        and known.at >= ${onceSince?.toISOString() ?? 'infinity'}::timestamptz
        and known.actor_id = e.actor_id and known.action = e.action and known.details = e.details)`)
}
