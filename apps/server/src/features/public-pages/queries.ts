import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'

/** Something in it is on offer, as `isOnOffer` says. */
const offersSomething = sql`(${offices.coming_soon}
  or case ${offices.rent_type} when 'day' then ${offices.price_per_day} else ${offices.price_per_hour} end > 0
  or exists (select from ${subOffices} where ${subOffices.office_id} = ${offices.id} and ${subOffices.deleted_at} is null))`

/** Those whose pages everybody may find. */
const isListed = and(
  isNull(offices.deleted_at),
  eq(offices.hidden, false),
  eq(offices.hide_from_all_view, false),
  offersSomething,
)

export const countListedOffices = (db: Db): Promise<number> => db.$count(offices, isListed)

/** By number, and when something about them last changed. */
export function listListedOffices(db: Db, { skip, limit }: { skip: number; limit: number }) {
  // A statement of its own: in what is selected from one table, Drizzle names columns without their tables.
  const ofParts = sql`(
    select max(${subOffices.updated_at}) from ${subOffices} where ${subOffices.office_id} = ${offices.id})`
  const changed_at = sql<string>`greatest(${offices.updated_at}, ${ofParts})`
  return db
    .select({ id: offices.id, changed_at })
    .from(offices)
    .where(isListed)
    .orderBy(asc(offices.id))
    .limit(limit)
    .offset(skip)
}
