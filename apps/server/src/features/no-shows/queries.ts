import { LONGEST_NO_SHOW_HOURS } from '@keyhour/contract/no-shows'
import { and, asc, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { devices, doorFailures, doorOpenings, grants } from '#server/db/schema/access.ts'
import { offices } from '#server/db/schema/offices.ts'
import { orderEvents, orders } from '#server/db/schema/orders.ts'
import { opensSpace } from '#server/features/grants/door-queries.ts'

const at = (now: Date): SQL => sql`${now.toISOString()}::timestamptz`
const grace = sql`${orders.no_show_minutes} * interval '1 minute'`
/** The reminder leaves this much of the time. */
const halfGrace = sql`${orders.no_show_minutes} / 2 * interval '1 minute'`
const longest = sql.raw(`interval '${LONGEST_NO_SHOW_HOURS} hours'`)

/** Nobody has come, and the rule of the order concerns its stay. Worded to use the index `orders_to_arrive`. */
const isExpected = (now: Date): SQL | undefined =>
  and(
    isNotNull(orders.no_show_minutes),
    isNull(orders.checked_in_at),
    isNull(orders.cancelled_at),
    isNull(orders.checked_out_at),
    isNull(orders.pay_until),
    sql`${orders.start} > ${at(now)} - ${longest} and ${orders.start} <= ${at(now)}`,
    sql`${orders.end} > ${at(now)}`,
    sql`${orders.end} - ${orders.start} > ${grace} and ${orders.end} - ${orders.start} <= ${longest}`,
  )

/** Neither booked, paid, moved nor anything else during this time. */
const isUnchangedFor = (time: SQL, now: Date): SQL => sql`not exists (select from ${orderEvents}
  where ${orderEvents.office_id} = ${orders.office_id} and ${orderEvents.order_id} = ${orders.id}
    and ${orderEvents.at} > ${at(now)} - ${time})`

/** Its office lets people in, its doors and its code work, and nobody has tried a door for it. */
const couldComeIn = sql`(${isNull(offices.deleted_at)} and not ${offices.temporarily_closed}
  and not exists (select from ${doorOpenings} where ${doorOpenings.order_id} = ${orders.id})
  and not exists (select from ${grants} where ${grants.office_id} = ${orders.office_id}
    and ${grants.order_id} = ${orders.id} and ${grants.state} = 'failed')
  and not exists (select from ${doorFailures} join ${devices} on ${devices.office_id} = ${doorFailures.office_id}
      and ${devices.id} = ${doorFailures.device_id} and ${devices.deleted_at} is null
    where ${doorFailures.office_id} = ${orders.office_id} and ${opensSpace(sql`${orders.sub_office_id}`)}))`

/** Its customer is in this space on a booking that ends when this one starts, or on a chain of such bookings. */
const isThereAlready = sql`exists (with recursive stays as (
    select ${orders.start} as start, false as has_come
    union all
    select o.start, o.checked_in_at is not null from orders o join stays on o."end" = stays.start
    where o.office_id = ${orders.office_id} and o.user_id = ${orders.user_id}
      and o.sub_office_id is not distinct from ${orders.sub_office_id} and o.cancelled_at is null
      and (o.checked_out_at is null or o.checked_out_at >= o."end"))
  select from stays where has_come)`

const releaseTime = sql`${orders.start} + ${grace}`

const isToBeReminded = (now: Date): SQL | undefined =>
  and(
    isExpected(now),
    sql`${orders.start} + ${halfGrace} <= ${at(now)}`,
    // An order that has moved since its reminder gets another one.
    or(isNull(orders.no_show_release_at), sql`${orders.no_show_release_at} < ${releaseTime}`),
    isUnchangedFor(halfGrace, now),
    couldComeIn,
    sql`not ${isThereAlready}`,
  )

const isToBeReleased = (now: Date): SQL | undefined =>
  and(
    isExpected(now),
    lte(orders.no_show_release_at, now.toISOString()),
    sql`${releaseTime} <= ${at(now)}`,
    isUnchangedFor(grace, now),
    couldComeIn,
    sql`not ${isThereAlready}`,
  )

async function listOrdersWhere(db: Db, which: SQL | undefined): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .where(which)
    .orderBy(asc(orders.start), asc(orders.id))
  return rows.map(({ id }) => id)
}

export const listOrdersToRemind = (db: Db, now: Date): Promise<number[]> =>
  listOrdersWhere(db, isToBeReminded(now))

export const listNoShows = (db: Db, now: Date): Promise<number[]> => listOrdersWhere(db, isToBeReleased(now))

/** Call with the order locked: what is committed by then counts. */
export const mustBeReminded = async (db: Db, id: number, now: Date): Promise<boolean> =>
  (await listOrdersWhere(db, and(eq(orders.id, id), isToBeReminded(now)))).length > 0

export const isNoShow = async (db: Db, id: number, now: Date): Promise<boolean> =>
  (await listOrdersWhere(db, and(eq(orders.id, id), isToBeReleased(now)))).length > 0

/** Calendars do not show it, so the order keeps its version. */
export async function saveReleaseTime(
  db: Db,
  { office_id, id }: { office_id: number; id: number },
  no_show_release_at: string,
): Promise<void> {
  await db
    .update(orders)
    .set({ no_show_release_at })
    .where(and(eq(orders.office_id, office_id), eq(orders.id, id)))
}
