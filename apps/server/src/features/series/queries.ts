import type { Repeat, SeriesOrder } from '@keyhour/contract/series'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { creditLedger, creditLots, inSpendingOrder } from '#server/db/schema/credits.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { occupancy, orders, series } from '#server/db/schema/orders.ts'
import { profiles, users } from '#server/db/schema/users.ts'
import { runText, statement } from '#server/db/statement.ts'
import { hasRunOut, rangeText, type Viewer } from '#server/features/availability/occupancy-queries.ts'
import type { TakenUnit } from '#server/features/availability/rules.ts'
import { theSubOffice } from '#server/features/orders/details-queries.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'
import type { Span } from '#server/time/opening-hours.ts'

/** Numbers for a series and its orders, so that everything can be sent in one go. */
export async function nextNumbers(db: Db, dates: number): Promise<{ series_id: number; ids: number[] }> {
  const [[next], rows] = await Promise.all([
    runText<{ id: string }>(db, 'select nextval($1) as id', ['series_id_seq']),
    runText<{ id: string }>(db, 'select nextval($1) as id from generate_series(1, $2)', [
      'orders_id_seq',
      dates,
    ]),
  ])
  return { series_id: Number(next!.id), ids: rows.map(({ id }) => Number(id)) }
}

type NewSeriesRow = { office_id: number; id: number; user_id: number; repeat: string; created_at: string }

export async function insertSeries(
  db: Db,
  { repeat, ...row }: Omit<NewSeriesRow, 'repeat'> & { repeat: Repeat },
): Promise<void> {
  await addSeries(db, { ...row, repeat: JSON.stringify(repeat) })
}

const addSeries = statement<NewSeriesRow>()((db, value) =>
  db
    .insert(series)
    .overridingSystemValue()
    .values({
      office_id: value('office_id'),
      id: value('id'),
      user_id: value('user_id'),
      repeat: sql`${value('repeat')}::jsonb`,
      created_at: value('created_at'),
    }),
)

type Looking = Viewer & { office_id: number; units: number[]; spans: Span[]; without?: number[] | undefined }

/** What takes these units during any of the spans. One statement, however many there are. */
export async function listTakenDuring(
  db: Db,
  { office_id, units, spans, now, userId = 0, without = [] }: Looking,
): Promise<TakenUnit[]> {
  if (spans.length === 0 || units.length === 0) return []
  const asked = sql`unnest(${sql.param(spans.map(rangeText))}::tstzrange[]) as asked (span)`
  const rows = await db
    .select({
      unit_id: occupancy.unit_id,
      cause: occupancy.cause,
      from: sql<number>`lower(${occupancy.during})`.mapWith(Date.parse),
      to: sql<number>`upper(${occupancy.during})`.mapWith(Date.parse),
    })
    .from(occupancy)
    .innerJoin(asked, sql`${occupancy.during} && asked.span`)
    .where(
      and(
        eq(occupancy.office_id, office_id),
        inArray(occupancy.unit_id, units),
        sql`(${occupancy.held_until} is null or (not ${hasRunOut(now)} and ${occupancy.held_by} <> ${userId}))`,
        sql`(${occupancy.order_id} is null or not ${occupancy.order_id} = any(${sql.param(without)}::bigint[]))`,
      ),
    )
  return rows
}

/** Who would owe. Unlike `keepCustomer`, locks nothing. */
export async function findDebtor(db: Db, userId: number) {
  const [customer] = await db
    .select({
      created_at: users.created_at,
      has_card: sql<boolean>`exists (select from ${profiles}
        where ${profiles.user_id} = ${users.id} and ${profiles.has_card})`,
    })
    .from(users)
    .where(eq(users.id, userId))
  return customer
}

export type SeriesKey = { office_id: number; series_id: number }

const ofSeries = ({ office_id, series_id }: SeriesKey) =>
  and(eq(orders.office_id, office_id), eq(orders.series_id, series_id))

export async function findSeries(db: Db, { office_id, series_id }: SeriesKey) {
  const [found] = await db
    .select({
      id: series.id,
      repeat: series.repeat,
      time_zone: offices.time_zone,
    })
    .from(series)
    .innerJoin(offices, eq(offices.id, series.office_id))
    .where(and(eq(series.office_id, office_id), eq(series.id, series_id)))
  return found
}

/** The first to start first. Without tax. */
export async function listSeriesOrders(
  db: Db,
  key: SeriesKey,
): Promise<(Omit<SeriesOrder, 'due'> & Pick<OrderRow, 'total_price' | 'tax_percent' | 'currency'>)[]> {
  const rows = await db
    .select({
      id: orders.id,
      start: orders.start,
      end: orders.end,
      checked_in_at: orders.checked_in_at,
      checked_out_at: orders.checked_out_at,
      cancelled_at: orders.cancelled_at,
      total_price: orders.total_price,
      tax_percent: orders.tax_percent,
      currency: orders.currency,
      SubOffice: { id: subOffices.id, name: subOffices.name, name_he: subOffices.name_he },
    })
    .from(orders)
    .leftJoin(subOffices, theSubOffice)
    .where(ofSeries(key))
    .orderBy(asc(orders.start), asc(orders.id))
  return rows
}

export const listRowsOf = (db: Db, key: SeriesKey): Promise<OrderRow[]> =>
  db.select().from(orders).where(ofSeries(key)).orderBy(asc(orders.start), asc(orders.id)).execute()

/** By id, so that two changes of a series wait for each other instead of blocking each other. */
export const lockRowsOf = (db: Db, key: SeriesKey): Promise<OrderRow[]> =>
  db.select().from(orders).where(ofSeries(key)).orderBy(asc(orders.id)).for('update').execute()

type OrderKeys = { office_id: number; ids: number[] }

/** The lots that paid for them, in the order in which bookings lock lots. Refunds lock them again, one order at a time. */
export async function lockLotsOfAll(db: Db, { office_id, ids }: OrderKeys): Promise<void> {
  const lots = db
    .select({ id: creditLedger.lot_id })
    .from(creditLedger)
    .where(and(eq(creditLedger.office_id, office_id), inArray(creditLedger.order_id, ids)))
  await db
    .select({ id: creditLots.id })
    .from(creditLots)
    .where(inArray(creditLots.id, lots))
    .orderBy(...inSpendingOrder)
    .for('update')
}

/** The unit and time of each order, without the cleaning after it. */
export const listOccupancyOf = (db: Db, { office_id, ids }: OrderKeys) =>
  db
    .select({
      order_id: occupancy.order_id,
      unit_id: occupancy.unit_id,
      from: sql<number>`lower(${occupancy.during})`.mapWith(Date.parse),
      to: sql<number>`upper(${occupancy.during})`.mapWith(Date.parse),
    })
    .from(occupancy)
    .where(
      and(eq(occupancy.office_id, office_id), inArray(occupancy.order_id, ids), eq(occupancy.cause, 'order')),
    )
    .execute()

/** Orders that have not begun have only their own time and the cleaning after it. */
export async function freeOrders(db: Db, { office_id, ids }: OrderKeys): Promise<void> {
  await db.delete(occupancy).where(and(eq(occupancy.office_id, office_id), inArray(occupancy.order_id, ids)))
}
