import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { calendarLinks, orderCopies } from '#server/db/schema/calendars.ts'
import { orders } from '#server/db/schema/orders.ts'
import type { AccountKey } from '#server/features/calendars/account-key.ts'

/** Those that are not over, also those that may have been written without our noting it. */
const isComing = (now: Date) =>
  or(
    and(
      isNotNull(orderCopies.event_id),
      sql`coalesce(upper(${orderCopies.during}), 'infinity') > ${now.toISOString()}::timestamptz`,
    ),
    and(isNull(orderCopies.event_id), inArray(orderCopies.state, ['due', 'failing'])),
  )

export const listComingCopies = (db: Db, link_id: number, now: Date) =>
  db
    .select({
      order_id: orderCopies.order_id,
      event_id: orderCopies.event_id,
      generation: orderCopies.generation,
    })
    .from(orderCopies)
    .where(and(eq(orderCopies.link_id, link_id), isComing(now)))
    .orderBy(orderCopies.order_id)

/** Also where their orders have not changed. A copy that is being written at this moment stays due. */
export async function writeCopiesAgain(db: Db, linkIds: number[], now: Date): Promise<void> {
  await db
    .update(orderCopies)
    .set({ during: null, state: 'due', failure: null, changed_at: sql`clock_timestamp()` })
    .where(and(inArray(orderCopies.link_id, linkIds), isComing(now)))
}

type Calendar = AccountKey & { calendar_id: string }

/** Which of these orders belong in the calendar, because their space is linked to it, and as which copy. */
export const listWantedCopies = (
  db: Db,
  { office_id, provider, calendar_id }: Calendar,
  orderIds: number[],
) =>
  db
    .select({
      order_id: orders.id,
      sub_office_id: calendarLinks.sub_office_id,
      generation: sql<number>`coalesce(${orderCopies.generation}, 0)`,
    })
    .from(orders)
    .innerJoin(
      calendarLinks,
      and(
        eq(calendarLinks.office_id, orders.office_id),
        eq(calendarLinks.sub_office_id, orders.sub_office_id),
        eq(calendarLinks.provider, provider),
        eq(calendarLinks.calendar_id, calendar_id),
      ),
    )
    .leftJoin(
      orderCopies,
      and(eq(orderCopies.link_id, calendarLinks.id), eq(orderCopies.order_id, orders.id)),
    )
    .where(and(eq(orders.office_id, office_id), inArray(orders.id, orderIds), isNull(orders.cancelled_at)))

/** Something has left the calendar, so what was refused there may be accepted. Answers the links that have such orders. */
export async function retryRefused(
  db: Db,
  { office_id, provider, calendar_id }: Calendar,
): Promise<number[]> {
  const linked = db
    .select({ id: calendarLinks.id })
    .from(calendarLinks)
    .where(
      and(
        eq(calendarLinks.office_id, office_id),
        eq(calendarLinks.provider, provider),
        eq(calendarLinks.calendar_id, calendar_id),
      ),
    )
  const retried = await db
    .update(orderCopies)
    .set({ state: 'due', changed_at: sql`clock_timestamp()` })
    .where(and(inArray(orderCopies.link_id, linked), eq(orderCopies.state, 'refused')))
    .returning({ link_id: orderCopies.link_id })
  return [...new Set(retried.map(({ link_id }) => link_id))]
}
