import type { SpaceRef } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import { runText } from '#server/db/statement.ts'
import { rangeText } from '#server/features/availability/occupancy-queries.ts'
import { DAY, type Span } from '#server/time/opening-hours.ts'

/** For an office: the links of all its sub-offices. */
const ofPlace = '$1 = link.office_id and ($2::bigint is null or $2 = link.sub_office_id)'

/**
 * Gives the outside events that overlap one of the spans all that is still free of their time, on every unit. Placing
 * again changes nothing. Of two events that overlap, the one with the lower number takes the time of both.
 */
export async function placeEvents(
  db: Db,
  { office_id, sub_office_id }: SpaceRef,
  spans: Span[],
): Promise<void> {
  await runText(
    db,
    `insert into occupancy (office_id, unit_id, during, cause, provider, event_id)
    select units.office_id, units.id, part, 'calendar', link.provider, event.event_id
    from calendar_links link
    join outside_events event on event.link_id = link.id and event.during && $3::tstzmultirange
    join units on units.office_id = link.office_id and units.sub_office_id = link.sub_office_id
      and units.retired_at is null
    cross join lateral unnest(tstzmultirange(event.during)
      - coalesce((select range_agg(taken.during) from occupancy taken where taken.office_id = units.office_id
          and taken.unit_id = units.id and taken.during && event.during), '{}')
      - coalesce((select range_agg(other.during) from calendar_links beside
          join outside_events other on other.link_id = beside.id and other.during && event.during
          where beside.office_id = link.office_id and beside.sub_office_id = link.sub_office_id
            and (other.link_id, other.event_id) < (event.link_id, event.event_id)), '{}')) part
    where ${ofPlace}`,
    [office_id, sub_office_id, multirangeText(spans)],
  )
}

export const multirangeText = (spans: Span[]): string => `{${spans.map(rangeText).join()}}`

/** Events further ahead are not known. */
const KNOWN_AHEAD_MS = 800 * DAY

export const fromNow = (now: Date): Span => ({ from: now.getTime(), to: now.getTime() + KNOWN_AHEAD_MS })
