import { findLinkedZone, type LinkRow } from '#server/features/calendar-sync/link-queries.ts'
import { openIcs } from '#server/features/calendars/open-ics.ts'
import { openService } from '#server/features/calendars/open-service.ts'
import type { Deps } from '#server/http/routes.ts'
import { CalendarFailed, type CalendarService } from '#server/outside/calendar-service.ts'

export async function openLinkService(deps: Deps, link: LinkRow): Promise<CalendarService> {
  const { office_id, provider, address_sealed } = link
  if (provider !== 'ics') return openService(deps, deps.db, { office_id, provider })
  const zone = await findLinkedZone(deps.db, link)
  // A deleted space reads nothing until it is restored.
  if (zone === undefined || address_sealed === null) throw new CalendarFailed('missing')
  return openIcs(deps, deps.secrets.open(address_sealed), zone)
}
