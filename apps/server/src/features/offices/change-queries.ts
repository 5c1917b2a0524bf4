import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { officeChanges } from '#server/db/schema/offices.ts'

/** The last transaction that changed the office. */
export type OfficeChange = { office_id: number; changed_in: string }

/** Changes since `since`. `next` is what to pass the next time: the oldest transaction that is still running. */
export async function listChanges(db: Db, since: string): Promise<{ next: string; changes: OfficeChange[] }> {
  const { rows } = await db.execute<{ next: string; office_id: string | null; changed_in: string }>(sql`
    select pg_snapshot_xmin(pg_current_snapshot()) as next, ${officeChanges.office_id}, ${officeChanges.changed_in}
    from (values (true)) as always left join ${officeChanges} on ${officeChanges.changed_in} >= ${since}::xid8`)
  const changes = rows.flatMap(({ office_id, changed_in }) =>
    office_id === null ? [] : [{ office_id: Number(office_id), changed_in }],
  )
  return { next: rows[0]!.next, changes }
}
