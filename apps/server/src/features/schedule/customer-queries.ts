import { MOST_CUSTOMERS_FOUND } from '@keyhour/contract/schedule'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { containing } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { officeMembers } from '#server/db/schema/offices.ts'
import { orderEvents, orders } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'

/** Belongs to the office, or has booked there; what a manager booked for somebody does not make that person known. */
const isKnownIn = (officeId: number): SQL => sql`(
  exists (select from ${officeMembers} where ${officeMembers.user_id} = ${users.id} and ${officeMembers.office_id} = ${officeId})
  or exists (
    select from ${orders} join ${orderEvents} on ${orderEvents.office_id} = ${orders.office_id}
      and ${orderEvents.order_id} = ${orders.id}
    where ${orders.user_id} = ${users.id} and ${orders.office_id} = ${officeId}
      and ${orderEvents.kind} in ('booked', 'started') and ${orderEvents.actor_id} = ${users.id}))`

/** Null: everybody. */
type Among = { officeId: number | null }

const isAmong = ({ officeId }: Among): SQL | undefined =>
  and(isNull(users.deleted_at), officeId === null ? undefined : isKnownIn(officeId))

export const listCustomers = (db: Db, among: Among, q: string) =>
  db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(isAmong(among), sql`${users.words} like lower(${containing(q)})`))
    .orderBy(asc(users.name), asc(users.id))
    .limit(MOST_CUSTOMERS_FOUND)

export async function isCustomer(db: Db, among: Among, userId: number): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isAmong(among), eq(users.id, userId)))
  return found.length > 0
}
