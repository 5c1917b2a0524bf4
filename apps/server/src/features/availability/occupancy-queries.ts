import type { SpaceRef } from '@keyhour/contract/offices'
import { OFFER_MINUTES } from '@keyhour/contract/waiting-list'
import { and, eq, inArray, isNull, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { closures, units } from '#server/db/schema/offices.ts'
import { occupancy } from '#server/db/schema/orders.ts'
import type { waitingEntries } from '#server/db/schema/waiting.ts'
import { runText, statement } from '#server/db/statement.ts'
import { together } from '#server/db/together.ts'
import type { TakenUnit } from '#server/features/availability/rules.ts'
import { MINUTE, type Span } from '#server/time/opening-hours.ts'

type RangeColumn = typeof occupancy.during | typeof closures.during | typeof waitingEntries.during

export const range = ({ from, to }: Span): SQL =>
  sql`tstzrange(${new Date(from).toISOString()}::timestamptz, ${new Date(to).toISOString()}::timestamptz)`

export const rangeText = ({ from, to }: Span): string =>
  `[${new Date(from).toISOString()},${new Date(to).toISOString()})`

export const rangesText = (spans: Span[]): string => `{${spans.map(rangeText).join()}}`

export const overlapsSpan = (column: RangeColumn, span: Span): SQL => sql`${column} && ${range(span)}`

export const spanOf = (column: RangeColumn) => ({
  from: sql<number>`lower(${column})`.mapWith(Date.parse),
  to: sql<number>`upper(${column})`.mapWith(Date.parse),
})

const takenUnit = { unit_id: occupancy.unit_id, cause: occupancy.cause, ...spanOf(occupancy.during) }

const unitsOf = ({ office_id, sub_office_id }: SpaceRef): SQL | undefined =>
  and(
    eq(units.office_id, office_id),
    sub_office_id === null ? isNull(units.sub_office_id) : eq(units.sub_office_id, sub_office_id),
    isNull(units.retired_at),
  )

/** For an office: the units of all its spaces, too. */
export const allUnitsOf = ({ office_id, sub_office_id }: SpaceRef): SQL | undefined =>
  and(
    eq(units.office_id, office_id),
    sub_office_id === null ? undefined : eq(units.sub_office_id, sub_office_id),
    isNull(units.retired_at),
  )

export const countUnits = (db: Db, space: SpaceRef): Promise<number> => db.$count(units, unitsOf(space))

export async function listUnits(db: Db, space: SpaceRef): Promise<number[]> {
  const rows = await db.select({ id: units.id }).from(units).where(unitsOf(space)).orderBy(units.number)
  return rows.map(({ id }) => id)
}

/** A unit that is free for the whole span: `kept` if possible, otherwise the one with the lowest number. */
export async function findFreeUnit(
  db: Db,
  space: SpaceRef,
  span: Span,
  kept: number | undefined,
): Promise<number | undefined> {
  const { office_id, sub_office_id } = space
  const [free] = await readFreeUnit(db, {
    office_id,
    sub_office_id,
    kept: kept ?? 0,
    during: rangeText(span),
  })
  return free?.id
}

const readFreeUnit = statement<SpaceRef & { kept: number; during: string }>()((db, value) =>
  db
    .select({ id: units.id })
    .from(units)
    .where(
      and(
        eq(units.office_id, value('office_id')),
        sql`${units.sub_office_id} is not distinct from ${value('sub_office_id')}::bigint`,
        isNull(units.retired_at),
        sql`not exists (select from ${occupancy} where ${occupancy.office_id} = ${units.office_id}
          and ${occupancy.unit_id} = ${units.id} and ${occupancy.during} && ${value('during')}::tstzrange)`,
      ),
    )
    .orderBy(sql`${units.id} <> ${value('kept')}::bigint`, units.number)
    .limit(1),
)

/** The viewer's own hold, and the order they want to move, do not block them. */
export type Viewer = { now: Date; userId?: number | undefined; orderId?: number | undefined }

/**
 * When the units of a space are taken. A new stay needs cleaning before the next one begins, so each span starts earlier
 * by the cleaning time.
 */
export async function listTaken(
  db: Db,
  space: SpaceRef & { cleaning_buffer_minutes: number },
  { from, to }: Span,
  { now, userId, orderId = 0 }: Viewer,
): Promise<TakenUnit[]> {
  const cleaning_ms = space.cleaning_buffer_minutes * MINUTE
  const rows = await db
    .select(takenUnit)
    .from(occupancy)
    .innerJoin(units, and(eq(units.office_id, occupancy.office_id), eq(units.id, occupancy.unit_id)))
    .where(
      and(
        unitsOf(space),
        overlapsSpan(occupancy.during, { from, to: to + cleaning_ms }),
        isInTheWay({ now, userId }),
        sql`${occupancy.order_id} is distinct from ${orderId}`,
      ),
    )
  return rows.map((row) => ({ ...row, from: row.from - cleaning_ms }))
}

export const isInTheWay = ({ now, userId = 0 }: Viewer): SQL =>
  sql`(${occupancy.held_until} is null
    or (not ${hasRunOut(now)} and ${occupancy.held_by} <> ${userId}))`

/**
 * A hold lasts a few minutes. One with much longer to go was made before the clock was set back, and would otherwise last
 * for days. Twice the time is allowed because the clocks of two servers differ a little.
 */
export function hasRunOut(now: Date | Placeholder): SQL {
  const at = now instanceof Date ? now.toISOString() : now
  return sql`(${occupancy.held_until} <= ${at}::timestamptz
    or ${occupancy.held_until} > ${at}::timestamptz + ${2 * OFFER_MINUTES} * interval '1 minute')`
}

type Use = {
  office_id: number
  unit_id: number
  order_id?: number
  held_by?: number
  held_until?: string
  waiting_id?: number
}

type TakenSpan = { cause: 'order' | 'buffer' | 'hold'; span: Span }

/** Fails on the exclusion constraint `occupancy_no_overlap` if the unit is already taken. */
export async function insertOccupancy(db: Db, use: Use, spans: TakenSpan[]): Promise<void> {
  const { office_id, unit_id, order_id, held_by, held_until, waiting_id } = use
  const insertSpan = ({ cause, span }: TakenSpan) =>
    runText(
      db,
      `insert into occupancy (office_id, unit_id, order_id, held_by, held_until, waiting_id, cause, during)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [office_id, unit_id, order_id, held_by, held_until, waiting_id, cause, rangeText(span)],
    )
  await together(...spans.map(insertSpan))
}

/** Empty when there is nothing to clean. */
export const cleaningFrom = (from: number, minutes: number): TakenSpan[] =>
  minutes === 0 ? [] : [{ cause: 'buffer', span: { from, to: from + minutes * MINUTE } }]

type OrderKey = { office_id: number; id: number }

const ofOrder = ({ office_id, id }: OrderKey) =>
  and(eq(occupancy.office_id, office_id), eq(occupancy.order_id, id))

/** Frees the unit of an order. The cleaning of units that it used before stays. */
export async function freeOrder(db: Db, order: OrderKey): Promise<void> {
  const taken = db
    .select({ id: occupancy.unit_id })
    .from(occupancy)
    .where(and(ofOrder(order), eq(occupancy.cause, 'order')))
  await db.delete(occupancy).where(and(ofOrder(order), inArray(occupancy.unit_id, taken)))
}

/** Frees the time of an order, but not the cleaning after it. */
export async function freeTimeOf(db: Db, order: OrderKey): Promise<void> {
  await db.delete(occupancy).where(and(ofOrder(order), eq(occupancy.cause, 'order')))
}

export async function freeCleaningOf(db: Db, order: OrderKey, unitId: number): Promise<void> {
  await db
    .delete(occupancy)
    .where(and(ofOrder(order), eq(occupancy.cause, 'buffer'), eq(occupancy.unit_id, unitId)))
}

/** The unit and time of an order, without the cleaning after it. */
export async function findOccupancy(db: Db, order: OrderKey): Promise<TakenUnit | undefined> {
  const [taken] = await db
    .select(takenUnit)
    .from(occupancy)
    .where(and(ofOrder(order), eq(occupancy.cause, 'order')))
  return taken
}

/** How many whole minutes a unit stays free from a moment on; `Infinity` when nothing follows. */
export async function minutesUntilTaken(
  db: Db,
  officeId: number,
  unitId: number,
  from: Date,
): Promise<number> {
  const [next] = await db
    .select({ at: sql<number | null>`min(lower(${occupancy.during}))`.mapWith(Date.parse) })
    .from(occupancy)
    .where(
      and(
        eq(occupancy.office_id, officeId),
        eq(occupancy.unit_id, unitId),
        sql`${occupancy.during} && tstzrange(${from.toISOString()}::timestamptz, null)`,
      ),
    )
  if (!next?.at) return Number.POSITIVE_INFINITY
  return Math.max(0, Math.floor((next.at - from.getTime()) / MINUTE))
}

/** Closures of the space, or of its whole office, that overlap the span. */
const closedDuring = ({ office_id, sub_office_id }: SpaceRef, span: Span) =>
  and(
    eq(closures.office_id, office_id),
    sub_office_id === null
      ? isNull(closures.sub_office_id)
      : sql`(${closures.sub_office_id} is null or ${closures.sub_office_id} = ${sub_office_id})`,
    overlapsSpan(closures.during, span),
  )

export const listClosuresDuring = (db: Db, space: SpaceRef, span: Span) =>
  db
    .select({ id: closures.id, ...spanOf(closures.during) })
    .from(closures)
    .where(closedDuring(space, span))
    .orderBy(closures.id)
    .execute()

type Reopened = { office_id: number; unit_id: number; order_id: number; span: Span; closedBy: Date }

/**
 * Undoes `giveBack` for one unit of an order. Closures made since then keep their time, and so do outside events that
 * were not in conflict with the order.
 */
export async function openAgain(
  db: Db,
  { office_id, unit_id, order_id, span, closedBy }: Reopened,
): Promise<void> {
  const earlier = db
    .select({ id: closures.id })
    .from(closures)
    .where(and(eq(closures.office_id, office_id), lte(closures.created_at, closedBy.toISOString())))
  await db.delete(occupancy).where(
    and(
      eq(occupancy.office_id, office_id),
      eq(occupancy.unit_id, unit_id),
      overlapsSpan(occupancy.during, span),
      or(
        inArray(occupancy.closure_id, earlier),
        sql`(${occupancy.provider}, ${occupancy.event_id}) in (
            select provider, event_id from calendar_conflicts
            where office_id = ${office_id} and order_id = ${order_id} and kind = 'overlap')`,
      ),
    ),
  )
}

/** Gives a closure every part of the span, on every unit, that is still free. */
export async function takeRest(db: Db, space: SpaceRef, span: Span, closureId: number): Promise<void> {
  await db.execute(sql`
    insert into ${occupancy} (office_id, unit_id, during, cause, closure_id)
    select ${units.office_id}, ${units.id}, part, 'closure', ${closureId}::bigint
    from ${units} cross join lateral unnest(tstzmultirange(${range(span)}) - coalesce((
      select range_agg(${occupancy.during}) from ${occupancy} where ${occupancy.office_id} = ${units.office_id}
        and ${occupancy.unit_id} = ${units.id} and ${occupancy.during} && ${range(span)}), '{}')) part
    where ${allUnitsOf(space)}`)
}
