import type { Closure } from '@keyhour/contract/closures'
import { and, desc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { closures, subOffices } from '#server/db/schema/offices.ts'
import { occupancy } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import { rangeText, spanOf } from '#server/features/availability/occupancy-queries.ts'
import type { Span } from '#server/time/opening-hours.ts'

type Key = { office_id: number; id: number }

const startsAt = sql<string>`lower(${closures.during})`.mapWith(closures.created_at)
const endsAt = sql<string>`upper(${closures.during})`.mapWith(closures.created_at)

/** One closure of an office, or all of them, latest first. */
export function listClosures(db: Db, officeId: number, id?: number): Promise<Closure[]> {
  return db
    .select({
      id: closures.id,
      office_id: closures.office_id,
      sub_office_id: closures.sub_office_id,
      sub_office_name: subOffices.name,
      sub_office_name_he: subOffices.name_he,
      start: startsAt,
      end: endsAt,
      reason: closures.reason,
      created_by_name: users.name,
      created_at: closures.created_at,
    })
    .from(closures)
    .leftJoin(
      subOffices,
      and(eq(subOffices.office_id, closures.office_id), eq(subOffices.id, closures.sub_office_id)),
    )
    .leftJoin(users, eq(users.id, closures.created_by))
    .where(and(eq(closures.office_id, officeId), id === undefined ? undefined : eq(closures.id, id)))
    .orderBy(desc(sql`lower(${closures.during})`), desc(closures.id))
}

export async function findClosure(db: Db, { office_id, id }: Key): Promise<Closure | undefined> {
  const [closure] = await listClosures(db, office_id, id)
  return closure
}

type NewRow = Omit<typeof closures.$inferInsert, 'during'> & { span: Span }

export async function insertClosure(db: Db, { span, ...row }: NewRow): Promise<number> {
  const [made] = await db
    .insert(closures)
    .values({ ...row, during: rangeText(span) })
    .returning({ id: closures.id })
  return made!.id
}

/** False if it was already deleted. */
export async function deleteClosure(db: Db, { office_id, id }: Key): Promise<boolean> {
  await db.delete(occupancy).where(and(eq(occupancy.office_id, office_id), eq(occupancy.closure_id, id)))
  const gone = await db
    .delete(closures)
    .where(and(eq(closures.office_id, office_id), eq(closures.id, id)))
    .returning({ id: closures.id })
  return gone.length > 0
}

/** Other closures that overlap it in space and time. */
export async function listOverlapping(
  db: Db,
  { office_id, id, sub_office_id, start, end }: Closure,
): Promise<{ id: number; sub_office_id: number | null; span: Span }[]> {
  const samePlace =
    sub_office_id === null
      ? undefined
      : or(isNull(closures.sub_office_id), eq(closures.sub_office_id, sub_office_id))
  const rows = await db
    .select({ id: closures.id, sub_office_id: closures.sub_office_id, ...spanOf(closures.during) })
    .from(closures)
    .where(
      and(
        eq(closures.office_id, office_id),
        ne(closures.id, id),
        samePlace,
        sql`${closures.during} && tstzrange(${start}, ${end})`,
      ),
    )
    .orderBy(closures.id)
  return rows.map(({ from, to, ...row }) => ({ ...row, span: { from, to } }))
}

/** Current and future closures of a space or of its whole office; for an office, only those of the whole office. */
export async function listComingClosures(
  db: Db,
  { office_id, sub_office_id }: { office_id: number; sub_office_id: number | null },
  now: Date,
): Promise<{ id: number; span: Span }[]> {
  const rows = await db
    .select({ id: closures.id, from: startsAt, to: endsAt })
    .from(closures)
    .where(
      and(
        eq(closures.office_id, office_id),
        or(
          isNull(closures.sub_office_id),
          sub_office_id === null ? undefined : eq(closures.sub_office_id, sub_office_id),
        ),
        sql`${closures.during} && tstzrange(${now.toISOString()}::timestamptz, null)`,
      ),
    )
    .orderBy(closures.id)
  return rows.map(({ id, from, to }) => ({ id, span: { from: Date.parse(from), to: Date.parse(to) } }))
}
