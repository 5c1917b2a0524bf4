import type { FreeSpace } from '@keyhour/contract/availability'
import type { RentType, SpaceType } from '@keyhour/contract/offices'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices, units } from '#server/db/schema/offices.ts'
import { occupancy } from '#server/db/schema/orders.ts'
import { isOffered, isOfferedOffice } from '#server/features/orders/space-queries.ts'
import { HOUR, type Hours, type Span } from '#server/time/opening-hours.ts'

/** When spaces of offices with these hours would be taken. */
export type HoursWindow = Hours & Span & { rent_type: RentType }

/** Every clock and opening there is, once. */
export function listOfferedHours(db: Db): Promise<Hours[]> {
  const { time_zone, open_hours, close_hours } = offices
  return db.selectDistinct({ time_zone, open_hours, close_hours }).from(offices).where(isOfferedOffice)
}

type Wish = {
  type?: SpaceType | undefined
  capacity?: number | undefined
  sort: 'name' | 'price' | 'capacity'
  direction: 'asc' | 'desc'
  page: number
  page_size: number
}

const LONGEST_CLEANING = 4 * HOUR

const SORTS: Record<Wish['sort'], SQL> = {
  name: sql`lower(office_name)`,
  price: sql`case rent_type when 'day' then price_per_day else price_per_hour end`,
  capacity: sql`capacity`,
}

/**
 * What takes units anywhere at that time is few and found on its own index; what is left of the units of each space
 * is counted. With the total in every row, so that a page beyond the last one still has it.
 */
function freeSpacesQuery(windows: HoursWindow[], wish: Wish, now: Date): SQL {
  const { type = null, capacity = null, page, page_size } = wish
  const direction = sql.raw(wish.direction)
  const from = iso(Math.min(...windows.map((window) => window.from)))
  const to = iso(Math.max(...windows.map((window) => window.to)) + LONGEST_CLEANING)
  return sql`
    with windows as (
      select time_zone, open_hours, close_hours, rent_type, starts_at, ends_at
      from jsonb_to_recordset(${JSON.stringify(windows.map(row))}::jsonb) as w (time_zone text, open_hours text,
        close_hours text, rent_type text, starts_at timestamptz, ends_at timestamptz)
    ), wanted as materialized (
      select ${offices.id} as office_id, ${subOffices.id} as id, ${offices.name} as office_name, ${subOffices.name},
        ${subOffices.type}, ${subOffices.rent_type}, ${subOffices.capacity}, ${offices.lat}, ${offices.lon},
        ${offices.time_zone}, ${offices.currency}, ${subOffices.price_per_hour}, ${subOffices.price_per_day},
        ${subOffices.pictures}[1] as picture,
        tstzrange(starts_at, ends_at + ${offices.cleaning_buffer_minutes} * interval '1 minute') as during
      from ${subOffices} join ${offices} on ${offices.id} = ${subOffices.office_id}
      join windows on windows.time_zone = ${offices.time_zone} and windows.rent_type = ${subOffices.rent_type}
        and windows.open_hours = coalesce(${offices.open_hours}, '')
        and windows.close_hours = coalesce(${offices.close_hours}, '')
      where ${isOffered}
        and (${type}::text is null or ${subOffices.type} = ${type})
        and (${capacity}::integer is null or ${subOffices.capacity} >= ${capacity})
    ), taken as materialized (
      select ${occupancy.office_id}, ${occupancy.unit_id}, ${occupancy.during} from ${occupancy}
      where ${occupancy.during} && tstzrange(${from}, ${to})
        and (${occupancy.held_until} is null or ${occupancy.held_until} > ${now.toISOString()})
    ), counted as (
      select wanted.*, part.free from wanted join (
        select ${units.office_id}, ${units.sub_office_id},
          count(*) filter (where busy.unit_id is null)::integer as free
        from ${units} left join (
          select distinct taken.office_id, taken.unit_id from taken
          join ${units} on ${units.office_id} = taken.office_id and ${units.id} = taken.unit_id
          join wanted on wanted.office_id = ${units.office_id} and wanted.id = ${units.sub_office_id}
          where wanted.during && taken.during
        ) busy on busy.office_id = ${units.office_id} and busy.unit_id = ${units.id}
        where ${units.retired_at} is null
        group by ${units.office_id}, ${units.sub_office_id}
      ) part on part.office_id = wanted.office_id and part.sub_office_id = wanted.id
      where part.free >= case wanted.type when 'open_space' then coalesce(${capacity}::integer, 1) else 1 end
    )
    select total.count::integer as total, page.* from (select count(*) from counted) total left join (
      select * from counted order by ${SORTS[wish.sort]} ${direction}, lower(name), id
      limit ${page_size} offset ${(page - 1) * page_size}
    ) page on true
    order by ${SORTS[wish.sort]} ${direction}, lower(name), id`
}

export async function listFreeSpaces(
  db: Db,
  windows: HoursWindow[],
  wish: Wish,
  now: Date,
): Promise<{ total: number; spaces: FreeSpace[] }> {
  if (windows.length === 0) return { total: 0, spaces: [] }
  const { rows } = await db.execute<Row>(freeSpacesQuery(windows, wish, now))
  const spaces = rows
    .filter(({ id }) => id !== null)
    .map(({ id, office_id, ...row }) => ({ ...row, office_id: Number(office_id), sub_office_id: Number(id) }))
  return { total: rows[0]!.total, spaces }
}

type Row = Omit<FreeSpace, 'office_id' | 'sub_office_id'> & {
  total: number
  office_id: string
  id: string | null
}

const iso = (ms: number): string => new Date(ms).toISOString()

const row = ({ open_hours, close_hours, from, to, ...window }: HoursWindow) => ({
  ...window,
  open_hours: open_hours ?? '',
  close_hours: close_hours ?? '',
  starts_at: iso(from),
  ends_at: iso(to),
})
