import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'

/** Those whose pages everybody may find. */
const isListed = and(
  isNull(offices.deleted_at),
  eq(offices.hidden, false),
  eq(offices.hide_from_all_view, false),
)

export const countListedOffices = (db: Db): Promise<number> => db.$count(offices, isListed)

/** By number, and when something about them last changed. */
export function listListedOffices(db: Db, { skip, limit }: { skip: number; limit: number }) {
  const changed_at = sql<string>`greatest(${offices.updated_at}, (
    select max(${subOffices.updated_at}) from ${subOffices} where ${subOffices.office_id} = ${offices.id}))`
  return db
    .select({ id: offices.id, changed_at })
    .from(offices)
    .where(isListed)
    .orderBy(asc(offices.id))
    .limit(limit)
    .offset(skip)
}
