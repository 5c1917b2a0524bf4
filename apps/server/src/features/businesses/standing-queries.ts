import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { businesses, businessMembers } from '#server/db/schema/businesses.ts'
import { statement } from '#server/db/statement.ts'

type Person = { business_id: number; user_id: number }

const selectPlace = (db: Db) =>
  db
    .select({
      name: businesses.name,
      currency: businesses.currency,
      monthly_limit: businessMembers.monthly_limit,
      allowed_types: businessMembers.allowed_types,
    })
    .from(businessMembers)
    .innerJoin(businesses, eq(businesses.id, businessMembers.business_id))

const findOne = statement<Person>()((db, value) =>
  selectPlace(db).where(
    and(
      eq(businessMembers.business_id, value('business_id')),
      eq(businessMembers.user_id, value('user_id')),
      isNull(businesses.deleted_at),
    ),
  ),
)

const lockOne = statement<Person>()((db, value) =>
  selectPlace(db)
    .where(
      and(
        eq(businessMembers.business_id, value('business_id')),
        eq(businessMembers.user_id, value('user_id')),
        isNull(businesses.deleted_at),
      ),
    )
    .for('no key update', { of: businessMembers }),
)

/** Somebody's place in a company. */
export async function findPlace(db: Db, { business_id, user_id }: Person) {
  const [place] = await findOne(db, { business_id, user_id })
  return place
}

export async function lockPlace(db: Db, { business_id, user_id }: Person) {
  const [place] = await lockOne(db, { business_id, user_id })
  return place
}
