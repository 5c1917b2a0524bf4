import { and, asc, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { isListed } from '#server/features/offices/office-queries.ts'

/** At least one space is on offer: the SQL of `isOnOffer`. */
const offersSomething = sql`(${offices.coming_soon}
  or case ${offices.rent_type} when 'day' then ${offices.price_per_day} else ${offices.price_per_hour} end > 0
  or exists (select from ${subOffices} where ${subOffices.office_id} = ${offices.id} and ${subOffices.deleted_at} is null))`

const hasPage = and(isNull(offices.deleted_at), isListed, offersSomething)

export const countListedOffices = (db: Db): Promise<number> => db.$count(offices, hasPage)

export function listListedOffices(db: Db, { skip, limit }: { skip: number; limit: number }) {
  // In a `select` from one table Drizzle writes columns without their tables, so this is its own statement.
  const ofParts = sql`(
    select max(${subOffices.updated_at}) from ${subOffices} where ${subOffices.office_id} = ${offices.id})`
  const changed_at = sql<string>`greatest(${offices.updated_at}, ${ofParts})`
  return db
    .select({ id: offices.id, changed_at })
    .from(offices)
    .where(hasPage)
    .orderBy(asc(offices.id))
    .limit(limit)
    .offset(skip)
}
