import type { AccountAct } from '@keyhour/contract/admin-users'
import type { AdminActKind } from '@keyhour/contract/order-management'
import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/connection.ts'

/** What was done to whom. Admins read what is about users and orders, so each of those actions has words on a screen. */
type What =
  | { subject: 'user'; action: AccountAct }
  /** A refused door is on no screen. */
  | { subject: 'order'; action: AdminActKind | 'refuse door' }
  | {
      subject:
        | 'canned answer'
        | 'closure'
        | 'company'
        | 'conflict'
        | 'credit pack'
        | 'device'
        | 'hub'
        | 'message'
        | 'office'
        | 'statement'
        | 'sub-office'
        | 'webhook'
      action: string
    }

type AuditEntry = What & {
  /** Null when no account acted. */
  actor_id: number | null
  subject_id: number
  details: Record<string, number | string | boolean>
  request_id?: string
}

export type Actor = Pick<FastifyRequest, 'session' | 'id'>

type Act = What & Pick<AuditEntry, 'subject_id'> & Partial<Pick<AuditEntry, 'details'>>

/** Pass the transaction of the act itself. */
export const auditAct = (db: Db, by: Actor, act: Act, now: Date): Promise<void> =>
  auditActs(db, by, [act], now)

export const auditActs = (db: Db, { session, id }: Actor, acts: Act[], now: Date): Promise<void> => {
  const entries = acts.map((act) => ({ details: {}, ...act, actor_id: session.id, request_id: id }))
  return writeAudit(db, entries, { now })
}

/**
 * For acts without an account. With `onceSince`, an entry is left out if the log has the same one since then.
 */
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
