import type { Db } from '#server/db/connection.ts'
import { runText } from '#server/db/statement.ts'
import type { EventSpan } from '#server/outside/calendar-service.ts'

/** What failed is tried again after some minutes, then hours, at last once a day. */
export const IS_DUE_COPY = `(copy.state = 'due' or (copy.state = 'failing' and copy.failure <> 'not_supported'
  and copy.changed_at < now() - least(interval '5 minutes' * 2 ^ least(copy.tries - 1, 9), interval '1 day')))`

type Place = { office_id: number; sub_office_id: number }

/**
 * Which of these events are copies of our orders, in any calendar of the sub-office: the same one may also be read as an
 * .ics file, where '@' and a host follow the id.
 */
export async function listCopiesAmong(
  db: Db,
  { office_id, sub_office_id }: Place,
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await runText<{ event_id: string }>(
    db,
    `select given.id as event_id from unnest($3::text[]) as given (id)
     where exists (select from calendar_links link join order_copies copy on copy.link_id = link.id
       where link.office_id = $1 and link.sub_office_id = $2
         and copy.event_id is not null and copy.event_id in (given.id, split_part(given.id, '@', 1)))`,
    [office_id, sub_office_id, ids],
  )
  return new Set(rows.map(({ event_id }) => event_id))
}

type OrderKey = { office_id: number; order_id: number }

/** An order that has just changed: its copies are to be compared with it. Answers the links they belong to. */
export async function askForCopies(db: Db, { office_id, order_id }: OrderKey, now: Date): Promise<number[]> {
  const rows = await runText<{ link_id: string }>(
    db,
    `with wanted as (
       insert into order_copies (link_id, office_id, order_id, changed_at)
       select link.id, orders.office_id, orders.id, clock_timestamp() from orders
       join calendar_links link on link.office_id = orders.office_id and link.sub_office_id = orders.sub_office_id
         and link.provider <> 'ics'
       where orders.office_id = $1 and orders.id = $2 and orders.cancelled_at is null
         and coalesce(orders."end", 'infinity') > $3::timestamptz
       on conflict (link_id, order_id) do nothing returning link_id
     ), known as (
       update order_copies set state = 'due', failure = null, tries = 0, changed_at = clock_timestamp()
       where office_id = $1 and order_id = $2 returning link_id
     )
     select link_id from wanted union select link_id from known`,
    [office_id, order_id, now.toISOString()],
  )
  return rows.map(({ link_id }) => Number(link_id))
}

/** When the order of a copy takes its space, as it is now. No row if it is not to be in the calendar of the link. */
const STAY = `select tstzrange(orders.start, coalesce(orders.checked_out_at, orders."end", upper(taken.during))) as during
  from orders
  left join occupancy taken on taken.office_id = orders.office_id and taken.order_id = orders.id
    and taken.cause = 'order'
  where orders.office_id = copy.office_id and orders.id = copy.order_id and orders.cancelled_at is null
    and orders.sub_office_id = link.sub_office_id
    and orders.start < coalesce(orders.checked_out_at, orders."end", upper(taken.during))
  limit 1`

/** Coming copies that are not where their orders are: the job that should have followed the change was given up. */
export async function askForStrayCopies(db: Db, link_id: number, now: Date): Promise<void> {
  await runText(
    db,
    `update order_copies copy set state = 'due', changed_at = clock_timestamp() from calendar_links link
     where link.id = $1 and copy.link_id = link.id and copy.state = 'written' and copy.event_id is not null
       and upper(copy.during) > $2::timestamptz and copy.during is distinct from (${STAY})`,
    [link_id, now.toISOString()],
  )
}

/** Orders that were booked before the sub-office was linked. */
export async function askForAllCopies(db: Db, link_id: number, now: Date): Promise<void> {
  await runText(
    db,
    `insert into order_copies (link_id, office_id, order_id, changed_at)
     select link.id, orders.office_id, orders.id, clock_timestamp() from calendar_links link
     join orders on orders.office_id = link.office_id and orders.sub_office_id = link.sub_office_id
     where link.id = $1 and link.provider <> 'ics' and orders.cancelled_at is null
       and orders.checked_out_at is null and coalesce(orders."end", 'infinity') > $2::timestamptz
     order by orders.id
     on conflict (link_id, order_id) do nothing`,
    [link_id, now.toISOString()],
  )
}

/** What was refused may be accepted now that their calendar has changed. */
export async function tryRefusedAgain(db: Db, link_id: number): Promise<void> {
  await runText(
    db,
    `update order_copies set state = 'due', changed_at = clock_timestamp()
     where link_id = $1 and state = 'refused'`,
    [link_id],
  )
}

type Whole = { view: EventSpan; begun: string; seen: string[] }

/**
 * Copies that a whole reading should have shown and did not. Lists may lag behind what was just written, so a copy of the
 * last minute before the reading counts as seen. `begun` is on the clock of the database.
 */
export async function listUnseenCopies(
  db: Db,
  link_id: number,
  { view, begun, seen }: Whole,
): Promise<string[]> {
  const rows = await runText<{ event_id: string }>(
    db,
    `select event_id from order_copies
     where link_id = $1 and event_id is not null and during <@ tstzrange($2::timestamptz, $3::timestamptz)
       and changed_at < $4::timestamptz - interval '1 minute' and event_id <> all ($5)`,
    [link_id, view.from, view.to, begun, seen],
  )
  return rows.map(({ event_id }) => event_id)
}

/** Someone deleted them there. They are written again, but not for ever against somebody's will. */
export async function noteDeletedThere(db: Db, link_id: number, ids: string[], most: number): Promise<void> {
  await runText(
    db,
    `update order_copies set event_id = null, during = null, generation = generation + 1,
       state = case when generation < $3 then 'due' else state end, changed_at = clock_timestamp()
     where link_id = $1 and event_id is not null and event_id = any ($2)`,
    [link_id, ids, most],
  )
}

export type DueCopy = {
  link_id: number
  office_id: number
  order_id: number
  event_id: string | null
  generation: number
  /** When it was asked for, to notice if that happens again meanwhile. */
  asked_at: string
  /** Null if the order is not to be there. */
  wanted: { from: string; to: string } | null
  /** It is there already, at that time. */
  is_so: boolean
}

type Row = Omit<DueCopy, 'link_id' | 'office_id' | 'order_id' | 'wanted'> & {
  link_id: string
  office_id: string
  order_id: string
  from: string | null
  to: string | null
}

/** The copy that has been due for longest, with the order as it is now. First those that may leave time to others. */
export async function findDueCopy(db: Db, link_id: number): Promise<DueCopy | undefined> {
  const [row] = await runText<Row>(
    db,
    `select copy.link_id, copy.office_id, copy.order_id, copy.event_id, copy.generation,
       copy.changed_at::text as asked_at, lower(stay.during) as from, upper(stay.during) as to,
       coalesce(stay.during = copy.during and copy.event_id is not null, false) as is_so
     from (select * from order_copies copy where copy.link_id = $1 and ${IS_DUE_COPY}
       order by copy.event_id is null, copy.changed_at limit 1) copy
     join calendar_links link on link.id = copy.link_id
     left join lateral (${STAY}) stay on true`,
    [link_id],
  )
  if (!row) return undefined
  const { from, to, ...rest } = row
  return {
    ...rest,
    link_id: Number(row.link_id),
    office_id: Number(row.office_id),
    order_id: Number(row.order_id),
    wanted: from === null || to === null ? null : { from: isoOf(from), to: isoOf(to) },
  }
}

const isoOf = (moment: string): string => new Date(moment).toISOString()

/** Whatever the order does meanwhile, the copy is written again. */
export async function forgetTime(db: Db, { link_id, order_id }: DueCopy): Promise<void> {
  await runText(db, 'update order_copies set during = null where link_id = $1 and order_id = $2', [
    link_id,
    order_id,
  ])
}

type Settled = {
  state: 'written' | 'refused' | 'failing'
  failure?: string
  /** What is in their calendar now; left out if that has not changed. */
  there?: { event_id: string | null; during: { from: string; to: string } | null; generation: number }
}

/** What was asked for again meanwhile stays due, and is written whatever its time is: the clock may be another one. */
export async function settleCopy(
  db: Db,
  copy: DueCopy,
  { state, failure = '', there }: Settled,
): Promise<void> {
  const during = there?.during && `[${there.during.from},${there.during.to})`
  await runText(
    db,
    `update order_copies set
       event_id = case when $3::boolean then $4 else event_id end,
       during = case when not $3::boolean then during when changed_at = $9::timestamptz then $5::tstzrange end,
       generation = coalesce($6, generation), failure = nullif($7, ''),
       tries = case when $8 = 'failing' then tries + 1 else 0 end,
       state = case when changed_at = $9::timestamptz then $8 else 'due' end,
       changed_at = case when changed_at = $9::timestamptz then clock_timestamp() else changed_at end
     where link_id = $1 and order_id = $2`,
    [
      copy.link_id,
      copy.order_id,
      there !== undefined,
      there?.event_id ?? null,
      during ?? null,
      there?.generation ?? null,
      failure,
      state,
      copy.asked_at,
    ],
  )
}

/** Copies of orders that were over by then. Returns how many; fewer than `limit` when none is left. */
export async function deleteCopiesBefore(db: Db, before: string, limit: number): Promise<number> {
  const rows = await runText(
    db,
    `delete from order_copies where ctid = any (array(
       select copy.ctid from order_copies copy
       join orders on orders.office_id = copy.office_id and orders.id = copy.order_id
       where copy.changed_at < $1::timestamptz and orders."end" < $1::timestamptz limit $2))
     returning order_id`,
    [before, limit],
  )
  return rows.length
}

/** Orders that could not be written to a calendar. */
export type Unwritten = { orders: number; failure: string }

/** By link. Without orders that are over: nothing is missing there any more. */
export async function countUnwritten(db: Db, office_id: number, now: Date): Promise<Map<number, Unwritten>> {
  const rows = await runText<Unwritten & { link_id: string }>(
    db,
    `select copy.link_id, count(*)::int as orders, max(copy.failure) as failure
     from calendar_links link
       join order_copies copy on copy.link_id = link.id
       join orders on orders.office_id = copy.office_id and orders.id = copy.order_id
     where link.office_id = $1 and copy.state = 'failing' and copy.failure <> 'not_supported'
       and coalesce(orders."end", 'infinity') > $2::timestamptz
     group by copy.link_id`,
    [office_id, now.toISOString()],
  )
  return new Map(rows.map(({ link_id, ...unwritten }) => [Number(link_id), unwritten]))
}
