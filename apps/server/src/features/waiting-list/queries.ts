import type { SpaceRef } from '@keyhour/contract/offices'
import type { WaitingState } from '@keyhour/contract/waiting-list'
import { and, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices, units } from '#server/db/schema/offices.ts'
import { occupancy, orders } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import { waitingEntries, waitingOpenings } from '#server/db/schema/waiting.ts'
import { isInTheWay, rangeText, spanOf } from '#server/features/availability/occupancy-queries.ts'
import { isOpenOffice } from '#server/features/availability/space-queries.ts'
import type { Span } from '#server/time/opening-hours.ts'

const isOpen = inArray(waitingEntries.state, ['waiting', 'offered'])

const inSpace = ({ office_id, sub_office_id }: SpaceRef) =>
  and(
    eq(waitingEntries.office_id, office_id),
    sql`${waitingEntries.sub_office_id} is not distinct from ${sub_office_id}::bigint`,
  )

/** A unit of the space on which the whole stay fits, with the cleaning after it. */
const hasFreeUnit = (
  cleaningMinutes: SQL | number,
  viewer: { now: Date; userId?: number },
): SQL => sql`exists (
  select from ${units} where ${units.office_id} = ${waitingEntries.office_id}
    and ${units.sub_office_id} is not distinct from ${waitingEntries.sub_office_id}
    and ${units.retired_at} is null and not exists (
      select from ${occupancy} where ${occupancy.office_id} = ${units.office_id}
        and ${occupancy.unit_id} = ${units.id}
        and ${occupancy.during} && tstzrange(lower(${waitingEntries.during}),
          upper(${waitingEntries.during}) + ${cleaningMinutes} * interval '1 minute')
        and ${isInTheWay(viewer)}))`

/** An order of this person in this space, during the stay or for all of it. */
const hasOwnOrder = (operator: '&&' | '@>'): SQL => sql`exists (
  select from ${occupancy}
  join ${units} on ${units.office_id} = ${occupancy.office_id} and ${units.id} = ${occupancy.unit_id}
  join ${orders} on ${orders.office_id} = ${occupancy.office_id} and ${orders.id} = ${occupancy.order_id}
  where ${occupancy.office_id} = ${waitingEntries.office_id} and ${occupancy.cause} = 'order'
    and ${units.sub_office_id} is not distinct from ${waitingEntries.sub_office_id}
    and ${orders.user_id} = ${waitingEntries.user_id}
    and ${occupancy.during} ${sql.raw(operator)} ${waitingEntries.during})`

const isHeld: SQL = sql`exists (select from ${occupancy} where ${occupancy.office_id} = ${waitingEntries.office_id}
  and ${occupancy.waiting_id} = ${waitingEntries.id})`

/** How many others came before for any part of the same time. */
const placeInLine = sql<number>`(select count(*) + 1 from waiting_entries earlier
  where earlier.office_id = ${waitingEntries.office_id} and earlier.during && ${waitingEntries.during}
    and earlier.state in ('waiting', 'offered') and earlier.id < ${waitingEntries.id}
    and earlier.user_id <> ${waitingEntries.user_id}
    and earlier.sub_office_id is not distinct from ${waitingEntries.sub_office_id})`.mapWith(Number)

const LAPSED_SHOWN_MS = 24 * 3_600_000

/** What the person waits for, is offered, or was offered in the last day and can still book. */
export async function listWaitsOf(db: Db, userId: number, now: Date, entryId?: number) {
  const since = new Date(now.getTime() - LAPSED_SHOWN_MS).toISOString()
  const rows = await db
    .select({
      id: waitingEntries.id,
      office_id: waitingEntries.office_id,
      sub_office_id: waitingEntries.sub_office_id,
      office_name: offices.name,
      office_name_he: offices.name_he,
      name: sql<string>`coalesce(${subOffices.name}, ${offices.name})`,
      name_he: sql<
        string | null
      >`case when ${subOffices.id} is null then ${offices.name_he} else ${subOffices.name_he} end`,
      time_zone: offices.time_zone,
      rent_type: sql<'hour' | 'day'>`coalesce(${subOffices.rent_type}, ${offices.rent_type})`,
      times: waitingEntries.times,
      state: sql<WaitingState>`${waitingEntries.state}`,
      offered_until: waitingEntries.offered_until,
      place: placeInLine,
      ...spanOf(waitingEntries.during),
    })
    .from(waitingEntries)
    .innerJoin(offices, eq(offices.id, waitingEntries.office_id))
    .leftJoin(
      subOffices,
      and(
        eq(subOffices.office_id, waitingEntries.office_id),
        eq(subOffices.id, waitingEntries.sub_office_id),
      ),
    )
    .where(
      and(
        eq(waitingEntries.user_id, userId),
        entryId === undefined ? undefined : eq(waitingEntries.id, entryId),
        gt(waitingEntries.until, now.toISOString()),
        sql`case ${waitingEntries.state}
          when 'waiting' then not ${hasOwnOrder('@>')}
          when 'offered' then ${isHeld}
          when 'lapsed' then ${waitingEntries.changed_at} > ${since}::timestamptz and not ${hasOwnOrder('&&')}
          else false end`,
      ),
    )
    .orderBy(
      sql`array_position(array['offered', 'waiting', 'lapsed'], ${waitingEntries.state})`,
      sql`lower(${waitingEntries.during})`,
      waitingEntries.id,
    )
  return rows
}

export type ListedWait = Awaited<ReturnType<typeof listWaitsOf>>[number]

export const countOpenWaits = (db: Db, userId: number): Promise<number> =>
  db.$count(waitingEntries, and(eq(waitingEntries.user_id, userId), isOpen))

export async function findOpenWait(
  db: Db,
  userId: number,
  space: SpaceRef,
  span: Span,
): Promise<number | undefined> {
  const [known] = await db
    .select({ id: waitingEntries.id })
    .from(waitingEntries)
    .where(
      and(
        eq(waitingEntries.user_id, userId),
        inSpace(space),
        isOpen,
        sql`${waitingEntries.during} = ${rangeText(span)}::tstzrange`,
      ),
    )
  return known?.id
}

/** Somebody who waits again is no longer shown what they missed. */
export async function forgetLapsed(db: Db, userId: number, space: SpaceRef, span: Span): Promise<void> {
  await db
    .update(waitingEntries)
    .set({ state: 'left' })
    .where(
      and(
        eq(waitingEntries.user_id, userId),
        inSpace(space),
        eq(waitingEntries.state, 'lapsed'),
        sql`${waitingEntries.during} = ${rangeText(span)}::tstzrange`,
      ),
    )
}

type NewWait = Omit<typeof waitingEntries.$inferInsert, 'during'> & { span: Span }

/** With whether the stay is free for this person, or theirs already. */
export async function insertWait(db: Db, { span, ...entry }: NewWait, now: Date) {
  const at = now.toISOString()
  const [made] = await db
    .insert(waitingEntries)
    .values({ ...entry, during: rangeText(span), joined_at: at, changed_at: at })
    .returning({ id: waitingEntries.id })
  const [found] = await db
    .select({
      id: waitingEntries.id,
      isFree: hasFreeUnit(sql`${offices.cleaning_buffer_minutes}`, { now, userId: entry.user_id }).mapWith(
        Boolean,
      ),
      isBooked: hasOwnOrder('@>').mapWith(Boolean),
    })
    .from(waitingEntries)
    .innerJoin(offices, eq(offices.id, waitingEntries.office_id))
    .where(and(eq(waitingEntries.office_id, entry.office_id), eq(waitingEntries.id, made!.id)))
  return found!
}

type EntryKey = { office_id: number; id: number }

export async function findWaitOf(db: Db, userId: number, id: number): Promise<EntryKey | undefined> {
  const [entry] = await db
    .select({ office_id: waitingEntries.office_id, id: waitingEntries.id })
    .from(waitingEntries)
    .where(and(eq(waitingEntries.user_id, userId), eq(waitingEntries.id, id)))
  return entry
}

/** Ends one wait of a person, or all of them, and returns the offices in which that gave up a hold. */
export async function endWaits(
  db: Db,
  { user_id, id, now }: { user_id: number; id?: number; now: Date },
): Promise<number[]> {
  const ended = await db
    .update(waitingEntries)
    .set({ state: 'left', changed_at: now.toISOString() })
    .where(
      and(
        eq(waitingEntries.user_id, user_id),
        id === undefined ? undefined : eq(waitingEntries.id, id),
        inArray(waitingEntries.state, ['waiting', 'offered', 'lapsed']),
      ),
    )
    .returning({ office_id: waitingEntries.office_id, id: waitingEntries.id })
  return deleteOffersTo(db, ended)
}

/** The entries are locked first, their holds second, as everywhere. */
async function deleteOffersTo(db: Db, entries: EntryKey[]): Promise<number[]> {
  if (entries.length === 0) return []
  const offered = entries.map(({ office_id, id }) => sql`(${office_id}::bigint, ${id}::bigint)`)
  const gone = await db
    .delete(occupancy)
    .where(sql`(${occupancy.office_id}, ${occupancy.waiting_id}) in (${sql.join(offered, sql`, `)})`)
    .returning({ office_id: occupancy.office_id })
  return [...new Set(gone.map(({ office_id }) => office_id))]
}

/** In the order of joining, somebody for whom the whole stay is free now. The caller has locked the space. */
export async function lockNextInLine(
  db: Db,
  space: SpaceRef & { cleaning_buffer_minutes: number },
  { after, now }: { after: number; now: Date },
) {
  const [next] = await db
    .select({
      id: waitingEntries.id,
      user_id: waitingEntries.user_id,
      times: waitingEntries.times,
      until: waitingEntries.until,
      ...spanOf(waitingEntries.during),
      name: users.name,
      email: users.email,
      language: users.language,
    })
    .from(waitingEntries)
    .innerJoin(users, eq(users.id, waitingEntries.user_id))
    .where(
      and(
        inSpace(space),
        eq(waitingEntries.state, 'waiting'),
        gt(waitingEntries.id, after),
        gt(waitingEntries.until, now.toISOString()),
        isNull(users.deleted_at),
        hasFreeUnit(space.cleaning_buffer_minutes, { now }),
        sql`not ${hasOwnOrder('@>')}`,
      ),
    )
    .orderBy(waitingEntries.id)
    .limit(1)
    .for('update', { of: waitingEntries, skipLocked: true })
  return next
}

export async function markOffered(
  db: Db,
  { office_id, id }: EntryKey,
  { offered_until, now }: { offered_until: string; now: Date },
): Promise<void> {
  await db
    .update(waitingEntries)
    .set({ state: 'offered', offered_until, changed_at: now.toISOString() })
    .where(and(eq(waitingEntries.office_id, office_id), eq(waitingEntries.id, id)))
}

type Move = { from: 'waiting' | 'offered'; to: 'lapsed' | 'waiting' | 'over'; now: Date }

async function moveEntries(db: Db, { from, to, now }: Move, when: SQL | undefined): Promise<EntryKey[]> {
  const theirs = db
    .select({ office_id: waitingEntries.office_id, id: waitingEntries.id })
    .from(waitingEntries)
    .where(and(eq(waitingEntries.state, from), when))
    .for('update', { skipLocked: true })
  return db
    .update(waitingEntries)
    .set({ state: to, changed_at: now.toISOString() })
    .where(sql`(${waitingEntries.office_id}, ${waitingEntries.id}) in ${theirs}`)
    .returning({ office_id: waitingEntries.office_id, id: waitingEntries.id })
}

/** Returns the offices in which that ended a hold. */
export async function closeLapsed(db: Db, now: Date): Promise<number[]> {
  const hasLapsed = sql`${waitingEntries.offered_until} <= ${now.toISOString()}::timestamptz`
  return deleteOffersTo(db, await moveEntries(db, { from: 'offered', to: 'lapsed', now }, hasLapsed))
}

/** A closure has taken the held time: the person keeps their place. Who books an offer closes it (`closeWaits`). */
export const waitAgain = (db: Db, now: Date) =>
  moveEntries(db, { from: 'offered', to: 'waiting', now }, sql`not ${isHeld}`)

/** Nobody can book this any more. */
export const closeOver = (db: Db, now: Date) =>
  moveEntries(
    db,
    { from: 'waiting', to: 'over', now },
    or(
      sql`${waitingEntries.until} <= ${now.toISOString()}::timestamptz`,
      sql`exists (select from ${offices} where ${offices.id} = ${waitingEntries.office_id}
        and (${offices.deleted_at} is not null or ${offices.hidden}))`,
      sql`exists (select from ${subOffices} where ${subOffices.office_id} = ${waitingEntries.office_id}
        and ${subOffices.id} = ${waitingEntries.sub_office_id} and ${subOffices.deleted_at} is not null)`,
    ),
  )

const MOST_OPENINGS = 1000

/** The spaces in which a time has become free, with the rows that say so. */
export const listOpenings = (db: Db) =>
  db
    .select({
      id: waitingOpenings.id,
      office_id: waitingOpenings.office_id,
      sub_office_id: waitingOpenings.sub_office_id,
    })
    .from(waitingOpenings)
    .orderBy(waitingOpenings.id)
    .limit(MOST_OPENINGS)

export async function removeOpenings(db: Db, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.delete(waitingOpenings).where(inArray(waitingOpenings.id, ids))
}

/** Every space in which somebody waits for a time that is free now. */
export const listFreeSpaces = (db: Db, now: Date): Promise<SpaceRef[]> =>
  db
    .selectDistinct({ office_id: waitingEntries.office_id, sub_office_id: waitingEntries.sub_office_id })
    .from(waitingEntries)
    .innerJoin(offices, eq(offices.id, waitingEntries.office_id))
    .where(
      and(
        eq(waitingEntries.state, 'waiting'),
        isOpenOffice,
        hasFreeUnit(sql`${offices.cleaning_buffer_minutes}`, { now }),
      ),
    )
