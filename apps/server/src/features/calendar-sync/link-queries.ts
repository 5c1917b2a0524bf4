import type { CalendarProvider } from '@keyhour/contract/calendars'
import { and, asc, eq, gt, inArray, isNull, lte, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { isLeasedUntil, isUnleased, leaseEnd, leaseFor } from '#server/db/leases.ts'
import { calendarLinks } from '#server/db/schema/calendars.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { runText } from '#server/db/statement.ts'
import { IS_DUE_COPY } from '#server/features/calendar-sync/copy-queries.ts'
import type { AccountLoad } from '#server/features/calendar-sync/next-reading.ts'

export type LinkRow = typeof calendarLinks.$inferSelect

/** How many links of one account are called at once. */
const MOST_AT_ONCE = 3

const isAccountFree = sql`(select count(*) from calendar_links other
  where other.office_id = ${calendarLinks.office_id} and other.provider = ${calendarLinks.provider}
    and other.leased_until > now()) < ${MOST_AT_ONCE}`

const hasDueCopies = sql`exists (select from order_copies copy
  where copy.link_id = ${calendarLinks.id} and ${sql.raw(IS_DUE_COPY)})`

/** A link that fails is left alone until its pause is over. */
const isDueAt = (now: Date): SQL | undefined =>
  or(
    lte(calendarLinks.due_at, now.toISOString()),
    and(isNull(calendarLinks.failure), or(isNull(calendarLinks.read_at), hasDueCopies)),
  )

/** Undefined if there is nothing to do. */
export async function findDueLink(db: Db, id: number, now: Date): Promise<LinkRow | undefined> {
  const [link] = await db
    .select()
    .from(calendarLinks)
    .where(and(eq(calendarLinks.id, id), isDueAt(now)))
  return link
}

export const listLinks = (db: Db, office_id: number): Promise<LinkRow[]> =>
  db
    .select()
    .from(calendarLinks)
    .where(eq(calendarLinks.office_id, office_id))
    .orderBy(asc(calendarLinks.sub_office_id), asc(calendarLinks.provider))

/** Links that have been due for a while: their jobs were lost. */
export async function listDueLinks(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: calendarLinks.id })
    .from(calendarLinks)
    .where(and(isDueAt(now), isAccountFree, isUnleased(calendarLinks.leased_until)))
    .orderBy(asc(calendarLinks.due_at))
  return rows.map(({ id }) => id)
}

/** Of its office. Undefined if its sub-office or office is deleted. */
export async function findLinkedZone(
  db: Db,
  { office_id, sub_office_id }: { office_id: number; sub_office_id: number },
): Promise<string | undefined> {
  const [office] = await db
    .select({ time_zone: offices.time_zone })
    .from(subOffices)
    .innerJoin(offices, eq(offices.id, subOffices.office_id))
    .where(
      and(
        eq(subOffices.office_id, office_id),
        eq(subOffices.id, sub_office_id),
        isNull(subOffices.deleted_at),
        isNull(offices.deleted_at),
      ),
    )
  return office?.time_zone
}

/** `until` changes when it is renewed. */
export type LinkLease = { link_id: number; until: string }

/** A server that dies keeps others from its link until then. */
const LEASE_MS = 60_000

/** `busy`: the account has enough calls under way. Undefined: another server works on this link. */
export async function takeLinkLease(db: Db, id: number): Promise<LinkLease | 'busy' | undefined> {
  const isFree = isUnleased(calendarLinks.leased_until)
  const [taken] = await db
    .update(calendarLinks)
    .set({ leased_until: leaseFor(LEASE_MS) })
    .where(and(eq(calendarLinks.id, id), isFree, isAccountFree))
    .returning({ until: leaseEnd(calendarLinks.leased_until) })
  if (taken) return { link_id: id, until: taken.until }
  const [link] = await db
    .select({ isFree: sql<boolean>`${isFree}` })
    .from(calendarLinks)
    .where(eq(calendarLinks.id, id))
  return link?.isFree ? 'busy' : undefined
}

/** Another server has taken over, or the link is gone: what we have read is of no use. */
export class LinkLeaseLost extends Error {}

/** Answers the moment, on the clock of the database. Throws `LeaseLost` if it is not ours any more. */
export async function renewLinkLease(db: Db, lease: LinkLease): Promise<string> {
  const [renewed] = await db
    .update(calendarLinks)
    .set({ leased_until: leaseFor(LEASE_MS) })
    .where(isOurs(lease))
    .returning({ until: leaseEnd(calendarLinks.leased_until), at: sql<string>`now()::text` })
  if (!renewed) throw new LinkLeaseLost()
  lease.until = renewed.until
  return renewed.at
}

const isOurs = ({ link_id, until }: LinkLease) =>
  and(eq(calendarLinks.id, link_id), isLeasedUntil(calendarLinks.leased_until, until))

/** False if it is not ours any more: another server has taken over, or the link is gone. */
export async function changeLeased(db: Db, lease: LinkLease, change: Partial<LinkRow>): Promise<boolean> {
  const changed = await db
    .update(calendarLinks)
    .set(change)
    .where(isOurs(lease))
    .returning({ id: calendarLinks.id })
  return changed.length > 0
}

/** Keeps the link as it is until the transaction ends. Throws `LeaseLost` if the lease is not ours any more. */
export async function lockLeased(db: Db, lease: LinkLease): Promise<void> {
  const [link] = await db
    .select({ id: calendarLinks.id })
    .from(calendarLinks)
    .where(isOurs(lease))
    .for('no key update')
  if (!link) throw new LinkLeaseLost()
}

export async function releaseLinkLease(db: Db, lease: LinkLease): Promise<void> {
  await db.update(calendarLinks).set({ leased_until: null }).where(isOurs(lease))
}

type Account = { office_id: number; provider: CalendarProvider }

/** The service wants a pause of the whole account. */
export async function pauseAccount(
  db: Db,
  { office_id, provider }: Account,
  now: Date,
  until: Date,
): Promise<void> {
  const at = until.toISOString()
  await db
    .update(calendarLinks)
    .set({
      failure: 'throttled',
      failing_since: sql`coalesce(${calendarLinks.failing_since}, ${now.toISOString()}::timestamptz)`,
      due_at: sql`greatest(${calendarLinks.due_at}, ${at}::timestamptz)`,
    })
    .where(
      and(
        eq(calendarLinks.office_id, office_id),
        eq(calendarLinks.provider, provider),
        or(isNull(calendarLinks.failure), eq(calendarLinks.failure, 'throttled')),
      ),
    )
}

/** Links of all offices that use the same Nexudus account, and the events of this one. */
export async function findLoad(db: Db, { id, office_id }: LinkRow): Promise<AccountLoad> {
  const [load] = await runText<{ links: string; events: string }>(
    db,
    `select count(*) as links, (select count(*) from outside_events where link_id = $1) as events
     from calendar_links link
     join integrations account on account.office_id = link.office_id and account.provider = link.provider
     where link.provider = 'nexudus' and account.settings->>'email' = (
       select settings->>'email' from integrations where office_id = $2 and provider = 'nexudus')`,
    [id, office_id],
  )
  return { links: Number(load!.links), events: Number(load!.events) }
}

/** While its webhook works, Nexudus tells us of all changes in an office. */
export async function noteTold(db: Db, office_id: number, until: Date): Promise<void> {
  await db
    .update(calendarLinks)
    .set({ channel_ref: 'webhook', channel_until: until.toISOString() })
    .where(and(eq(calendarLinks.office_id, office_id), eq(calendarLinks.provider, 'nexudus')))
}

/** Told of a change. A service that asked for a pause gets it. */
export async function makeDue(db: Db, ids: number[], now: Date): Promise<void> {
  await db
    .update(calendarLinks)
    .set({ due_at: sql`least(${calendarLinks.due_at}, ${now.toISOString()}::timestamptz)` })
    .where(
      and(
        inArray(calendarLinks.id, ids),
        or(isNull(calendarLinks.failure), ne(calendarLinks.failure, 'throttled')),
        gt(calendarLinks.due_at, now.toISOString()),
      ),
    )
}

/** Google names the channel by our id, Outlook by its own. */
export async function listByChannel(
  db: Db,
  provider: 'google' | 'outlook',
  channels: string[],
): Promise<{ id: number; channel: string; sealed: string }[]> {
  const name = provider === 'google' ? calendarLinks.channel_id : calendarLinks.channel_ref
  const { id, channel_secret_sealed } = calendarLinks
  const links = await db
    .select({ id, channel: name, sealed: channel_secret_sealed })
    .from(calendarLinks)
    .where(and(eq(calendarLinks.provider, provider), inArray(name, channels)))
  return links.flatMap(({ channel, sealed, ...link }) =>
    channel === null || sealed === null ? [] : [{ ...link, channel, sealed }],
  )
}

/** Linked sub-offices that an order is in, has a copy in, or has an open conflict in. */
export async function listLinkedPlaces(
  db: Db,
  { office_id, order_id }: { office_id: number; order_id: number },
): Promise<{ office_id: number; sub_office_id: number }[]> {
  return db
    .selectDistinct({ office_id: calendarLinks.office_id, sub_office_id: calendarLinks.sub_office_id })
    .from(calendarLinks)
    .where(
      and(
        eq(calendarLinks.office_id, office_id),
        sql`(${calendarLinks.sub_office_id} = (select sub_office_id from orders
            where office_id = ${office_id} and id = ${order_id})
          or ${calendarLinks.id} in (select link_id from order_copies
            where office_id = ${office_id} and order_id = ${order_id})
          or ${calendarLinks.id} in (select link_id from calendar_conflicts
            where office_id = ${office_id} and order_id = ${order_id} and answer is null))`,
      ),
    )
    .orderBy(calendarLinks.sub_office_id)
}

/** Whether outside calendars have to follow a change of this order, as part of another statement. */
export const isLinked = ({
  office_id,
  order_id,
}: {
  office_id: SQLWrapper
  order_id: SQLWrapper
}): SQL<boolean> =>
  sql<boolean>`(exists (select from calendar_links link where link.office_id = ${office_id}
      and link.sub_office_id = (select sub_office_id from orders
        where orders.office_id = ${office_id} and orders.id = ${order_id}))
    or exists (select from order_copies copy where copy.office_id = ${office_id} and copy.order_id = ${order_id})
    or exists (select from calendar_conflicts conflict where conflict.office_id = ${office_id}
      and conflict.order_id = ${order_id} and conflict.answer is null))`

/** The service has ended them or is about to: the next look at a link opens another one. */
export async function endChannels(db: Db, ids: number[], now: Date): Promise<void> {
  await db
    .update(calendarLinks)
    .set({ channel_until: now.toISOString() })
    .where(inArray(calendarLinks.id, ids))
}
