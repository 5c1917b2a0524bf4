import {
  CONFLICT_PAGE,
  CONFLICTS_COUNTED,
  type Conflict,
  type ConflictFilter,
} from '@keyhour/contract/conflicts'
import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { calendarConflicts, calendarLinks } from '#server/db/schema/calendars.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { orders, paid } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'

const customerName = sql<string>`(select name from users where users.id = ${orders.user_id})`

const shown = {
  id: calendarConflicts.id,
  kind: calendarConflicts.kind,
  provider: calendarConflicts.provider,
  calendar_name: calendarLinks.calendar_name,
  event_title: calendarConflicts.event_title,
  event_start: sql<string | null>`lower(${calendarConflicts.event_during})`.mapWith(
    calendarConflicts.found_at,
  ),
  event_end: sql<string | null>`upper(${calendarConflicts.event_during})`.mapWith(calendarConflicts.found_at),
  order_id: orders.id,
  order_start: orders.start,
  order_end: orders.end,
  is_cancelled: sql<boolean>`${orders.cancelled_at} is not null`,
  customer_name: customerName,
  paid: sql<number>`${paid}`.mapWith(Number),
  currency: orders.currency,
  office_name: offices.name,
  office_name_he: offices.name_he,
  name: subOffices.name,
  name_he: subOffices.name_he,
  time_zone: offices.time_zone,
  found_at: calendarConflicts.found_at,
  answer: calendarConflicts.answer,
  answered_at: calendarConflicts.answered_at,
  answered_by_name: users.name,
}

const select = (db: Db) =>
  db
    .select(shown)
    .from(calendarConflicts)
    .innerJoin(
      orders,
      and(eq(orders.office_id, calendarConflicts.office_id), eq(orders.id, calendarConflicts.order_id)),
    )
    .innerJoin(offices, eq(offices.id, calendarConflicts.office_id))
    .innerJoin(
      subOffices,
      and(
        eq(subOffices.office_id, calendarConflicts.office_id),
        eq(subOffices.id, calendarConflicts.sub_office_id),
      ),
    )
    .leftJoin(calendarLinks, eq(calendarLinks.id, calendarConflicts.link_id))
    .leftJoin(users, eq(users.id, calendarConflicts.answered_by))

const isOpen = isNull(calendarConflicts.answer)

/** The moment and number of another conflict, to go on after it. */
const placeOf = (column: 'found_at' | 'answered_at', id: number): SQL =>
  sql`(select ${sql.identifier(column)}, id from calendar_conflicts where id = ${id})`

export const listConflicts = (db: Db, { state, after }: ConflictFilter): Promise<Conflict[]> =>
  state === 'open'
    ? select(db)
        .where(
          and(
            isOpen,
            after === undefined
              ? undefined
              : sql`(${calendarConflicts.found_at}, ${calendarConflicts.id}) > ${placeOf('found_at', after)}`,
          ),
        )
        .orderBy(asc(calendarConflicts.found_at), asc(calendarConflicts.id))
        .limit(CONFLICT_PAGE)
    : select(db)
        .where(
          and(
            isNotNull(calendarConflicts.answer),
            after === undefined
              ? undefined
              : sql`(${calendarConflicts.answered_at}, ${calendarConflicts.id}) < ${placeOf('answered_at', after)}`,
          ),
        )
        .orderBy(desc(calendarConflicts.answered_at), desc(calendarConflicts.id))
        .limit(CONFLICT_PAGE)

/** Up to `CONFLICTS_COUNTED`. */
export async function countOpenConflicts(db: Db): Promise<number> {
  const some = db
    .select({ id: calendarConflicts.id })
    .from(calendarConflicts)
    .where(isOpen)
    .limit(CONFLICTS_COUNTED)
  const [counted] = await db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(some.as('some'))
  return counted!.count
}

export async function findConflict(db: Db, id: number): Promise<Conflict | undefined> {
  const [conflict] = await select(db).where(eq(calendarConflicts.id, id))
  return conflict
}

/** False if it has an answer already. */
export async function answerConflict(
  db: Db,
  id: number,
  answer: 'ours' | 'theirs',
  by: { id: number; at: string },
): Promise<boolean> {
  const answered = await db
    .update(calendarConflicts)
    .set({ answer, answered_at: by.at, answered_by: by.id })
    .where(and(eq(calendarConflicts.id, id), isOpen))
    .returning({ id: calendarConflicts.id })
  return answered.length > 0
}
