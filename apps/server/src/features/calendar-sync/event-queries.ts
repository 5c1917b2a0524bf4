import type { Db } from '#server/db/connection.ts'
import { runText } from '#server/db/statement.ts'
import { multirangeText } from '#server/features/availability/event-queries.ts'
import { rangeText } from '#server/features/availability/occupancy-queries.ts'
import type { OutsideEvent } from '#server/outside/calendar-service.ts'
import type { Span } from '#server/time/opening-hours.ts'

export type LinkedPlace = {
  id: number
  office_id: number
  sub_office_id: number
  provider: string
}

const columnsOf = (events: OutsideEvent[]) => [
  events.map(({ id }) => id),
  events.map(({ from, to }) => `[${from},${to})`),
  events.map(({ title }) => title),
]

/** Those that are new or have another time than we know. */
export async function listMoved(db: Db, link_id: number, events: OutsideEvent[]): Promise<Set<string>> {
  const [ids, times] = columnsOf(events)
  const rows = await runText<{ id: string }>(
    db,
    `select given.id from unnest($2::text[], $3::text[]) as given (id, during)
     left join outside_events known on known.link_id = $1 and known.event_id = given.id
     where known.during is distinct from given.during::tstzrange`,
    [link_id, ids, times],
  )
  return new Set(rows.map(({ id }) => id))
}

export async function saveEvents(db: Db, link_id: number, events: OutsideEvent[]): Promise<void> {
  await runText(
    db,
    `insert into outside_events (link_id, event_id, during, title)
     select $1, id, during::tstzrange, title from unnest($2::text[], $3::text[], $4::text[]) as given (id, during, title)
     on conflict (link_id, event_id) do update set during = excluded.during, title = excluded.title
     where (outside_events.during, outside_events.title) is distinct from (excluded.during, excluded.title)`,
    [link_id, ...columnsOf(events)],
  )
}

/** True if one of them was known. */
export async function deleteEvents(db: Db, link_id: number, ids: string[]): Promise<boolean> {
  const gone = await runText(
    db,
    'delete from outside_events where link_id = $1 and event_id = any ($2) returning event_id',
    [link_id, ids],
  )
  return gone.length > 0
}

/** Known events of a link that are not among these. */
export async function listOthers(db: Db, link_id: number, ids: string[]): Promise<string[]> {
  const rows = await runText<{ event_id: string }>(
    db,
    `select event_id from outside_events where link_id = $1
     except select unnest($2::text[])`,
    [link_id, ids],
  )
  return rows.map(({ event_id }) => event_id)
}

/** Frees what these events take of a sub-office, and answers when that was. */
export async function freeEvents(db: Db, link: LinkedPlace, ids: string[]): Promise<Span[]> {
  const rows = await runText<{ from: string; to: string }>(
    db,
    `delete from occupancy using units
     where occupancy.office_id = $1 and provider = $3 and event_id is not null and event_id = any ($4)
       and units.office_id = $1 and units.id = occupancy.unit_id and units.sub_office_id = $2
     returning lower(during) as from, upper(during) as to`,
    [link.office_id, link.sub_office_id, link.provider, ids],
  )
  return rows.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
}

/** Frees what is taken during the span for an event that is gone or has another time by now. */
export async function freeStrays(
  db: Db,
  { office_id, sub_office_id }: Pick<LinkedPlace, 'office_id' | 'sub_office_id'>,
  span: Span,
): Promise<void> {
  await runText(
    db,
    `delete from occupancy using units
     where occupancy.office_id = $1 and units.office_id = $1 and units.sub_office_id = $2
       and occupancy.unit_id = units.id and occupancy.cause = 'calendar' and occupancy.during && $3::tstzrange
       and not exists (select from calendar_links link join outside_events event on event.link_id = link.id
         where link.office_id = $1 and link.sub_office_id = $2 and link.provider = occupancy.provider
           and event.event_id = occupancy.event_id and event.during @> occupancy.during)`,
    [office_id, sub_office_id, rangeText(span)],
  )
}

/** Holds give way to events, as they do to closures. The caller has locked the space. */
export async function deleteHolds(db: Db, link: LinkedPlace, spans: Span[]): Promise<void> {
  await runText(
    db,
    `delete from occupancy using units
     where occupancy.office_id = $1 and units.office_id = $1 and units.sub_office_id = $2
       and occupancy.unit_id = units.id and occupancy.cause = 'hold' and occupancy.during && $3::tstzmultirange`,
    [link.office_id, link.sub_office_id, multirangeText(spans)],
  )
}

/** Returns how many; fewer than `limit` when none is left. */
export async function deleteOutsideEventsBefore(db: Db, before: string, limit: number): Promise<number> {
  const rows = await runText(
    db,
    `with old as (
       delete from outside_events where ctid = any (array(
         select ctid from outside_events where upper(during) < $1::timestamptz limit $2))
       returning link_id, event_id
     ), freed as (
       delete from occupancy using old join calendar_links link on link.id = old.link_id
       join units on units.office_id = link.office_id and units.sub_office_id = link.sub_office_id
       where occupancy.office_id = link.office_id and occupancy.unit_id = units.id
         and occupancy.provider = link.provider and occupancy.event_id = old.event_id
     )
     select from old`,
    [before, limit],
  )
  return rows.length
}
