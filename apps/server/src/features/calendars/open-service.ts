import type { Db } from '#server/db/connection.ts'
import { accessTokens } from '#server/features/calendars/access-tokens.ts'
import type { AccountKey } from '#server/features/calendars/account-key.ts'
import { findAccount } from '#server/features/calendars/account-queries.ts'
import { openAccount } from '#server/features/calendars/account-service.ts'
import type { Deps } from '#server/http/routes.ts'
import { CalendarFailed, type CalendarService } from '#server/outside/calendar-service.ts'
import { googleCalendar, googleClient } from '#server/outside/google-calendar.ts'
import { outlookCalendar, outlookClient } from '#server/outside/microsoft-graph.ts'

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

const isRooms = ({ google_calendar_type }: Account): boolean => google_calendar_type === 'rooms'

/** Calls nobody yet. Throws if the office is not connected to it, or the service is not set up here. */
export async function openService(deps: Deps, db: Db, key: AccountKey): Promise<CalendarService> {
  const account = await findAccount(db, key)
  if (!account || account.state === 'disconnected') throw new CalendarFailed('consent_gone')
  return serviceOf(deps, key, account)
}

/** Also of an account that is being disconnected. `is_room`: what the calendar was when it was linked. */
export async function openLeftService(
  deps: Deps,
  db: Db,
  { office_id, provider, is_room = false }: AccountKey & { is_room?: boolean },
): Promise<CalendarService> {
  const account = await findAccount(db, { office_id, provider })
  if (!account) throw new CalendarFailed('consent_gone')
  const google_calendar_type = is_room ? 'rooms' : null
  return serviceOf(deps, { office_id, provider }, { ...account, google_calendar_type })
}

function serviceOf(deps: Deps, key: AccountKey, account: Account): CalendarService {
  const { office_id, provider } = key
  if (provider === 'nexudus' || provider === 'pickspace' || provider === 'roo')
    return openAccount(deps, { office_id, provider }, account)
  const { googleCalendar: google, outlook } = deps.config
  if (key.provider === 'google' && google)
    return googleCalendar(google, {
      token: accessTokens(deps, googleClient(google, isRooms(account)), key),
      now: deps.now,
      isRooms: isRooms(account),
    })
  if (key.provider === 'outlook' && outlook)
    return outlookCalendar(outlook, {
      token: accessTokens(deps, outlookClient(outlook), key),
      now: deps.now,
      timeZone: account.time_zone,
    })
  throw new CalendarFailed('not_supported')
}
