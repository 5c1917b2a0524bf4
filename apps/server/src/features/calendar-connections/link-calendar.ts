import type { ConsentProvider } from '@keyhour/contract/calendars'
import type { SubOffice } from '@keyhour/contract/offices'
import { changeSubOffice } from '#server/features/admin-offices/change-sub-office.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { NOT_CONNECTED } from '#server/features/calendar-connections/list-calendars.ts'
import { findSpaceToLink } from '#server/features/calendar-connections/queries.ts'
import { listConnected } from '#server/features/calendars/link-queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type LinkRequest = { subOfficeId: number; provider: ConsentProvider; calendarId: string | null }

/** Null unlinks it. In an office of rooms, the calendar is a room. */
export async function linkCalendar(
  deps: Deps,
  { subOfficeId, provider, calendarId }: LinkRequest,
  by: Actor,
): Promise<SubOffice> {
  const space = orMissing(await findSpaceToLink(deps.db, subOfficeId), 'This space does not exist.')
  const connected = await listConnected(deps.db, space.office_id)
  if (calendarId !== null && !connected.includes(provider)) throw new Refusal('conflict', NOT_CONNECTED)
  const ofGoogle = space.google_calendar_type === 'rooms' ? 'google_calendar_room_id' : 'google_calendar_id'
  const field = provider === 'google' ? ofGoogle : 'outlook_calendar_id'
  return changeSubOffice(deps, { officeId: space.office_id, subOfficeId }, { [field]: calendarId }, by)
}
