import {
  HOME_TIME_ZONE,
  type OrderDateType,
  type OrderFilters,
  type OrderSort,
} from '@keyhour/contract/all-orders'
import { daysBetween } from '@keyhour/contract/office-clock'
import { shownPayment } from '@keyhour/contract/order-row'
import { PaymentStatus } from '@keyhour/contract/orders'
import { type Column, ilike, or, type SQL, sql } from 'drizzle-orm'
import { containing } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { orders, orderTallies } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import { readWholeNumbers } from '#server/db/whole-numbers.ts'

export type Sorting = { sort: OrderSort; direction: 'asc' | 'desc' }
/** With `day`, the offset counts from that day. */
export type Slice = { limit: number; offset: number; day?: number | undefined }

/** Filters with names resolved to ids. Undefined: not filtered by that. */
export type OrderSearch = {
  offices: number[] | undefined
  spaces: { ids: number[]; offices: number[] } | undefined
  users: number[] | undefined
  range: { from: string; to: string } | undefined
  dateType: OrderDateType
  statuses: PaymentStatus[] | undefined
}

export async function resolveFilters(db: Db, filters: OrderFilters): Promise<OrderSearch> {
  const { office, sub_office, user_id, from, to, payment_status } = filters
  const spaces = sub_office === '' ? undefined : await listSpaces(db, sub_office)
  return {
    offices:
      office === ''
        ? undefined
        : await listIds(
            db,
            sql`${offices.id} as id from ${offices} where ${or(ilike(offices.name, containing(office)), ilike(offices.name_he, containing(office)))}`,
          ),
    spaces: spaces && {
      ids: spaces.map(({ id }) => id),
      offices: [...new Set(spaces.map(({ office_id }) => office_id))],
    },
    users:
      user_id === ''
        ? undefined
        : await listIds(
            db,
            sql`${users.id} as id from ${users} where ${users.id}::text like ${containing(user_id)}`,
          ),
    range: from && to ? { from, to } : undefined,
    dateType: filters.date_type,
    statuses:
      payment_status && PaymentStatus.options.filter((status) => shownPayment(status) === payment_status),
  }
}

async function listIds(db: Db, which: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ ids: string[] }>(sql`select array(select ${which}) as ids`)
  return rows[0]!.ids.map(Number)
}

const listSpaces = (db: Db, name: string) =>
  db
    .select({ id: subOffices.id, office_id: subOffices.office_id })
    .from(subOffices)
    .where(or(ilike(subOffices.name, containing(name)), ilike(subOffices.name_he, containing(name))))

const columnOf = (dateType: OrderDateType) => (dateType === 'order_date' ? orders.date : orders.start)

const dayBegins = (day: SQL): SQL => sql`((${day})::timestamp at time zone ${HOME_TIME_ZONE})`
const among = (ids: readonly (number | string)[], type: string): SQL =>
  sql`any(${sql.param(ids)}::${sql.raw(type)}[])`

export function matches({ offices, spaces, users, range, dateType, statuses }: OrderSearch): SQL {
  const column = columnOf(dateType)
  const conditions = [
    offices && sql`${orders.office_id} = ${among(offices, 'bigint')}`,
    // Space ids are unique by themselves; the office ids are there for the index.
    spaces &&
      sql`${orders.office_id} = ${among(spaces.offices, 'bigint')} and ${orders.sub_office_id} = ${among(spaces.ids, 'bigint')}`,
    users && sql`${orders.user_id} = ${among(users, 'bigint')}`,
    range &&
      sql`${column} >= ${dayBegins(sql`${range.from}::date`)} and ${column} < ${dayBegins(sql`${range.to}::date + 1`)}`,
    statuses && sql`${orders.payment_status} = ${among(statuses, 'text')}`,
  ].filter((condition) => condition !== undefined)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** Each ends with the order id, so that pages do not overlap. */
const ORDERS: Record<Exclude<OrderSort, 'sub_office'>, (direction: SQL) => SQL> = {
  id: (direction) => sql`${orders.id} ${direction}`,
  date: (direction) => sql`${orders.date} ${direction}, ${orders.id} ${direction}`,
  start: (direction) => sql`${orders.start} ${direction}, ${orders.id} ${direction}`,
  office: (direction) =>
    sql`lower(${offices.name}) ${direction}, ${offices.id} ${direction}, ${orders.id} ${direction}`,
  user_id: (direction) => sql`${orders.user_id} ${direction}, ${orders.id} ${direction}`,
  billed: (direction) => sql`${orders.billed} ${direction}, ${orders.id} ${direction}`,
  payment_status: (direction) => sql`${orders.payment_status} ${direction}, ${orders.id} ${direction}`,
}

export const listOrderIds = (db: Db, search: OrderSearch, order: Sorting, slice: Slice): Promise<number[]> =>
  listIds(db, inOrder(search, order, slice))

const EVERYTHING: Slice = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }

/** A million ids as 8 bytes each, instead of a million strings. */
export async function listAllOrderIds(db: Db, search: OrderSearch, order: Sorting): Promise<Float64Array> {
  const { rows } = await db.execute<{ ids: string | null }>(
    sql`select encode(string_agg(int8send(id), ''), 'base64') as ids
      from (select ${inOrder(search, order, EVERYTHING)}) as found`,
  )
  return readWholeNumbers(rows[0]!.ids)
}

function inOrder(search: OrderSearch, { sort, direction }: Sorting, slice: Slice): SQL {
  const way = sql.raw(direction)
  if (sort === 'sub_office') return bySpace(matches(search), way, slice)
  const mixed = mixedOrder(search, sort)
  if (mixed) return byDay(search, mixed, way, slice)
  const source =
    sort === 'office' ? sql`${offices} join ${orders} on ${orders.office_id} = ${offices.id}` : sql`${orders}`
  const begins =
    slice.day === undefined
      ? sql`true`
      : fromDayOn(sort === 'start' ? orders.start : orders.date, slice.day, direction)
  return sql`${orders.id} from ${source} where ${matches(search)} and ${begins} order by ${ORDERS[sort](way)} limit ${slice.limit} offset ${slice.offset}`
}

const [MOST_DAYS, MOST_OF_A_DAY] = [400, 1000]

/** A filter by one date with a sort by the other. By index, the matches may lie behind all newer orders. */
function mixedOrder({ range, dateType }: OrderSearch, sort: OrderSort): DayKind | undefined {
  const other = dateType === 'order_date' ? 'start' : 'date'
  return range && sort === other && daysBetween(range.from, range.to) < MOST_DAYS ? other : undefined
}

/** Takes the first orders of each day in the range, then sorts those. For far pages, sorts the whole range. */
function byDay(search: OrderSearch, sort: DayKind, direction: SQL, { limit, offset }: Slice): SQL {
  const { from, to } = search.range!
  const day = sql`home_day(${columnOf(search.dateType)})`
  const [first, last] = [from, to].map((date) => sql`${date}::date - date '1970-01-01'`)
  // The days below replace the range; comparing moments would need a look at every row.
  const isFound = matches({ ...search, range: undefined })
  const found = sql`select ${orders.id}, ${orders[sort]} as at from ${orders} where ${isFound}`
  const source =
    limit + offset <= MOST_OF_A_DAY
      ? sql`generate_series(${first}, ${last}) as day cross join lateral
          (${found} and ${day} = day order by ${ORDERS[sort](direction)} limit ${limit + offset}) as found`
      : // `offset 0` keeps PostgreSQL from walking the whole table in this order until it has enough matches.
        sql`(${found} and ${day} between ${first} and ${last} offset 0) as found`
  return sql`id from ${source} order by at ${direction}, id ${direction} limit ${limit} offset ${offset}`
}

function fromDayOn(column: Column, day: number, direction: Sorting['direction']): SQL {
  if (direction === 'asc') return sql`${column} >= ${dayBegins(sql`date '1970-01-01' + ${day}::integer`)}`
  return sql`${column} < ${dayBegins(sql`date '1970-01-01' + ${day + 1}::integer`)}`
}

/** Orders of whole offices have no space name; they come last in both directions. */
function bySpace(matches: SQL, direction: SQL, { limit, offset }: Slice): SQL {
  const most = limit + offset
  return sql`id from (
    (select ${orders.id}, lower(${subOffices.name}) as name, ${subOffices.id} as space
      from ${subOffices} join ${orders} on ${orders.office_id} = ${subOffices.office_id} and ${orders.sub_office_id} = ${subOffices.id}
      where ${matches}
      order by lower(${subOffices.name}) ${direction}, ${subOffices.id} ${direction}, ${orders.id} ${direction} limit ${most})
    union all
    (select ${orders.id}, null, null from ${orders} where ${orders.sub_office_id} is null and ${matches}
      order by ${orders.id} ${direction} limit ${most})
  ) as found order by name ${direction} nulls last, space ${direction}, id ${direction} limit ${limit} offset ${offset}`
}

export type DayKind = 'date' | 'start'

/** Only for filters without office, space and user. */
export async function tallyDays(
  db: Db,
  kind: DayKind,
  { range, statuses }: OrderSearch,
): Promise<{ day: number; count: number }[]> {
  const within = range
    ? sql`key between ${range.from}::date - date '1970-01-01' and ${range.to}::date - date '1970-01-01'`
    : sql`true`
  const { rows } = await db.execute<{ day: number; count: number }>(
    sql`select key::integer as day, sum(count)::integer as count from ${orderTallies}
      where kind = ${kind} and ${within} and ${hasStatus(statuses)} group by key order by key`,
  )
  return rows
}

const hasStatus = (statuses: OrderSearch['statuses']): SQL =>
  statuses ? sql`payment_status = ${among(statuses, 'text')}` : sql`true`

export const tallyUsers = (db: Db, ids: number[], statuses: OrderSearch['statuses']): Promise<number> =>
  sumTallies(db, sql`kind = 'user' and key = ${among(ids, 'bigint')} and ${hasStatus(statuses)}`)

/** Counts whole offices with all their spaces, spaces by name, or both filters together. */
export function tallyPlaces(db: Db, { offices, spaces, statuses }: OrderSearch): Promise<number> {
  const inOffices = offices ? sql`office_id = ${among(offices, 'bigint')}` : sql`true`
  const areNamed = spaces ? sql`id = ${among(spaces.ids, 'bigint')}` : sql`true`
  const wholeOffices = spaces ? sql`` : sql`union all select -unnest(${sql.param(offices)}::bigint[])`
  return sumTallies(
    db,
    sql`kind = 'space' and ${hasStatus(statuses)}
      and key in (select id from ${subOffices} where ${inOffices} and ${areNamed} ${wholeOffices})`,
  )
}

async function sumTallies(db: Db, which: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select coalesce(sum(count), 0)::integer as count from ${orderTallies} where ${which}`,
  )
  return rows[0]!.count
}

export async function countSome(db: Db, search: OrderSearch, most: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from (select from ${orders} where ${matches(search)}
      order by ${orders.date} desc limit ${most}) as counted`,
  )
  return rows[0]!.count
}

/** Rows of transactions that are not committed yet are not visible, and stay for the next run. */
export async function mergeTallies(db: Db): Promise<void> {
  await db.execute(sql`
    with several as (
      select kind, key, payment_status from ${orderTallies} group by 1, 2, 3 having count(*) > 1
    ), taken as (
      delete from ${orderTallies} t using several s
      where t.kind = s.kind and t.key = s.key and t.payment_status = s.payment_status
      returning t.kind, t.key, t.payment_status, t.count
    )
    insert into ${orderTallies}
    select kind, key, payment_status, sum(count) from taken group by 1, 2, 3 having sum(count) <> 0`)
}
