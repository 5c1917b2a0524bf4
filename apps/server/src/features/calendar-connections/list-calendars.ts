import type { Calendars, ConsentProvider } from '@keyhour/contract/calendars'
import { findOfficeForCalendars } from '#server/features/calendar-connections/queries.ts'
import { findAccount } from '#server/features/calendars/account-queries.ts'
import { describeCalendarFailure } from '#server/features/calendars/describe-calendar-failure.ts'
import { nameCalendars } from '#server/features/calendars/link-queries.ts'
import { openService } from '#server/features/calendars/open-service.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { CalendarFailed } from '#server/outside/calendar-service.ts'

export const NOT_CONNECTED = 'This office is not connected to this service.'

/** A list that cannot be read is empty, and says why. */
export async function listCalendars(
  deps: Deps,
  account: { office_id: number; provider: ConsentProvider },
): Promise<Calendars> {
  const { db } = deps
  orMissing(await findOfficeForCalendars(db, account.office_id), 'This office does not exist.')
  const known = await findAccount(db, account)
  if (!known || known.state === 'disconnected') return { calendars: [], failure: NOT_CONNECTED }
  try {
    const service = await openService(deps, db, account)
    const calendars = await service.listCalendars()
    await nameCalendars(db, account, calendars)
    return { calendars: calendars.map(({ id, name }) => ({ id, summary: name })), failure: null }
  } catch (error) {
    if (!(error instanceof CalendarFailed)) throw error
    return { calendars: [], failure: describeCalendarFailure(error.reason) }
  }
}
