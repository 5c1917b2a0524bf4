import { gte, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { officeChanges } from '#server/db/schema/offices.ts'
import { statement } from '#server/db/statement.ts'

/** The last transaction that changed the office. */
export type OfficeChange = { office_id: number; changed_in: string }

/** Changes since `since`. `next` is what to pass the next time: the oldest transaction that is still running. */
export async function listChanges(db: Db, since: string): Promise<{ next: string; changes: OfficeChange[] }> {
  const rows = await readChanges(db, { since })
  const changes = rows.flatMap(({ office_id, changed_in }) =>
    office_id === null || changed_in === null ? [] : [{ office_id, changed_in }],
  )
  return { next: rows[0]!.next, changes }
}

const readChanges = statement<{ since: string }>()((db, value) =>
  db
    .select({
      next: sql<string>`pg_snapshot_xmin(pg_current_snapshot())`,
      office_id: officeChanges.office_id,
      changed_in: officeChanges.changed_in,
    })
    .from(sql`(values (true)) as always`)
    .leftJoin(officeChanges, gte(officeChanges.changed_in, sql`${value('since')}::xid8`)),
)
