import { CalendarAccount, PICKSPACE_NOT_CONFIGURED } from '@keyhour/contract/calendar-accounts'
import { findOfficeWithAccount, listAccountRows } from '#server/features/calendar-accounts/queries.ts'
import { openSecrets } from '#server/features/calendars/account-service.ts'
import { describeCalendarFailure } from '#server/features/calendars/describe-calendar-failure.ts'
import { openService } from '#server/features/calendars/open-service.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { CalendarFailed, type OutsideCalendar } from '#server/outside/calendar-service.ts'

const NO_OFFICE = 'This office does not exist.'

/** Without accounts whose settings are not complete: they are entered anew. */
export async function describeAccounts(deps: Deps, officeId: number): Promise<CalendarAccount[]> {
  const rows = await listAccountRows(deps.db, officeId)
  return rows.flatMap(({ provider, settings, credentials_sealed }) => {
    const secrets = credentials_sealed === null ? undefined : openSecrets(deps, credentials_sealed)
    const account = CalendarAccount.safeParse({
      provider,
      ...settings,
      ...(provider === 'nexudus' && {
        webhook_url: `${deps.config.publicUrl}/api/nexudus/webhooks/${officeId}`,
        has_webhook_secret: secrets?.webhook_secret !== undefined,
      }),
    })
    return account.success ? [account.data] : []
  })
}

type Account = { office_id: number; provider: 'nexudus' | 'roo' }

/** Empty if the office is not connected, and on a failure, which is told. */
export async function listRooms(
  deps: Deps,
  account: Account,
): Promise<{ rooms: OutsideCalendar[]; failure: string | null }> {
  const office = orMissing(await findOfficeWithAccount(deps.db, account), NO_OFFICE)
  if (office.credentials_sealed === null) return { rooms: [], failure: null }
  try {
    const service = await openService(deps, deps.db, account)
    return { rooms: await service.listCalendars(), failure: null }
  } catch (error) {
    if (!(error instanceof CalendarFailed)) throw error
    return { rooms: [], failure: describeCalendarFailure(error.reason) }
  }
}

export async function listPickspaceRooms(deps: Deps, office_id: number): Promise<OutsideCalendar[]> {
  const account = { office_id, provider: 'pickspace' as const }
  const office = orMissing(await findOfficeWithAccount(deps.db, account), NO_OFFICE)
  if (office.pickspace_location_id === null || office.credentials_sealed === null)
    throw new Refusal('missing', PICKSPACE_NOT_CONFIGURED)
  try {
    const service = await openService(deps, deps.db, account)
    return await service.listCalendars()
  } catch (error) {
    if (!(error instanceof CalendarFailed)) throw error
    throw new Refusal('unavailable', describeCalendarFailure(error.reason))
  }
}
