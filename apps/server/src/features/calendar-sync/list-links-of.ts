import type { CalendarLink } from '@keyhour/contract/calendars'
import { countUnwritten, type Unwritten } from '#server/features/calendar-sync/copy-queries.ts'
import { type LinkRow, listLinks } from '#server/features/calendar-sync/link-queries.ts'
import { hasLiveChannel } from '#server/features/calendar-sync/next-reading.ts'
import { describeCalendarFailure } from '#server/features/calendars/describe-calendar-failure.ts'
import type { Deps } from '#server/http/routes.ts'
import type { CalendarFailure } from '#server/outside/calendar-service.ts'

const describe = (failure: string): string => describeCalendarFailure(failure as CalendarFailure)

const isExchanged = ({ provider, failure }: LinkRow): boolean =>
  provider !== 'pickspace' && failure !== 'not_supported'

const unwrittenOf = (found: Unwritten | undefined) => ({
  unwritten: found?.orders ?? 0,
  unwritten_failure: found ? describe(found.failure) : null,
})

/** How the links of an office are doing. */
export async function listLinksOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  officeId: number,
): Promise<CalendarLink[]> {
  const links = await listLinks(db, officeId)
  const unwritten = await countUnwritten(db, officeId, now())
  return links.map((link) => ({
    sub_office_id: link.sub_office_id,
    provider: link.provider,
    calendar_id: link.calendar_id,
    calendar_name: link.calendar_name,
    state: link.state,
    ...(isExchanged(link)
      ? { failure: link.failure && describe(link.failure), failing_since: link.failing_since }
      : { failure: null, failing_since: null }),
    read_at: link.read_at,
    lag_ms: link.lag_ms,
    is_live: hasLiveChannel(link, now()),
    is_exchanged: isExchanged(link),
    ...unwrittenOf(unwritten.get(link.id)),
    linked_at: link.linked_at,
  }))
}
