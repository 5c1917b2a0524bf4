import type { Deps } from '#server/http/routes.ts'
import type { CalendarService } from '#server/outside/calendar-service.ts'
import { ics } from '#server/outside/ics.ts'

/** An .ics file at this address. Calls nobody yet. */
export const openIcs = (
  { publicFetch, now, config }: Pick<Deps, 'publicFetch' | 'now' | 'config'>,
  address: string,
  timeZone: string,
): CalendarService =>
  ics({ publicFetch, now, timeZone, ownHost: new URL(config.publicUrl).hostname }, address)
