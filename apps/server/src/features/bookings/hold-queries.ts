import type { SpaceRef } from '@keyhour/contract/offices'
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { officeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { units } from '#server/db/schema/offices.ts'
import { occupancy } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import { waitingEntries } from '#server/db/schema/waiting.ts'
import { statement } from '#server/db/statement.ts'
import { allUnitsOf, hasRunOut, range, rangesText } from '#server/features/availability/occupancy-queries.ts'
import type { Span } from '#server/time/opening-hours.ts'

/** Written out: a plan that lasts can use the indexes of the holds only if it knows the cause. */
const isHold = sql`${occupancy.cause} = 'hold'`

/** The caller has locked the space, and announces the change. */
export async function deleteHoldsDuring(db: Db, place: SpaceRef, span: Span): Promise<void> {
  await db
    .delete(occupancy)
    .where(
      and(
        eq(occupancy.office_id, place.office_id),
        inArray(occupancy.unit_id, db.select({ id: units.id }).from(units).where(allUnitsOf(place))),
        isHold,
        sql`${occupancy.during} && ${range(span)}`,
      ),
    )
}

/** Holds that have expired and the caller's own: none of them blocks the caller, who has locked the space. */
export async function deleteSpentHolds(
  db: Db,
  { office_id, sub_office_id }: SpaceRef,
  { userId, offered, now }: { userId: number | null; offered: Span[]; now: Date },
): Promise<void> {
  await deleteSpent(db, {
    ...{ office_id, sub_office_id, user_id: userId, now: now.toISOString() },
    offered: rangesText(offered),
  })
}

type SpentValues = SpaceRef & { user_id: number | null; offered: string; now: string }

const deleteSpent = statement<SpentValues>()((db, value) =>
  db.delete(occupancy).where(
    and(
      eq(occupancy.office_id, value('office_id')),
      inArray(
        occupancy.unit_id,
        db
          .select({ id: units.id })
          .from(units)
          .where(
            and(
              eq(units.office_id, value('office_id')),
              sql`${units.sub_office_id} is not distinct from ${value('sub_office_id')}::bigint`,
              isNull(units.retired_at),
            ),
          ),
      ),
      isHold,
      sql`((${occupancy.held_by} = ${value('user_id')}::bigint
          and (${occupancy.waiting_id} is null or ${occupancy.during} && ${value('offered')}::tstzmultirange))
        or ${hasRunOut(value('now'))})`,
    ),
  ),
)

/**
 * Ends the waits of a customer who books `stays`, and with them their offers. In the transaction that books: afterwards an
 * offer without a hold could not be told from one that a closure has taken. Entries are locked before their holds.
 */
export async function closeWaits(
  db: Db,
  { office_id, sub_office_id }: SpaceRef,
  { userId, stays, now }: { userId: number; stays: Span[]; now: Date },
): Promise<void> {
  const at = now.toISOString()
  await closeBooked(db, { office_id, sub_office_id, user_id: userId, stays: rangesText(stays), at })
}

type ClosedValues = SpaceRef & { user_id: number; stays: string; at: string }

const closeBooked = statement<ClosedValues>()((db, value) =>
  db
    .update(waitingEntries)
    .set({ state: 'booked', changed_at: sql`${value('at')}::timestamptz` })
    .where(
      and(
        eq(waitingEntries.user_id, value('user_id')),
        eq(waitingEntries.office_id, value('office_id')),
        sql`${waitingEntries.sub_office_id} is not distinct from ${value('sub_office_id')}::bigint`,
        sql`case ${waitingEntries.state}
          when 'offered' then ${waitingEntries.during} && ${value('stays')}::tstzmultirange
          when 'waiting' then ${waitingEntries.during} <@ ${value('stays')}::tstzmultirange
          else false end`,
      ),
    ),
)

/** Serialises simultaneous requests of one customer, so that only one hold remains. */
export async function lockHolder(db: Db, userId: number): Promise<void> {
  await lockUser(db, { user_id: userId })
}

const lockUser = statement<{ user_id: number }>()((db, value) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, value('user_id')))
    .for('no key update'),
)

/** Not what the waiting list has offered them: that is given up on the list. */
export async function deleteHoldsOf(db: Db, userId: number): Promise<void> {
  await endHoldsOf(db, { user_id: userId })
}

/** What the waiting list has offered this user, if it covers the span: until when. */
export async function findOfferDuring(
  db: Db,
  { office_id, sub_office_id }: SpaceRef,
  span: Span,
  holder: { userId: number; now: Date },
): Promise<string | undefined> {
  const [offer] = await db
    .select({ held_until: occupancy.held_until })
    .from(occupancy)
    .innerJoin(units, and(eq(units.office_id, occupancy.office_id), eq(units.id, occupancy.unit_id)))
    .where(
      and(
        isHold,
        eq(occupancy.office_id, office_id),
        eq(occupancy.held_by, holder.userId),
        isNotNull(occupancy.waiting_id),
        sql`not ${hasRunOut(holder.now)}`,
        sql`${units.sub_office_id} is not distinct from ${sub_office_id}::bigint`,
        sql`${occupancy.during} @> ${range(span)}`,
      ),
    )
  return offer?.held_until ?? undefined
}

export async function deleteHoldsUntil(db: Db, now: Date): Promise<void> {
  await endExpiredHolds(db, { now: now.toISOString() })
}

const endHoldsOf = statement<{ user_id: number }>()((db, value) =>
  endHolds(db, sql`${occupancy.held_by} = ${value('user_id')} and ${occupancy.waiting_id} is null`),
)

const endExpiredHolds = statement<{ now: string }>()((db, value) => endHolds(db, hasRunOut(value('now'))))

/** Skips holds that another transaction is just ending, and notifies the watchers of their offices. */
function endHolds(db: Db, which: SQL) {
  const theirs = db
    .select({ office_id: occupancy.office_id, id: occupancy.id })
    .from(occupancy)
    .where(and(isHold, which))
    .for('update', { skipLocked: true })
  const ended = db
    .$with('ended')
    .as(
      db
        .delete(occupancy)
        .where(sql`(${occupancy.office_id}, ${occupancy.id}) in ${theirs}`)
        .returning({ office_id: occupancy.office_id }),
    )
  const touched = db.selectDistinct({ office_id: ended.office_id }).from(ended).as('touched')
  return db
    .with(ended)
    .select({ told: officeChanged(touched.office_id) })
    .from(touched)
}
