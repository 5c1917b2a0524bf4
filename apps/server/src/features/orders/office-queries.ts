import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { closures, offices, subOffices, units } from '#server/db/schema/offices.ts'
import { occupancy } from '#server/db/schema/orders.ts'
import {
  findSpace,
  isInTheWay,
  ofOffice,
  ofSubOffice,
  ratesIn,
  type Space,
} from '#server/features/orders/space-queries.ts'
import type { Span } from '#server/time/opening-hours.ts'

/** What can be rented of an office: its sub-offices, or all of it. */
export async function listSpacesOf(db: Db, officeId: number): Promise<Space[]> {
  const parts = await db
    .select({ ...ofOffice, ...ratesIn(subOffices), ...ofSubOffice })
    .from(subOffices)
    .innerJoin(offices, eq(offices.id, subOffices.office_id))
    .where(and(eq(subOffices.office_id, officeId), isNull(subOffices.deleted_at), isNull(offices.deleted_at)))
    .orderBy(asc(subOffices.name), asc(subOffices.id))
  if (parts.length > 0) return parts
  const whole = await findSpace(db, { office_id: officeId, sub_office_id: null })
  return whole ? [whole] : []
}

const overlaps = (column: typeof occupancy.during | typeof closures.during, { from, to }: Span) =>
  sql`${column} && tstzrange(${new Date(from).toISOString()}::timestamptz, ${new Date(to).toISOString()}::timestamptz)`

/** Every unit of an office, whose it is, and what takes it during this time. */
export async function listUnitsOf(db: Db, officeId: number, span: Span, now: Date) {
  const rows = await db
    .select({
      id: units.id,
      sub_office_id: units.sub_office_id,
      from: sql<string | null>`lower(${occupancy.during})`,
      to: sql<string | null>`upper(${occupancy.during})`,
      cause: occupancy.cause,
    })
    .from(units)
    .leftJoin(
      occupancy,
      and(
        eq(occupancy.office_id, officeId),
        eq(occupancy.unit_id, units.id),
        overlaps(occupancy.during, span),
        isInTheWay({ now }),
      ),
    )
    .where(and(eq(units.office_id, officeId), isNull(units.retired_at)))
  return rows.map(({ id, sub_office_id, from, to, cause }) => ({
    id,
    sub_office_id,
    taken: from && to && cause ? { unit_id: id, from: Date.parse(from), to: Date.parse(to), cause } : null,
  }))
}

/** When an office or one of its spaces is closed during this time, and why. */
export async function listClosuresOf(db: Db, officeId: number, span: Span) {
  const rows = await db
    .select({
      sub_office_id: closures.sub_office_id,
      reason: closures.reason,
      from: sql<string>`lower(${closures.during})`,
      to: sql<string>`upper(${closures.during})`,
    })
    .from(closures)
    .where(and(eq(closures.office_id, officeId), overlaps(closures.during, span)))
  return rows.map(({ from, to, ...closure }) => ({ ...closure, from: Date.parse(from), to: Date.parse(to) }))
}
