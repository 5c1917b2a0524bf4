import { MOST_DAY_ORDERS } from '@keyhour/contract/front-desk'
import { LONGEST_NO_SHOW_HOURS } from '@keyhour/contract/no-shows'
import { and, asc, eq, gt, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { devices, doorFailures, grants } from '#server/db/schema/access.ts'
import { closures, officeMembers, offices, subOffices } from '#server/db/schema/offices.ts'
import { orders } from '#server/db/schema/orders.ts'
import { profiles, users } from '#server/db/schema/users.ts'
import { statement } from '#server/db/statement.ts'
import { opensEverySpace } from '#server/features/grants/door-queries.ts'
import { theSubOffice, whoAndWhere } from '#server/features/orders/details-queries.ts'

const longestNoShow = sql.raw(`interval '${LONGEST_NO_SHOW_HOURS} hours'`)

/** Half-open. Without `sub_office_id`, the whole office. */
type When = { office_id: number; sub_office_id: number | null; from: string; to: string }

/** As its customer was told, or will be. */
const releaseAt = sql<
  string | null
>`case when ${orders.no_show_minutes} is null or ${orders.checked_in_at} is not null
    or ${orders.end} - ${orders.start} > ${longestNoShow}
    or ${orders.end} - ${orders.start} <= ${orders.no_show_minutes} * interval '1 minute' then null
  else coalesce(${orders.no_show_release_at}, ${orders.start} + ${orders.no_show_minutes} * interval '1 minute') end`.mapWith(
  orders.start,
)

const selectDay = (db: Db, which: SQL | undefined) =>
  db
    .select({
      id: orders.id,
      start: orders.start,
      end: orders.end,
      checked_in_at: orders.checked_in_at,
      checked_out_at: orders.checked_out_at,
      pay_until: orders.pay_until,
      release_at: releaseAt,
      code_failed: sql<boolean>`coalesce(${grants.state} = 'failed', false)`,
      email: users.email,
      phone: profiles.phone,
      ...whoAndWhere,
    })
    .from(orders)
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .innerJoin(users, eq(users.id, orders.user_id))
    .leftJoin(profiles, eq(profiles.user_id, users.id))
    .leftJoin(subOffices, theSubOffice)
    .leftJoin(grants, and(eq(grants.office_id, orders.office_id), eq(grants.order_id, orders.id)))
    .where(which)
    .orderBy(asc(orders.start), asc(orders.id))
    .limit(sql.raw(String(MOST_DAY_ORDERS)) as never)

type Value<Values> = (name: keyof Values & string) => unknown
const isAt = (value: Value<When>): SQL | undefined =>
  and(
    sql`${orders.office_id} = ${value('office_id')}`,
    or(
      sql`${value('sub_office_id')}::bigint is null`,
      sql`${orders.sub_office_id} = ${value('sub_office_id')}`,
    ),
  )

/** Those that start then. */
export const listOrdersFrom = statement<When>()((db, value) =>
  selectDay(
    db,
    and(
      isNull(orders.cancelled_at),
      isAt(value),
      gte(orders.start, value('from')),
      lt(orders.start, value('to')),
    ),
  ),
)

/** Those that were to start then, and were released because nobody came. */
export const listNoShowsFrom = statement<When>()((db, value) =>
  selectDay(
    db,
    and(
      eq(orders.no_show, true),
      isAt(value),
      gte(orders.start, value('from')),
      lt(orders.start, value('to')),
    ),
  ),
)

/** Those that started before `from` and have not ended by then, if the customer has not left. */
export const listOrdersStillThere = statement<When & { since: string }>()((db, value) =>
  selectDay(
    db,
    and(
      isNull(orders.cancelled_at),
      isAt(value),
      isNull(orders.checked_out_at),
      lt(orders.start, value('from')),
      gt(orders.start, value('since')),
      // Worded to use the index `orders_live`.
      sql`tstzrange(${orders.start}, ${orders.end}) && tstzrange(${value('from')}::timestamptz, ${value('to')}::timestamptz, '[]')`,
    ),
  ),
)

export type DayOrderRow = Awaited<ReturnType<typeof listOrdersFrom>>[number]

export const findNoShowPolicy = statement<{ office_id: number }>()((db, value) =>
  db
    .select({
      no_show_minutes: offices.no_show_minutes,
      no_show_refund: offices.no_show_refund,
      late_cancel_refund_percent: offices.late_cancel_refund_percent,
    })
    .from(offices)
    .where(eq(offices.id, value('office_id'))),
)

/** By name, the entrances first. */
export const listDeskDoors = statement<{ office_id: number }>()((db, value) =>
  db
    .select({
      id: devices.id,
      name: devices.name,
      shared: opensEverySpace,
      reason: doorFailures.reason,
      since: doorFailures.since,
    })
    .from(devices)
    .leftJoin(
      doorFailures,
      and(eq(doorFailures.office_id, devices.office_id), eq(doorFailures.device_id, devices.id)),
    )
    .where(and(eq(devices.office_id, value('office_id')), isNull(devices.deleted_at)))
    .orderBy(sql`${opensEverySpace} desc`, asc(devices.name), asc(devices.id)),
)

export type DeskDoorRow = Awaited<ReturnType<typeof listDeskDoors>>[number]

export const byManager = sql<boolean>`exists (select from ${officeMembers} maker
  where maker.office_id = ${closures.office_id} and maker.user_id = ${closures.created_by} and maker.role = 'manager')`

const closureFields = {
  id: closures.id,
  sub_office_id: closures.sub_office_id,
  sub_office_name: subOffices.name,
  sub_office_name_he: subOffices.name_he,
  start: sql<string>`lower(${closures.during})`.mapWith(closures.created_at),
  end: sql<string>`upper(${closures.during})`.mapWith(closures.created_at),
  reason: closures.reason,
  by_admin: closures.by_admin,
  by_manager: byManager,
}

export const listDeskClosures = statement<Omit<When, 'sub_office_id'>>()((db, value) =>
  db
    .select(closureFields)
    .from(closures)
    .leftJoin(
      subOffices,
      and(eq(subOffices.office_id, closures.office_id), eq(subOffices.id, closures.sub_office_id)),
    )
    .where(
      and(
        eq(closures.office_id, value('office_id')),
        sql`${closures.during} && tstzrange(${value('from')}::timestamptz, ${value('to')}::timestamptz)`,
      ),
    )
    .orderBy(asc(sql`lower(${closures.during})`), asc(closures.id)),
)

export type DeskClosureRow = Awaited<ReturnType<typeof listDeskClosures>>[number]

/** False also if there is no such closure. */
export async function isClosedByManager(
  db: Db,
  { office_id, id }: { office_id: number; id: number },
): Promise<boolean> {
  const [closure] = await db
    .select({ by_admin: closures.by_admin, by_manager: byManager })
    .from(closures)
    .where(and(eq(closures.office_id, office_id), eq(closures.id, id)))
  return closure?.by_manager === true && !closure.by_admin
}
