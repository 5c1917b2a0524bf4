import { HOME_TIME_ZONE } from '@keyhour/contract/all-orders'
import type { Hours } from '@keyhour/contract/office-clock'
import type { SpaceType } from '@keyhour/contract/offices'
import type { PaymentStatus } from '@keyhour/contract/orders'
import type { Currency } from '@keyhour/contract/primitives'
import { type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import {
  insightChanges,
  insightHours,
  insightOffices,
  insightPayments,
  insightSpaces,
} from '#server/db/schema/insight.ts'
import { closures, offices, subOffices, units } from '#server/db/schema/offices.ts'
import { orderPrice, orders } from '#server/db/schema/orders.ts'
import { type DayRange, runsOf } from '#server/features/insight/rules.ts'
import type { Span } from '#server/time/opening-hours.ts'

export type InsightScope = DayRange & {
  /** The first day of each period of both ranges. */
  starts: number[]
  /** How many of the periods belong to the range before. */
  countBefore: number
  /** Undefined: all. */
  officeIds: number[] | undefined
  type: SpaceType | undefined
  today: number
  now: Date
}

/** Totals by office, by hour of the week, or by payment and type: the columns that are not null tell which. */
export type Sum = {
  /** Index of the period; by office and by hour, of the first period of the range. */
  period: number
  office_id: number | null
  hour: number | null
  payment_status: PaymentStatus | null
  type: SpaceType | null
  currency: Currency
  orders: number
  no_shows: number
  revenue: number
  net: number
  booked_ms: number
  due_ms: number
  there_ms: number
}

export const atOneMoment = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })

/** Days whose stored sums are out of date. */
export async function listChangedDays(db: Db, { first, last }: DayRange): Promise<number[]> {
  const { rows } = await db.execute<{ day: number }>(
    sql`select distinct day from ${insightChanges} where day between ${first} and ${last} order by day`,
  )
  return rows.map(({ day }) => day)
}

/** The stored sums, and how to select each kind. */
const KINDS = {
  offices: [
    'range_start as period',
    'office_id::float8',
    'null as hour',
    'null as payment_status',
    'null as type',
  ],
  hours: ['range_start as period', 'null as office_id', 'hour', 'null as payment_status', 'null as type'],
  payments: ['period', 'null as office_id', 'null as hour', 'payment_status', 'type'],
} as const
type Kind = keyof typeof KINDS
export const SUM_KINDS = Object.keys(KINDS) as Kind[]
const KEPT = { offices: insightOffices, hours: insightHours, payments: insightPayments }

const TOTALS = ['orders', 'no_shows', 'revenue', 'net', 'booked_ms', 'due_ms', 'there_ms'] as const
const added = sql.raw(TOTALS.map((total) => `sum(${total})::float8 as ${total}`).join(', '))

const periods = ({ starts, countBefore }: InsightScope): SQL =>
  sql`width_bucket(day, ${sql.param(starts)}::integer[]) - 1 as period,
    case when day < ${starts[countBefore]}::integer then 0 else ${countBefore}::integer end as range_start`

/** Stored sums of the days that have not changed. */
export async function listKeptSums(
  db: Db,
  kind: Kind,
  scope: InsightScope,
  changed: number[],
): Promise<Sum[]> {
  const { first, last, type, today } = scope
  const { rows } = await db.execute<Sum>(sql`
    select ${sql.raw(KINDS[kind].join(', '))}, currency, ${added}
    from (select *, ${periods(scope)}, case when day < ${today}::integer then booked_ms else 0 end as due_ms
      from ${KEPT[kind]} where day between ${first} and ${last}
        and day <> all(${sql.param(changed)}::integer[]) and ${type ? sql`type = ${type}` : sql`true`}) as kept
    group by 1, 2, 3, 4, 5, 6`)
  return rows
}

/** Counts the orders of consecutive days. */
export async function countSums(db: Db, scope: InsightScope, days: DayRange): Promise<Sum[]> {
  const { rows } = await db.execute<Sum>(sql`
    with placed as materialized (select *, ${periods(scope)} from (${partsOf(scope, days)}) as parts)
    select range_start as period, office_id::float8, null::integer as hour, null as payment_status, null as type,
      currency, ${added} from placed group by range_start, office_id, currency
    union all
    select range_start, null, hour, null, null, currency, ${added} from placed group by range_start, hour, currency
    union all
    select period, null, null, payment_status, type, currency, ${added} from placed group by 1, 4, 5, 6`)
  return rows
}

type Which = Pick<InsightScope, 'officeIds' | 'type' | 'now'>

const dayBegins = (day: SQL): SQL =>
  sql`((date '1970-01-01' + ${day})::timestamp at time zone ${HOME_TIME_ZONE})`

/**
 * The orders of some days, no-shows, and what the terms keep of cancelled ones, cut at every full hour on the office clock and where the days begin and end. Price and count
 * belong to the first part. An order without an end has no length, so it drops out. `offset 0` keeps PostgreSQL from
 * computing each moment again wherever it is used.
 */
export function partsOf({ officeIds, type, now }: Which, { first, last }: DayRange): SQL {
  const [from, to] = [dayBegins(sql`${first}::integer`), dayBegins(sql`${last + 1}::integer`)]
  const length = sql`(${orders.end} - ${orders.start})`
  const isStay = sql`(${orders.cancelled_at} is null)`
  const wanted = sql`(${isStay} or ${orders.kept} > 0 or ${orders.no_show}) and ${officeIds ? isOneOf(orders.office_id, officeIds) : sql`true`}`
  const columns = sql`${orders.office_id}, ${orders.sub_office_id}, ${orders.currency}, ${orders.payment_status},
    ${orders.start}, ${orders.end}, ${orders.checked_in_at}, ${orders.checked_out_at}, ${orders.commission_percent},
    ${isStay}::integer as counted, ${orders.no_show}::integer as missed, case when ${isStay} then ${orders.billed} else ${orders.kept} end as revenue,
    case when ${isStay} then ${orderPrice} else round(${orders.kept} * 100.0 / (100 + ${orders.tax_percent})) end as price`
  return sql`
    with stays as (
      select ${columns} from ${orders} where ${orders.start} >= ${from} - interval '24 hours' and ${orders.start} < ${to}
        and ${orders.end} > ${from} and ${length} <= interval '1 day' and ${wanted}
      union all
      select ${columns} from ${orders} where tstzrange(${orders.start}, ${orders.end}) && tstzrange(${from}, ${to})
        and ${length} > interval '1 day' and ${wanted}),
    by_day as (
      select stays.*, coalesce(space.type, 'office') as type, office.time_zone,
        generate_series(home_day(greatest(start, ${from})), home_day(least("end", ${to}) - interval '1 microsecond')) as day
      from stays join ${offices} as office on office.id = stays.office_id
      left join ${subOffices} as space on space.office_id = stays.office_id and space.id = stays.sub_office_id
      where ${type ? sql`coalesce(space.type, 'office') = ${type}` : sql`true`}),
    in_day as (
      select by_day.*, greatest(start, ${dayBegins(sql`day`)}) as day_start, least("end", ${dayBegins(sql`day + 1`)}) as day_end
      from by_day offset 0),
    by_hour as (
      select in_day.*, generate_series(date_trunc('hour', day_start, time_zone), day_end - interval '1 microsecond',
        interval '1 hour') as full_hour
      from in_day),
    cut as (
      select by_hour.*, greatest(full_hour, day_start) as part_start, least(full_hour + interval '1 hour', day_end) as part_end,
        greatest(full_hour, day_start) at time zone time_zone as clock
      from by_hour offset 0)
    select day, office_id, sub_office_id, payment_status, type, currency,
      (date_part('dow', clock) * 24 + date_part('hour', clock))::smallint as hour,
      case when part_start = start then counted else 0 end as orders,
      case when part_start = start then missed else 0 end as no_shows,
      case when part_start = start then revenue else 0 end as revenue,
      case when part_start = start then price - round(price * commission_percent / 100) else 0 end as net,
      counted * ${milliseconds(sql`part_end - part_start`)} as booked_ms,
      counted * ${milliseconds(sql`least(part_end, ${now.toISOString()}::timestamptz) - part_start`)} as due_ms,
      counted * ${milliseconds(sql`least(part_end, checked_out_at, ${now.toISOString()}::timestamptz) - greatest(part_start, checked_in_at)`)}
        * (checked_in_at is not null)::integer as there_ms
    from cut`
}

const milliseconds = (length: SQL): SQL => sql`greatest(0, date_part('epoch', ${length}) * 1000)::bigint`

const DAYS_AT_ONCE = 3

/**
 * Recounts some of the changed days. Orders and changes are read in one snapshot, so a change that is not committed yet
 * stays recorded. Answers whether there may be more.
 */
export function keepSums(db: Db, now: Date): Promise<boolean> {
  return db.transaction(
    async (db) => {
      const { rows } = await db.execute<{ day: number }>(sql`
        with taken as (delete from ${insightChanges} where day in
          (select day from ${insightChanges} group by day order by day desc limit ${DAYS_AT_ONCE}) returning day)
        select distinct day from taken order by day`)
      for (const days of runsOf(rows.map(({ day }) => day))) await replaceSums(db, days, now)
      return rows.length === DAYS_AT_ONCE
    },
    { isolationLevel: 'repeatable read' },
  )
}

const sums = sql.raw('sum(orders), sum(revenue), sum(net), sum(booked_ms), sum(there_ms), sum(no_shows)')

async function replaceSums(db: Db, days: DayRange, now: Date): Promise<void> {
  for (const table of [...Object.values(KEPT), insightSpaces])
    await db.execute(sql`delete from ${table} where day between ${days.first} and ${days.last}`)
  await db.execute(sql`
    with parts as materialized (${partsOf({ officeIds: undefined, type: undefined, now }, days)}),
    by_office as (insert into ${insightOffices}
      select day, office_id, type, currency, ${sums} from parts group by 1, 2, 3, 4),
    by_space as (insert into ${insightSpaces}
      select day, office_id, sub_office_id, currency, ${sums} from parts group by 1, 2, 3, 4),
    by_payment as (insert into ${insightPayments}
      select day, payment_status, type, currency, ${sums} from parts group by 1, 2, 3, 4)
    insert into ${insightHours} select day, hour, type, currency, ${sums} from parts group by 1, 2, 3, 4`)
}

/** Marks the days on which the sums by space are not those by office. */
export async function recountUnevenDays(db: Db): Promise<void> {
  await db.execute(sql`
    insert into ${insightChanges} select distinct day from (
      (select day, ${sums} from ${insightOffices} group by day except select day, ${sums} from ${insightSpaces} group by day)
      union all
      (select day, ${sums} from ${insightSpaces} group by day except select day, ${sums} from ${insightOffices} group by day)
    ) as uneven`)
}

/** Units with the same hours that could be booked during the same time. */
export type OpenPlace = Span & Hours & { office_id: number; type: SpaceType; units: number }

const inMs = (moment: SQL): SQL => sql`(extract(epoch from ${moment}) * 1000)::float8`
const moment = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`

/** The columns of `Hours`. */
export const HOURS = sql.raw('time_zone, open_hours, close_hours, week_hours, holidays')

/** A space could be booked from the day it was added, or from its first order if earlier, until it was removed. */
export function placesDuring(
  { officeIds, type }: Pick<InsightScope, 'officeIds' | 'type'>,
  { from, to }: Span,
): SQL {
  const added = sql`coalesce(${subOffices.created_at}, ${offices.createdAt})`
  const firstStart = sql`case when ${units.sub_office_id} is null
    then (select min(${orders.start}) from ${orders} where ${orders.office_id} = ${units.office_id} and ${orders.sub_office_id} is null)
    else (select min(${orders.start}) from ${orders} where ${orders.office_id} = ${units.office_id} and ${orders.sub_office_id} = ${units.sub_office_id}) end`
  return sql`select ${units.office_id}, ${units.sub_office_id}, coalesce(${subOffices.type}, 'office') as type,
      ${offices.time_zone}, ${offices.open_hours}, ${offices.close_hours}, ${offices.week_hours}, ${offices.holidays},
      greatest(${moment(from)}, case when ${added} > ${moment(from)} then least(${added}, ${firstStart}) end) as opened,
      least(${moment(to)}, ${units.retired_at}, ${subOffices.deleted_at}, ${offices.deleted_at}) as closed
    from ${units} join ${offices} on ${offices.id} = ${units.office_id}
    left join ${subOffices} on ${subOffices.office_id} = ${units.office_id} and ${subOffices.id} = ${units.sub_office_id}
    where not ${offices.coming_soon}
      and ${officeIds ? isOneOf(units.office_id, officeIds) : sql`true`}
      and ${type ? sql`coalesce(${subOffices.type}, 'office') = ${type}` : sql`true`}`
}

export async function listOpenPlaces(db: Db, scope: InsightScope, span: Span): Promise<OpenPlace[]> {
  const { rows } = await db.execute<OpenPlace>(sql`
    select office_id::float8, type, ${HOURS}, ${inMs(sql`opened`)} as "from",
      ${inMs(sql`closed`)} as "to", count(*)::integer as units
    from (${placesDuring(scope, span)}) as place where opened < closed group by 1, 2, 3, 4, 5, 6, 7, opened, closed`)
  return rows
}

/** Overlapping closures count once. */
export async function listClosedPlaces(db: Db, scope: InsightScope, span: Span): Promise<OpenPlace[]> {
  const { rows } = await db.execute<OpenPlace>(sql`
    select office_id::float8, type, ${HOURS}, ${inMs(sql`lower(part)`)} as "from",
      ${inMs(sql`upper(part)`)} as "to", sum(units)::integer as units
    from (
      select place.office_id, place.type, ${HOURS}, units,
        unnest(range_agg(${closures.during} * tstzrange(opened, closed))) as part
      from (select office_id, sub_office_id, type, ${HOURS}, opened, closed, count(*) as units
        from (${placesDuring(scope, span)}) as unit where opened < closed group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) as place
      join ${closures} on ${closures.office_id} = place.office_id
        and (${closures.sub_office_id} is null or ${closures.sub_office_id} = place.sub_office_id)
        and ${closures.during} && tstzrange(opened, closed)
      group by place.office_id, place.sub_office_id, place.type, ${HOURS}, opened, closed, units
    ) as closed_part group by 1, 2, 3, 4, 5, 6, 7, part`)
  return rows
}

export type OfficeNames = { name: string; name_he: string | null }

export async function listOfficeNames(db: Db, ids: number[]): Promise<Map<number, OfficeNames>> {
  const rows = await db
    .select({ id: offices.id, name: offices.name, name_he: offices.name_he })
    .from(offices)
    .where(isOneOf(offices.id, ids))
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}
