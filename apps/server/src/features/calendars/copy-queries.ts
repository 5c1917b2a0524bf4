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

/** Which of these orders belong in the calendar, because their space is linked to it. */
export async function listOrdersOf(
  db: Db,
  { office_id, provider, calendar_id }: Calendar,
  orderIds: number[],
): Promise<Set<number>> {
  const rows = await db
    .select({ id: orders.id })
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
    .where(and(eq(orders.office_id, office_id), inArray(orders.id, orderIds), isNull(orders.cancelled_at)))
  return new Set(rows.map(({ id }) => id))
}
