import { and, asc, eq, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { closures, officeMembers, offices, subOffices, units } from '#server/db/schema/offices.ts'
import { occupancy, orders } from '#server/db/schema/orders.ts'
import { profiles, users } from '#server/db/schema/users.ts'
import { statement } from '#server/db/statement.ts'
import { hasRunOut, spanOf } from '#server/features/availability/occupancy-queries.ts'
import { byManager } from '#server/features/front-desk/queries.ts'

/** What takes units, one row for each unit, the first to start first. */
const selectTaken = (db: Db, which: SQL | undefined) =>
  db
    .select({
      sub_office_id: units.sub_office_id,
      cause: occupancy.cause,
      ...spanOf(occupancy.during),
      order_id: occupancy.order_id,
      event_id: occupancy.event_id,
      held_by: occupancy.held_by,
      held_until: occupancy.held_until,
      order_start: orders.start,
      order_end: orders.end,
      rent_type: orders.rent_type,
      checked_in_at: orders.checked_in_at,
      checked_out_at: orders.checked_out_at,
      pay_until: orders.pay_until,
      name: users.name,
      phone: profiles.phone,
      purged_at: users.purged_at,
      closure_id: occupancy.closure_id,
      reason: closures.reason,
      closed_space: closures.sub_office_id,
      closed_by_admin: closures.by_admin,
      closed_by_manager: byManager,
      closed_from: sql<number | null>`lower(${closures.during})`.mapWith(Date.parse),
      closed_to: sql<number | null>`upper(${closures.during})`.mapWith(Date.parse),
    })
    .from(occupancy)
    .innerJoin(units, and(eq(units.office_id, occupancy.office_id), eq(units.id, occupancy.unit_id)))
    .leftJoin(orders, and(eq(orders.office_id, occupancy.office_id), eq(orders.id, occupancy.order_id)))
    .leftJoin(users, eq(users.id, sql`coalesce(${orders.user_id}, ${occupancy.held_by})`))
    .leftJoin(profiles, eq(profiles.user_id, users.id))
    .leftJoin(
      closures,
      and(eq(closures.office_id, occupancy.office_id), eq(closures.id, occupancy.closure_id)),
    )
    .where(which)
    .orderBy(asc(sql`lower(${occupancy.during})`), asc(occupancy.unit_id))

/** Half-open; `now` decides which holds have run out. */
type When = { office_id: number; from: string; to: string; now: string }

const isTaken = (value: (name: keyof When) => Placeholder): SQL | undefined =>
  and(
    eq(occupancy.office_id, value('office_id')),
    sql`${occupancy.during} && tstzrange(${value('from')}::timestamptz, ${value('to')}::timestamptz)`,
    sql`(${occupancy.held_until} is null or not ${hasRunOut(value('now'))})`,
  )

/** In the whole office. */
export const listTakenTimes = statement<When>()((db, value) => selectTaken(db, isTaken(value)))

/** Looks up the units of one space instead of reading what takes all of them. */
export const listTakenTimesOf = statement<When & { sub_office_id: number }>()((db, value) =>
  selectTaken(db, and(isTaken(value), eq(units.sub_office_id, value('sub_office_id')))),
)

export type TakenTimeRow = Awaited<ReturnType<typeof listTakenTimes>>[number]

const unitsOfSpace = sql<number>`(select count(*)::int from ${units} where ${units.office_id} = ${offices.id}
  and ${units.sub_office_id} = ${subOffices.id} and ${units.retired_at} is null)`

/** By name. */
export const listBoardSpaces = statement<{ office_id: number }>()((db, value) =>
  db
    .select({
      sub_office_id: subOffices.id,
      name: subOffices.name,
      name_he: subOffices.name_he,
      type: subOffices.type,
      units: unitsOfSpace,
    })
    .from(subOffices)
    .innerJoin(offices, eq(offices.id, subOffices.office_id))
    .where(and(eq(subOffices.office_id, value('office_id')), isNull(subOffices.deleted_at)))
    .orderBy(asc(subOffices.name), asc(subOffices.id)),
)

export const listBoardOffices = statement<{ office_id: number }>()((db, value) =>
  db
    .select({
      id: offices.id,
      name: offices.name,
      name_he: offices.name_he,
      time_zone: offices.time_zone,
      open_hours: offices.open_hours,
      close_hours: offices.close_hours,
      week_hours: offices.week_hours,
      holidays: offices.holidays,
    })
    .from(offices)
    .where(eq(offices.id, value('office_id'))),
)

export const listRolesIn = statement<{ office_id: number; user_id: number }>()((db, value) =>
  db
    .select({ role: officeMembers.role })
    .from(officeMembers)
    .where(and(eq(officeMembers.office_id, value('office_id')), eq(officeMembers.user_id, value('user_id')))),
)
