import type { CalendarLink } from '@keyhour/contract/calendars'
import { listLinks } from '#server/features/calendar-sync/link-queries.ts'
import { hasLiveChannel } from '#server/features/calendar-sync/next-reading.ts'
import { describeCalendarFailure } from '#server/features/calendars/describe-calendar-failure.ts'
import type { Deps } from '#server/http/routes.ts'
import type { CalendarFailure } from '#server/outside/calendar-service.ts'

/** How the links of an office are doing. */
export async function listLinksOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  officeId: number,
): Promise<CalendarLink[]> {
  const links = await listLinks(db, officeId)
  return links.map((link) => ({
    sub_office_id: link.sub_office_id,
    provider: link.provider,
    calendar_id: link.calendar_id,
    calendar_name: link.calendar_name,
    state: link.state,
    failure: link.failure && describeCalendarFailure(link.failure as CalendarFailure),
    failing_since: link.failing_since,
    read_at: link.read_at,
    lag_ms: link.lag_ms,
    is_live: hasLiveChannel(link, now()),
    linked_at: link.linked_at,
  }))
}
