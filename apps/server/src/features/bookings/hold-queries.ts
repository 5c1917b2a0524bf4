import type { SpaceRef } from '@keyhour/contract/offices'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { units } from '#server/db/schema/offices.ts'
import { occupancy } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import { allUnitsOf, hasRunOut, range, unitsOf } from '#server/features/availability/occupancy-queries.ts'
import type { Span } from '#server/time/opening-hours.ts'

export const deleteHoldsDuring = (db: Db, place: SpaceRef, span: Span): Promise<void> =>
  deleteHoldsOn(db, place.office_id, allUnitsOf(place), sql`${occupancy.during} && ${range(span)}`)

/** Holds that have expired and the caller's own: none of them blocks the caller. */
export const deleteSpentHolds = (db: Db, place: SpaceRef, userId: number, now: Date): Promise<void> =>
  deleteHoldsOn(
    db,
    place.office_id,
    unitsOf(place),
    sql`(${occupancy.held_by} = ${userId} or ${hasRunOut(now)})`,
  )

/** The caller has locked the space, and announces the change. */
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

/** Serialises simultaneous requests of one customer, so that only one hold remains. */
export async function lockHolder(db: Db, userId: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

export async function deleteHoldsOf(db: Db, userId: number): Promise<void> {
  await endHolds(db, eq(occupancy.held_by, userId))
}

export async function deleteHoldsUntil(db: Db, now: Date): Promise<void> {
  await endHolds(db, hasRunOut(now))
}

/** Skips holds that another transaction is just ending. */
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
