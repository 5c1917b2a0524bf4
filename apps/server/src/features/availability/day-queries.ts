import { and, asc, eq, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { closures, officeChanges, offices, subOffices, units } from '#server/db/schema/offices.ts'
import { occupancy } from '#server/db/schema/orders.ts'
import { statement } from '#server/db/statement.ts'
import { hasRunOut, rangeText, type Viewer } from '#server/features/availability/occupancy-queries.ts'
import type { TakenUnit } from '#server/features/availability/rules.ts'
import {
  asWhole,
  type FoundSpace,
  found,
  hasNoSubOffices,
  ofSubOffice,
  ratesIn,
  wholeOffice,
} from '#server/features/availability/space-queries.ts'
import type { Span } from '#server/time/opening-hours.ts'

/** With the ids of its units. */
export type KnownSpace = FoundSpace & { units: number[] }

/** The spaces of an office by name, and the last transaction that changed the office, a space or a unit. */
export type KnownOffice = { changed_in: string | null; spaces: KnownSpace[] }

/** Undefined if there is no such office. */
export async function readOffice(db: Db, office_id: number): Promise<KnownOffice | undefined> {
  const parts = await readSubOffices(db, { office_id })
  const spaces = parts.length > 0 ? parts : (await readWholeOffice(db, { office_id })).map(asWhole)
  const [first] = spaces
  return first && { changed_in: first.changed_in, spaces }
}

const unitsWhere = (which: SQL) => sql<number[]>`(select coalesce(json_agg(${units.id}), '[]') from ${units}
  where ${units.office_id} = ${offices.id} and ${which} and ${units.retired_at} is null)`

const readSubOffices = statement<{ office_id: number }>()((db, value) =>
  db
    .select({
      ...found,
      ...ratesIn(subOffices),
      ...ofSubOffice,
      units: unitsWhere(sql`${units.sub_office_id} = ${subOffices.id}`),
    })
    .from(subOffices)
    .innerJoin(offices, eq(offices.id, subOffices.office_id))
    .leftJoin(officeChanges, eq(officeChanges.office_id, offices.id))
    .where(
      and(
        eq(subOffices.office_id, value('office_id')),
        isNull(subOffices.deleted_at),
        isNull(offices.deleted_at),
      ),
    )
    .orderBy(asc(subOffices.name), asc(subOffices.id)),
)

const readWholeOffice = statement<{ office_id: number }>()((db, value) =>
  db
    .select({
      ...found,
      ...ratesIn(offices),
      ...wholeOffice,
      units: unitsWhere(sql`${units.sub_office_id} is null`),
    })
    .from(offices)
    .leftJoin(officeChanges, eq(officeChanges.office_id, offices.id))
    .where(and(eq(offices.id, value('office_id')), isNull(offices.deleted_at), hasNoSubOffices)),
)

export type Closure = Span & { sub_office_id: number | null; reason: string }

/** What is taken and closed, and when the office last changed, at one moment. */
export type Occupancy = { changed_in: string | null; taken: TakenUnit[]; closures: Closure[] }

type Question = {
  office_id: number
  /** Undefined: all units of the office. */
  units?: number[]
  /** When units may be taken, and when closures may apply. */
  span: Span
  open: Span
  viewer: Viewer
}

/** One statement. What is taken comes in the order of units. */
export async function readOccupancy(db: Db, question: Question): Promise<Occupancy> {
  const { office_id, units, span, open, viewer } = question
  const values = {
    office_id,
    during: rangeText(span),
    open: rangeText(open),
    now: viewer.now.toISOString(),
    user_id: viewer.userId ?? 0,
    order_id: viewer.orderId ?? 0,
  }
  const [found] = units ? await readOfUnits(db, { ...values, units }) : await readOfOffice(db, values)
  const { changed_in, taken, closures } = found!
  return {
    changed_in,
    taken: taken.map(([unit_id, cause, from, to]) => ({ unit_id, cause, from, to })),
    closures: closures.map(([sub_office_id, reason, from, to]) => ({ sub_office_id, reason, from, to })),
  }
}

type Values = {
  office_id: number
  during: string
  open: string
  now: string
  user_id: number
  order_id: number
}

const readOfUnits = statement<Values & { units: number[] }>()((db, value) =>
  occupancyOf(
    db,
    value,
    sql`select * from ${occupancy} where ${occupancy.office_id} = ${value('office_id')}
      and ${occupancy.unit_id} = any((select ${value('units')}::bigint[])::bigint[])
      and ${occupancy.during} && (select ${value('during')}::tstzrange)`,
  ),
)

const length = sql`upper(${occupancy.during}) - lower(${occupancy.during})`

/** Worded for the indexes `occupancy_of_office` and `occupancy_long`. */
const readOfOffice = statement<Values>()((db, value) => {
  const [office, during] = [value('office_id'), sql`(select ${value('during')}::tstzrange)`]
  const from = sql`(select lower(${value('during')}::tstzrange) - interval '24 hours')`
  const to = sql`(select upper(${value('during')}::tstzrange))`
  return occupancyOf(
    db,
    value,
    sql`select * from ${occupancy} where ${occupancy.office_id} = ${office} and ${length} <= interval '24 hours'
        and lower(${occupancy.during}) >= ${from} and lower(${occupancy.during}) < ${to} and ${occupancy.during} && ${during}
      union all
      select * from ${occupancy} where ${occupancy.office_id} = ${office} and ${length} > interval '24 hours'
        and ${occupancy.during} && ${during}`,
  )
})

/**
 * Rows as arrays in one value: decoding them one by one would take longer than finding them. Ranges and lists come from a
 * `select`: PostgreSQL cannot look into it, so it does not plan the statement again for every one of them.
 */
const occupancyOf = (db: Db, value: (name: keyof Values) => Placeholder, found: SQL) =>
  db
    .select({
      changed_in: sql<string | null>`(select ${officeChanges.changed_in} from ${officeChanges}
        where ${officeChanges.office_id} = ${value('office_id')})`,
      taken: sql<[unit_id: number, cause: string, from: number, to: number][]>`(
        select coalesce(json_agg(json_build_array(${occupancy.unit_id}, ${occupancy.cause},
          ${msOf(sql`lower(${occupancy.during})`)}, ${msOf(sql`upper(${occupancy.during})`)})
          order by ${occupancy.unit_id}), '[]')
        from (${found}) as ${occupancy} where (${occupancy.held_until} is null
            or (not ${hasRunOut(value('now'))} and ${occupancy.held_by} <> ${value('user_id')}))
          and ${occupancy.order_id} is distinct from ${value('order_id')}::bigint)`,
      closures: sql<[sub_office_id: number | null, reason: string, from: number, to: number][]>`(
        select coalesce(json_agg(json_build_array(${closures.sub_office_id}, ${closures.reason},
          ${msOf(sql`lower(${closures.during})`)}, ${msOf(sql`upper(${closures.during})`)})), '[]')
        from ${closures} where ${closures.office_id} = ${value('office_id')}
          and ${closures.during} && (select ${value('open')}::tstzrange))`,
    })
    .from(sql`(values (true)) as always`)

/** `date_part` is quicker than `extract`, and exact enough: what takes a unit begins and ends at whole milliseconds. */
const msOf = (moment: SQL): SQL => sql`(date_part('epoch', ${moment}) * 1000)::bigint`
