import type { SpaceRef } from '@keyhour/contract/offices'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { units } from '#server/db/schema/offices.ts'
import { occupancy } from '#server/db/schema/orders.ts'

const ofPlace = ({ office_id, sub_office_id }: SpaceRef) =>
  and(
    eq(units.office_id, office_id),
    sub_office_id === null ? isNull(units.sub_office_id) : eq(units.sub_office_id, sub_office_id),
  )

type Unit = { id: number; number: number; retired_at: string | null }

/** Retired ones too, the lowest number first. */
export function listAllUnits(db: Db, place: SpaceRef): Promise<Unit[]> {
  const { id, number, retired_at } = units
  return db.select({ id, number, retired_at }).from(units).where(ofPlace(place)).orderBy(number)
}

/** Adds units with these numbers, or brings back retired ones. */
export async function bringUnits(db: Db, place: SpaceRef, numbers: number[]): Promise<void> {
  if (numbers.length === 0) return
  await db
    .insert(units)
    .values(numbers.map((number) => ({ ...place, number })))
    .onConflictDoUpdate({
      target: [units.office_id, units.sub_office_id, units.number],
      set: { retired_at: null },
    })
}

export async function retireUnits(db: Db, officeId: number, ids: number[], at: string): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(units)
    .set({ retired_at: at })
    .where(and(eq(units.office_id, officeId), inArray(units.id, ids)))
}

type Taking = {
  unit_id: number
  order_id: number | null
  cause: (typeof occupancy.$inferSelect)['cause']
  from: number
  to: number
}

/** Now and later. */
export async function listTakings(db: Db, officeId: number, unitIds: number[], now: Date): Promise<Taking[]> {
  if (unitIds.length === 0) return []
  const rows = await db
    .select({
      unit_id: occupancy.unit_id,
      order_id: occupancy.order_id,
      cause: occupancy.cause,
      from: sql<string>`lower(${occupancy.during})`,
      to: sql<string>`upper(${occupancy.during})`,
    })
    .from(occupancy)
    .where(
      and(
        eq(occupancy.office_id, officeId),
        inArray(occupancy.unit_id, unitIds),
        ne(occupancy.cause, 'hold'),
        sql`${occupancy.during} && tstzrange(${now.toISOString()}::timestamptz, null)`,
      ),
    )
  return rows.map(({ from, to, ...row }) => ({ ...row, from: Date.parse(from), to: Date.parse(to) }))
}

export async function deleteHoldsOn(db: Db, officeId: number, unitIds: number[]): Promise<void> {
  if (unitIds.length === 0) return
  await db
    .delete(occupancy)
    .where(
      and(
        eq(occupancy.office_id, officeId),
        eq(occupancy.cause, 'hold'),
        inArray(occupancy.unit_id, unitIds),
      ),
    )
}

/** In one statement, since otherwise two orders could meet on one seat in between. */
export async function moveOrders(
  db: Db,
  officeId: number,
  moved: { order_id: number; unit_id: number }[],
): Promise<void> {
  if (moved.length === 0) return
  const ids = moved.map(({ order_id }) => order_id)
  const rows = await db
    .delete(occupancy)
    .where(and(eq(occupancy.office_id, officeId), inArray(occupancy.order_id, ids)))
    .returning({ order_id: occupancy.order_id, during: occupancy.during, cause: occupancy.cause })
  const seats = new Map(moved.map(({ order_id, unit_id }) => [order_id, unit_id]))
  await db
    .insert(occupancy)
    .values(rows.map((row) => ({ ...row, office_id: officeId, unit_id: seats.get(row.order_id!)! })))
}
