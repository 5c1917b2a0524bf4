import type { LinkRow } from '#server/features/calendar-sync/link-queries.ts'
import { openService } from '#server/features/calendars/open-service.ts'
import type { Deps } from '#server/http/routes.ts'
import { CalendarFailed, type CalendarService } from '#server/outside/calendar-service.ts'

export async function openLinkService(
  deps: Deps,
  { office_id, provider }: LinkRow,
): Promise<CalendarService> {
  if (provider === 'ics') throw new CalendarFailed('not_supported')
  return openService(deps, deps.db, { office_id, provider })
}
