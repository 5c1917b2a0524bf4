import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { calendarFeeds, closures, offices, subOffices, units } from '#server/db/schema/offices.ts'
import { occupancy, orders } from '#server/db/schema/orders.ts'
import type { SpaceKey } from '#server/features/admin-offices/office-queries.ts'
import { overlapsSpan, spanOf } from '#server/features/availability/occupancy-queries.ts'
import type { Span } from '#server/time/opening-hours.ts'

const isOf = ({ officeId, subOfficeId }: SpaceKey) =>
  and(eq(calendarFeeds.office_id, officeId), eq(calendarFeeds.sub_office_id, subOfficeId))

export async function findFeed(db: Db, space: SpaceKey) {
  const [feed] = await db.select().from(calendarFeeds).where(isOf(space))
  return feed
}

type Made = { created_at: string; created_by: number }

export async function insertFeed(db: Db, { officeId, subOfficeId }: SpaceKey, made: Made) {
  const [feed] = await db
    .insert(calendarFeeds)
    .values({ office_id: officeId, sub_office_id: subOfficeId, ...made })
    .returning()
  return feed!
}

/** False if there was none. */
export async function deleteFeed(db: Db, space: SpaceKey): Promise<boolean> {
  const gone = await db.delete(calendarFeeds).where(isOf(space)).returning({ id: calendarFeeds.id })
  return gone.length > 0
}

/** Undefined for a deleted office or sub-office, too. */
export async function findFedSpace(db: Db, feedId: number) {
  const [space] = await db
    .select({
      officeId: subOffices.office_id,
      subOfficeId: subOffices.id,
      name: subOffices.name,
      office_name: offices.name,
    })
    .from(calendarFeeds)
    .innerJoin(
      subOffices,
      and(
        eq(subOffices.office_id, calendarFeeds.office_id),
        eq(subOffices.id, calendarFeeds.sub_office_id),
        isNull(subOffices.deleted_at),
      ),
    )
    .innerJoin(offices, and(eq(offices.id, subOffices.office_id), isNull(offices.deleted_at)))
    .where(eq(calendarFeeds.id, feedId))
  return space
}

/** Cleaning times and holds are not shown. */
const SHOWN = ['order', 'closure', 'calendar'] as const

export const listTimes = (db: Db, { officeId, subOfficeId }: SpaceKey, span: Span, most: number) =>
  db
    .select({
      ...spanOf(occupancy.during),
      cause: occupancy.cause,
      unit_id: occupancy.unit_id,
      order_id: occupancy.order_id,
      closure_id: occupancy.closure_id,
      event_id: occupancy.event_id,
      version: orders.version,
      written_at: sql<string | null>`coalesce(${orders.date}, ${closures.created_at})`,
    })
    .from(occupancy)
    .innerJoin(units, and(eq(units.office_id, occupancy.office_id), eq(units.id, occupancy.unit_id)))
    .leftJoin(orders, and(eq(orders.office_id, occupancy.office_id), eq(orders.id, occupancy.order_id)))
    .leftJoin(
      closures,
      and(eq(closures.office_id, occupancy.office_id), eq(closures.id, occupancy.closure_id)),
    )
    .where(
      and(
        eq(occupancy.office_id, officeId),
        eq(units.sub_office_id, subOfficeId),
        inArray(occupancy.cause, [...SHOWN]),
        overlapsSpan(occupancy.during, span),
      ),
    )
    .orderBy(sql`lower(${occupancy.during})`, occupancy.id)
    .limit(most)
