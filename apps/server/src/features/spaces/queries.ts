import { and, eq, isNull, sql } from 'drizzle-orm'
import { isOneOf } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { officeChanges, offices, subOffices, units } from '#server/db/schema/offices.ts'
import { occupancy } from '#server/db/schema/orders.ts'
import { statement } from '#server/db/statement.ts'
import { wholeNumberAt } from '#server/db/whole-numbers.ts'
import { hasRunOut } from '#server/features/availability/occupancy-queries.ts'
import type { OfficeChange } from '#server/features/offices/change-queries.ts'
import { isListed } from '#server/features/offices/office-queries.ts'
import { type ListedOffice, toListedSpace } from '#server/features/spaces/listed-space-rules.ts'
import type { TakenTimes } from '#server/features/spaces/rules.ts'

const office = {
  id: offices.id,
  name: offices.name,
  name_he: offices.name_he,
  address: offices.address,
  address_he: offices.address_he,
  lat: offices.lat,
  lon: offices.lon,
  time_zone: offices.time_zone,
  open_hours: offices.open_hours,
  close_hours: offices.close_hours,
  week_hours: offices.week_hours,
  holidays: offices.holidays,
  cleaning_buffer_minutes: offices.cleaning_buffer_minutes,
  currency: offices.currency,
  tax_percent: offices.tax_percent,
  capacity: offices.capacity,
  picture: sql<string | null>`${offices.pictures}[1]`,
  amenities: offices.amenities,
  rent_type: offices.rent_type,
  price_per_hour: offices.price_per_hour,
  price_per_day: offices.price_per_day,
  coming_soon: offices.coming_soon,
  temporarily_closed: offices.temporarily_closed,
}

const subOffice = {
  id: subOffices.id,
  name: subOffices.name,
  name_he: subOffices.name_he,
  type: subOffices.type,
  rent_type: subOffices.rent_type,
  capacity: subOffices.capacity,
  picture: sql<string | null>`${subOffices.pictures}[1]`,
  amenities: subOffices.amenities,
  price_per_hour: subOffices.price_per_hour,
  price_per_day: subOffices.price_per_day,
}

const unitIds = sql<number[]>`(
  select coalesce(json_agg(${units.id}), '[]') from ${units} where ${units.office_id} = ${offices.id}
    and ${units.sub_office_id} is not distinct from ${subOffices.id} and ${units.retired_at} is null)`

/** What these offices have on offer, with their last change. An office that is not listed has no offers. */
export async function listListedSpaces(
  db: Db,
  officeIds: number[],
): Promise<(OfficeChange & ListedOffice)[]> {
  const rows = await db
    .select({
      office_id: officeChanges.office_id,
      changed_in: officeChanges.changed_in,
      office,
      subOffice,
      units: unitIds,
    })
    .from(officeChanges)
    .leftJoin(offices, and(eq(offices.id, officeChanges.office_id), isNull(offices.deleted_at), isListed))
    .leftJoin(subOffices, and(eq(subOffices.office_id, offices.id), isNull(subOffices.deleted_at)))
    .where(isOneOf(officeChanges.office_id, officeIds))
  const found = new Map<number, OfficeChange & ListedOffice>()
  for (const { office_id, changed_in, office, subOffice, units } of rows) {
    const known = found.get(office_id) ?? { office_id, changed_in, offers: [] }
    found.set(office_id, known)
    const offer = office && toListedSpace(office, subOffice, units)
    if (offer) known.offers.push(offer)
  }
  return [...found.values()]
}

/** PostgreSQL's notation of several ranges. */
const readTaken = statement<{ ranges: string[]; now: string }>()((db, value) =>
  db
    .select({
      taken: sql<string | null>`(
        select encode(string_agg(int8send(${occupancy.unit_id})
          || timestamptz_send(lower(${occupancy.during})) || timestamptz_send(upper(${occupancy.during})), ''), 'base64')
        from ${occupancy} where ${occupancy.during} && asked.during
          and (${occupancy.held_until} is null or not ${hasRunOut(value('now'))}))`,
    })
    // From a `select`, because PostgreSQL would plan anew for each length of a list that it sees.
    .from(sql`unnest((select ${value('ranges')}::tstzmultirange[])) with ordinality as asked(during, place)`)
    .orderBy(sql`asked.place`),
)

/** Layout of a row in PostgreSQL's binary format: unit id, start, end. */
const ROW = { bytes: 24, unit: 0, from: 8, to: 16 }
const Y2K = Date.UTC(2000, 0, 1)

/**
 * For each of these multiranges, all occupancy during it. There may be thousands of rows, so they come as one binary
 * value: decoding rows would take longer than finding them.
 */
export async function listTakenAnywhere(db: Db, ranges: string[], now: Date): Promise<TakenTimes[]> {
  const rows = await readTaken(db, { ranges, now: now.toISOString() })
  return rows.map(({ taken }) => readTimes(Buffer.from(taken ?? '', 'base64')))
}

function readTimes(bytes: Buffer): TakenTimes {
  const length = bytes.length / ROW.bytes
  const taken = {
    units: new Float64Array(length),
    from: new Float64Array(length),
    to: new Float64Array(length),
  }
  for (let at = 0; at < length; at += 1) {
    const row = at * ROW.bytes
    taken.units[at] = wholeNumberAt(bytes, row + ROW.unit)
    taken.from[at] = Y2K + wholeNumberAt(bytes, row + ROW.from) / 1000
    taken.to[at] = Y2K + wholeNumberAt(bytes, row + ROW.to) / 1000
  }
  return taken
}
