import type { Db } from '#server/db/connection.ts'
import { runText } from '#server/db/statement.ts'

/** An event and the unit that an order takes at the same time, now or later. `$1` is the present moment. */
const OVERLAP = `outside_events event
  join calendar_links link on link.id = event.link_id
  join units on units.office_id = link.office_id and units.sub_office_id = link.sub_office_id
  join occupancy taken on taken.office_id = units.office_id and taken.unit_id = units.id and taken.cause = 'order'
    and taken.during && event.during and taken.during && tstzrange($1::timestamptz, null)
    and event.during && tstzrange($1::timestamptz, null)`

/** Some events of a link, or all those of one order's place. */
export type Overlapping = { link_id: number; event_ids: string[] } | { office_id: number; order_id: number }

/** Where two of them meet that have not met before. An overlap that an admin has accepted is not asked about again. */
export async function addOverlaps(db: Db, scope: Overlapping, now: Date): Promise<void> {
  const [where, values] =
    'link_id' in scope
      ? ['link.id = $2 and event.event_id = any ($3)', [scope.link_id, scope.event_ids]]
      : ['taken.office_id = $2 and taken.order_id = $3', [scope.office_id, scope.order_id]]
  await runText(
    db,
    `insert into calendar_conflicts (office_id, sub_office_id, order_id, provider, link_id, event_id, event_title,
       event_during, kind, found_at)
     select distinct on (taken.order_id, link.id, event.event_id) link.office_id, link.sub_office_id, taken.order_id,
       link.provider, link.id, event.event_id, event.title, event.during, 'overlap', $1::timestamptz
     from ${OVERLAP}
     where ${where} and not exists (select from calendar_conflicts known
       where known.office_id = taken.office_id and known.order_id = taken.order_id
         and known.provider = link.provider and known.event_id = event.event_id
         and (known.answer is null or (known.answer = 'ours' and known.event_during = event.during)))
     order by taken.order_id, link.id, event.event_id
     on conflict do nothing`,
    [now.toISOString(), ...values],
  )
}

/** An event that moved may still collide with the same order. */
export async function followEvents(db: Db, link_id: number): Promise<void> {
  await runText(
    db,
    `update calendar_conflicts conflict set event_during = event.during, event_title = event.title
     from outside_events event
     where conflict.link_id = $1 and conflict.answer is null
       and event.link_id = $1 and event.event_id = conflict.event_id
       and (event.during, event.title) is distinct from (conflict.event_during, conflict.event_title)`,
    [link_id],
  )
}

/**
 * Answers conflicts that have ended by themselves, of one order or all: `moved` if someone moved the order out of the
 * way, otherwise `over`.
 */
export async function endConflicts(
  db: Db,
  { order, movedBy, now }: { order?: { office_id: number; id: number }; movedBy?: number | null; now: Date },
): Promise<void> {
  await runText(
    db,
    `update calendar_conflicts conflict set answered_at = $1::timestamptz,
       answer = case when moved.is_so then 'moved' else 'over' end,
       answered_by = case when moved.is_so then $5::bigint end
     from (select id, $4::boolean and (known.kind = 'refused' or exists (select from outside_events event
         where event.link_id = known.link_id and event.event_id = known.event_id
           and event.during = known.event_during)) as is_so
       from calendar_conflicts known where answer is null
         and ($2::bigint is null or (known.office_id, known.order_id) = ($2, $3::bigint))) moved
     where conflict.id = moved.id and conflict.answer is null and not exists (
       select from ${OVERLAP}
       where conflict.kind = 'overlap' and link.id = conflict.link_id and event.event_id = conflict.event_id
         and taken.office_id = conflict.office_id and taken.order_id = conflict.order_id)
       and not exists (
       select from calendar_links link
       join units on units.office_id = link.office_id and units.sub_office_id = link.sub_office_id
       join occupancy taken on taken.office_id = units.office_id and taken.unit_id = units.id
         and taken.cause = 'order' and taken.during && tstzrange($1::timestamptz, null)
       where conflict.kind = 'refused' and link.id = conflict.link_id
         and taken.office_id = conflict.office_id and taken.order_id = conflict.order_id)`,
    [now.toISOString(), order?.office_id ?? null, order?.id ?? null, movedBy !== undefined, movedBy ?? null],
  )
}

type Refused = { link_id: number; office_id: number; order_id: number; wanted: { from: string; to: string } }

/**
 * The service did not take our order. If we know the event in its way, that conflict says enough. A refusal that an admin
 * has accepted is not asked about again until the order moves. Where several people share a space, the copy of another
 * order may be in the way: that is no conflict.
 */
export async function addRefusal(
  db: Db,
  { link_id, office_id, order_id, wanted }: Refused,
  now: Date,
): Promise<void> {
  await runText(
    db,
    `insert into calendar_conflicts (office_id, sub_office_id, order_id, provider, link_id, kind, found_at)
     select link.office_id, link.sub_office_id, $3, link.provider, link.id, 'refused', $4::timestamptz
     from calendar_links link
     where link.id = $1 and not exists (select from calendar_conflicts known
       where known.office_id = $2 and known.order_id = $3 and known.link_id = $1
         and (known.answer is null or (known.answer = 'ours' and not exists (select from order_events
           where office_id = $2 and order_id = $3 and kind in ('moved', 'changed space')
             and at > known.answered_at))))
       and not exists (select from order_copies other where other.link_id = $1 and other.order_id <> $3
         and other.event_id is not null and other.during && tstzrange($5::timestamptz, $6::timestamptz))
     on conflict do nothing`,
    [link_id, office_id, order_id, now.toISOString(), wanted.from, wanted.to],
  )
}

/** They have taken the order by now, or we know the event that is in its way. */
export async function endRefusals(
  db: Db,
  { link_id, order_id, now }: { link_id: number; order_id?: number; now: Date },
): Promise<void> {
  await runText(
    db,
    `update calendar_conflicts refused set answer = 'over', answered_at = $3::timestamptz
     where refused.link_id = $1 and refused.kind = 'refused' and refused.answer is null
       and (refused.order_id = $2::bigint or exists (select from calendar_conflicts known
         where known.office_id = refused.office_id and known.order_id = refused.order_id
           and known.link_id = $1 and known.kind = 'overlap' and known.answer is null))`,
    [link_id, order_id ?? null, now.toISOString()],
  )
}

/**
 * Answered conflicts of orders that are over, too: while an order is to come, an accepted overlap must not be asked about
 * again. Returns how many; fewer than `limit` when none is left.
 */
export async function deleteConflictsBefore(db: Db, before: string, limit: number): Promise<number> {
  const rows = await runText(
    db,
    `delete from calendar_conflicts where id = any (array(
       select conflict.id from calendar_conflicts conflict
       join orders on orders.office_id = conflict.office_id and orders.id = conflict.order_id
       where conflict.answer is not null and conflict.answered_at < $1::timestamptz
         and orders."end" < $1::timestamptz
       order by conflict.answered_at limit $2))
     returning id`,
    [before, limit],
  )
  return rows.length
}
