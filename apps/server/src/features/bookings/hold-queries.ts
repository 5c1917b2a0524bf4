import type { SpaceRef } from '@keyhour/contract/offices'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { units } from '#server/db/schema/offices.ts'
import { occupancy } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import { allUnitsOf, hasRunOut, range, unitsOf } from '#server/features/availability/occupancy-queries.ts'
import type { Span } from '#server/time/opening-hours.ts'

/** Whoever was still making up their mind gives way. */
export const deleteHoldsDuring = (db: Db, place: SpaceRef, span: Span): Promise<void> =>
  deleteHoldsOn(db, place.office_id, allUnitsOf(place), sql`${occupancy.during} && ${range(span)}`)

/** Holds that have run out, and all of the caller's own: they stand in nobody's way. */
export const deleteSpentHolds = (db: Db, place: SpaceRef, userId: number, now: Date): Promise<void> =>
  deleteHoldsOn(
    db,
    place.office_id,
    unitsOf(place),
    sql`(${occupancy.held_by} = ${userId} or ${hasRunOut(now)})`,
  )

/** For whoever has locked the place, and tells of its change. */
async function deleteHoldsOn(db: Db, officeId: number, which: SQL | undefined, holds: SQL): Promise<void> {
  const there = db.select({ id: units.id }).from(units).where(which)
  await db
    .delete(occupancy)
    .where(
      and(
        eq(occupancy.office_id, officeId),
        inArray(occupancy.unit_id, there),
        eq(occupancy.cause, 'hold'),
        holds,
      ),
    )
}

/** Whoever asks twice at once still holds one stay. */
export async function lockHolder(db: Db, userId: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

export async function deleteHoldsOf(db: Db, userId: number): Promise<void> {
  await endHolds(db, eq(occupancy.held_by, userId))
}

export async function deleteHoldsUntil(db: Db, now: Date): Promise<void> {
  await endHolds(db, hasRunOut(now))
}

/** What somebody else is just ending is left to them. */
async function endHolds(db: Db, which: SQL): Promise<void> {
  const theirs = db
    .select({ office_id: occupancy.office_id, id: occupancy.id })
    .from(occupancy)
    .where(and(eq(occupancy.cause, 'hold'), which))
    .for('update', { skipLocked: true })
  const ended = await db
    .delete(occupancy)
    .where(sql`(${occupancy.office_id}, ${occupancy.id}) in ${theirs}`)
    .returning({ office_id: occupancy.office_id })
  for (const officeId of new Set(ended.map(({ office_id }) => office_id)))
    await tellOfficeChanged(db, officeId)
}
