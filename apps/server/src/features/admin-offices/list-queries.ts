import type { AdminOffice, OfficeLocation, OfficeSort } from '@keyhour/contract/admin-offices'
import { and, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { containing } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { integrations, offices, type Provider, subOffices } from '#server/db/schema/offices.ts'
import { shownDay } from '#server/db/shown-day.ts'
import { listAdminOffices } from '#server/features/offices/office-queries.ts'

type Filters = { q: string; time_zone: string; name: string; wifi_name: string }
type OfficesPage = Filters & {
  page: number
  page_size: number
  sort?: OfficeSort | undefined
  direction: 'asc' | 'desc'
}

/** Each ends in a unique column, so that pages do not overlap. */
const ORDERS: Record<OfficeSort, (direction: SQL) => SQL> = {
  name: (direction) => sql`lower(${offices.name}) ${direction}, ${offices.id} ${direction}`,
  lat: (direction) => sql`${offices.lat} ${direction}, ${offices.id} ${direction}`,
  lon: (direction) => sql`${offices.lon} ${direction}, ${offices.id} ${direction}`,
  open_hours: (direction) => sql`${offices.open_hours} ${direction} nulls last, ${offices.id} ${direction}`,
  close_hours: (direction) => sql`${offices.close_hours} ${direction} nulls last, ${offices.id} ${direction}`,
  created_at: (direction) => sql`${offices.createdAt} ${direction}, ${offices.id} ${direction}`,
}

const MOST_WITHOUT_INDEX = 2

const shows = (text: SQL, q: string): SQL => sql`strpos(lower(${text}), lower(${q})) > 0`

/**
 * Text that can be part of a date, an amount, a coordinate or an id. Only for these the rows are scanned, since no
 * index has them.
 */
const PART_OF_DAY = /^([a-z]{0,3} ?\d{0,2}(st|nd|rd|th|[snrt])? ?\d{0,2}|[\d.]{1,8})$/i
const PART_OF_ANGLE = /^-?[\d.]+$/
const ALWAYS_OPEN = '24/7'
const PROVIDERS: Provider[] = ['google', 'outlook', 'pickspace', 'nexudus', 'roo', 'openpath', 'tuya']

/** As the list displays it: up to five decimals. */
const degrees = (angle: PgColumn): SQL => sql`trim_scale(round(${angle}::numeric, 5))::text`

type Priced = typeof offices | typeof subOffices
/** The first of hourly, daily and weekly price, as the list displays it, without its currency sign. */
const price = (of: Priced): SQL => sql`to_char(coalesce(nullif(${of.price_per_hour}, 0),
  nullif(${of.price_per_day}, 0), nullif(${of.price_per_week}, 0)) / 100.0, 'FM999,999,990.00')`
const isPartOfAmount = (q: string): boolean => /^[₪$€£]?[\d,]*\.?\d{0,2}$/.test(q) && /\d/.test(q)
const showsPrice = (of: Priced, q: string): SQL => shows(price(of), q.replace(/^[₪$€£]/, ''))

const isRentedWhole = sql`not exists (select from ${subOffices}
  where ${subOffices.office_id} = ${offices.id} and ${isNull(subOffices.deleted_at)})`

/** Values that the list displays but `words` does not contain. */
const shownByOffice = (q: string, zone: string): (SQL | undefined)[] => [
  PART_OF_DAY.test(q) ? shows(shownDay(offices.createdAt, zone), q) : undefined,
  ...(PART_OF_ANGLE.test(q) ? [shows(degrees(offices.lat), q), shows(degrees(offices.lon), q)] : []),
  isPartOfAmount(q) ? and(showsPrice(offices, q), isRentedWhole) : undefined,
  ALWAYS_OPEN.includes(q) ? isNull(offices.open_hours) : undefined,
  usesOneOf(PROVIDERS.filter((provider) => provider.includes(q.toLowerCase()))),
]

/** Connected, or referred to by its ids. */
const usesOneOf = (providers: Provider[]): SQL | undefined =>
  providers.length === 0
    ? undefined
    : or(
        sql`exists (select from ${integrations}
          where ${integrations.office_id} = ${offices.id} and ${inArray(integrations.provider, providers)})`,
        providers.includes('pickspace') ? sql`${offices.pickspace_location_id} is not null` : undefined,
        providers.includes('openpath')
          ? sql`coalesce(${offices.openpath_org_id}, ${offices.openpath_entry_id}) is not null`
          : undefined,
        providers.includes('tuya') ? sql`cardinality(${offices.tuya_devices}) > 0` : undefined,
      )

const shownBySpace = (q: string): (SQL | undefined)[] => [
  /^\d+$/.test(q) ? shows(sql`${subOffices.id}::text`, q) : undefined,
  isPartOfAmount(q) ? showsPrice(subOffices, q) : undefined,
]

/** Offices and sub-offices each have an index for this, which only works from three letters on. */
function hasWords(q: string, zone: string): SQL {
  const inOffice = or(
    ...[offices.words, offices.name_he, offices.address_he].map((column) => ilike(column, containing(q))),
    ...shownByOffice(q, zone),
  )
  const inSpace = or(
    ...[subOffices.name, subOffices.name_he].map((column) => ilike(column, containing(q))),
    ...shownBySpace(q),
  )
  const ofSpaces = sql`select ${subOffices.office_id} from ${subOffices} where ${inSpace}`
  if (q.length <= MOST_WITHOUT_INDEX) return sql`(${inOffice} or ${offices.id} in (${ofSpaces}))`
  return sql`${offices.id} in (select ${offices.id} from ${offices} where ${inOffice} union ${ofSpaces})`
}

const isFound = ({ q, time_zone, name, wifi_name }: Filters): SQL | undefined =>
  and(
    q === '' ? undefined : hasWords(q, time_zone),
    name === ''
      ? undefined
      : or(ilike(offices.name, containing(name)), ilike(offices.name_he, containing(name))),
    wifi_name === '' ? undefined : ilike(offices.wifi_name, containing(wifi_name)),
  )

/** Without a sort, the newest first. */
export async function listAdminOfficePage(db: Db, filters: OfficesPage): Promise<AdminOffice[]> {
  const { page, page_size, sort, direction } = filters
  const order = sort ? ORDERS[sort](sql.raw(direction)) : ORDERS.created_at(sql`desc`)
  const rows = await db
    .select({ id: offices.id })
    .from(offices)
    .where(isFound(filters))
    .orderBy(order)
    .limit(page_size)
    .offset((page - 1) * page_size)
  const ids = rows.map(({ id }) => id)
  const found = new Map((await listAdminOffices(db, ids)).map((office) => [office.id, office]))
  return ids.map((id) => found.get(id)!)
}

export const countAdminOffices = (db: Db, filters: Filters): Promise<number> =>
  db.$count(offices, isFound(filters))

export const listOfficeLocations = (db: Db): Promise<OfficeLocation[]> =>
  db
    .select({ id: offices.id, name: offices.name, lat: offices.lat, lon: offices.lon })
    .from(offices)
    .where(isNull(offices.deleted_at))
    .orderBy(offices.id)
