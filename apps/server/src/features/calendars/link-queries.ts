import type { CalendarProvider } from '@keyhour/contract/calendars'
import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { calendarConflicts, calendarLinks, orderCopies } from '#server/db/schema/calendars.ts'
import { integrations, offices, subOffices, units } from '#server/db/schema/offices.ts'
import { occupancy } from '#server/db/schema/orders.ts'
import type { AccountKey } from '#server/features/calendars/account-key.ts'

export type SubOfficeRef = { office_id: number; sub_office_id: number }

export const LINK_FIELDS = [
  'google_calendar_id',
  'google_calendar_room_id',
  'outlook_calendar_id',
  'nexudus_resource_id',
  'pickspace_room_id',
  'roo_room_id',
] as const
export type LinkField = (typeof LINK_FIELDS)[number]

/** What the link fields of a sub-office say, and what its office is connected to. */
export async function findLinkFields(db: Db, { office_id, sub_office_id }: SubOfficeRef) {
  const [fields] = await db
    .select({
      google_calendar_id: subOffices.google_calendar_id,
      google_calendar_room_id: subOffices.google_calendar_room_id,
      outlook_calendar_id: subOffices.outlook_calendar_id,
      nexudus_resource_id: subOffices.nexudus_resource_id,
      pickspace_room_id: subOffices.pickspace_room_id,
      roo_room_id: subOffices.roo_room_id,
      google_calendar_type: offices.google_calendar_type,
      is_deleted: sql<boolean>`coalesce(${subOffices.deleted_at}, ${offices.deleted_at}) is not null`,
    })
    .from(subOffices)
    .innerJoin(offices, eq(offices.id, subOffices.office_id))
    .where(and(eq(subOffices.office_id, office_id), eq(subOffices.id, sub_office_id)))
  return fields
}

export async function listConnected(db: Db, office_id: number): Promise<string[]> {
  const rows = await db
    .select({ provider: integrations.provider })
    .from(integrations)
    .where(and(eq(integrations.office_id, office_id), ne(integrations.state, 'disconnected')))
  return rows.map(({ provider }) => provider)
}

const ofSpace = ({ office_id, sub_office_id }: SubOfficeRef) =>
  and(eq(calendarLinks.office_id, office_id), eq(calendarLinks.sub_office_id, sub_office_id))

/** Locks them: whoever places their events waits. Without .ics files, which have no field of the sub-office. */
export function lockLinks(db: Db, place: SubOfficeRef) {
  return db
    .select({
      id: calendarLinks.id,
      provider: calendarLinks.provider,
      calendar_id: calendarLinks.calendar_id,
      is_room: calendarLinks.is_room,
      channel_id: calendarLinks.channel_id,
      channel_ref: calendarLinks.channel_ref,
      is_leased: sql<boolean>`coalesce(${calendarLinks.leased_until} > now(), false)`,
    })
    .from(calendarLinks)
    .where(and(ofSpace(place), ne(calendarLinks.provider, 'ics')))
    .orderBy(asc(calendarLinks.id))
    .for('update')
}

type NewLink = SubOfficeRef & {
  provider: CalendarProvider
  calendar_id: string
  is_room: boolean
  linked_at: string
  linked_by: number
}

/** Undefined if another sub-office of the office has this calendar. */
export async function insertLink(db: Db, link: NewLink): Promise<number | undefined> {
  const [inserted] = await db
    .insert(calendarLinks)
    .values({ ...link, due_at: link.linked_at })
    .onConflictDoNothing()
    .returning({ id: calendarLinks.id })
  return inserted?.id
}

/** Its events no longer take time, and nobody has to answer its conflicts. */
export async function deleteLink(
  db: Db,
  { office_id, sub_office_id }: SubOfficeRef,
  { id, provider }: { id: number; provider: CalendarProvider },
  now: Date,
): Promise<void> {
  const there = db
    .select({ id: units.id })
    .from(units)
    .where(and(eq(units.office_id, office_id), eq(units.sub_office_id, sub_office_id)))
  await db
    .delete(occupancy)
    .where(
      and(
        eq(occupancy.office_id, office_id),
        eq(occupancy.cause, 'calendar'),
        eq(occupancy.provider, provider),
        inArray(occupancy.unit_id, there),
      ),
    )
  await db
    .update(calendarConflicts)
    .set({ answer: 'over', answered_at: now.toISOString() })
    .where(and(eq(calendarConflicts.link_id, id), isNull(calendarConflicts.answer)))
  await db.delete(calendarLinks).where(eq(calendarLinks.id, id))
}

/** Deleted ones, too. */
export async function listSubOfficeIds(db: Db, office_id: number): Promise<number[]> {
  const rows = await db
    .select({ id: subOffices.id })
    .from(subOffices)
    .where(eq(subOffices.office_id, office_id))
    .orderBy(asc(subOffices.id))
  return rows.map(({ id }) => id)
}

const ofAccount = ({ office_id, provider }: AccountKey) =>
  and(eq(calendarLinks.office_id, office_id), eq(calendarLinks.provider, provider))

/** Keeps what the calendars are called at their service. */
export async function nameCalendars(
  db: Db,
  account: AccountKey,
  calendars: { id: string; name: string }[],
): Promise<void> {
  const names = sql`jsonb_to_recordset(${JSON.stringify(calendars)}::jsonb) as named (id text, name text)`
  await db
    .update(calendarLinks)
    .set({ calendar_name: sql`named.name` })
    .from(names)
    .where(and(ofAccount(account), sql`${calendarLinks.calendar_id} = named.id`))
}

/**
 * Forgets what its links and copies failed by, so that they are tried at once. Whoever still calls with the old tokens
 * loses the lease and notes nothing more. A service that asked for a pause gets it. Answers the links.
 */
export async function forgetFailures(db: Db, account: AccountKey, now: Date): Promise<number[]> {
  const links = await db
    .update(calendarLinks)
    .set({
      state: 'linked',
      failure: null,
      failing_since: null,
      leased_until: null,
      due_at: now.toISOString(),
    })
    .where(and(ofAccount(account), isNotNull(calendarLinks.failure), ne(calendarLinks.failure, 'throttled')))
    .returning({ id: calendarLinks.id })
  const ids = links.map(({ id }) => id)
  if (ids.length > 0)
    await db
      .update(orderCopies)
      .set({ state: 'due', failure: null, changed_at: sql`clock_timestamp()` })
      .where(and(inArray(orderCopies.link_id, ids), eq(orderCopies.state, 'failing')))
  return ids
}

/** What we know of them is as old as it can be, and whoever reads one loses the lease. Pauses are kept. Answers them. */
export async function resetLinks(
  db: Db,
  { office_id, provider }: { office_id: number; provider?: CalendarProvider },
  now: Date,
): Promise<number[]> {
  const due = sql`case when ${calendarLinks.failure} is null then ${now.toISOString()}::timestamptz
    else ${calendarLinks.due_at} end`
  const links = await db
    .update(calendarLinks)
    .set({ next_reading: null, leased_until: null, due_at: due })
    .where(
      and(
        eq(calendarLinks.office_id, office_id),
        provider === undefined ? undefined : eq(calendarLinks.provider, provider),
      ),
    )
    .returning({ id: calendarLinks.id })
  return links.map(({ id }) => id)
}

/** Of a sub-office; a form that shows an earlier version has to be loaded again. */
export async function clearLinkField(
  db: Db,
  { office_id, sub_office_id }: SubOfficeRef,
  field: LinkField,
  by: { id: number; at: string },
): Promise<void> {
  await db
    .update(subOffices)
    .set({
      [field]: null,
      version: sql`${subOffices.version} + 1`,
      updated_at: by.at,
      updated_by: by.id,
    })
    .where(and(eq(subOffices.office_id, office_id), eq(subOffices.id, sub_office_id)))
}
