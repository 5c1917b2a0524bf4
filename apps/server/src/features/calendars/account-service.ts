import { CalendarAccountForm } from '@keyhour/contract/calendar-accounts'
import { tellOfficeChanged } from '#server/db/changes.ts'
import type { AccountKey } from '#server/features/calendars/account-key.ts'
import { noteHealth } from '#server/features/calendars/account-queries.ts'
import { describeCalendarFailure } from '#server/features/calendars/describe-calendar-failure.ts'
import type { Deps } from '#server/http/routes.ts'
import { CalendarFailed, type CalendarService } from '#server/outside/calendar-service.ts'
import { mayCall } from '#server/outside/hub-address.ts'
import { nexudus } from '#server/outside/nexudus.ts'
import { pickspace } from '#server/outside/pickspace.ts'
import { roo } from '#server/outside/roo.ts'

export type AccountSecrets = {
  secret: string
  /** With which Nexudus signs what it tells us. */
  webhook_secret?: string | undefined
}

export const openSecrets = ({ secrets }: Pick<Deps, 'secrets'>, sealed: string): AccountSecrets =>
  JSON.parse(secrets.open(sealed)) as AccountSecrets

/** What an account is called with: what was entered for it, and some fields of the office. */
export type ServiceFacts = {
  settings: Record<string, unknown>
  time_zone: string
  pickspace_email: string | null
  pickspace_location_id: string | null
}

type Provider = CalendarAccountForm['provider']

/** The service of an account that is used with a password or a token. Calls nobody yet. */
export function serviceOfAccount(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  provider: Provider,
  { settings, ...office }: ServiceFacts,
  secret: string,
): CalendarService {
  const parsed = CalendarAccountForm.safeParse({ provider, ...settings })
  // Rows from before the settings had this shape: an admin has to enter them again.
  if (!parsed.success || !secret) throw new CalendarFailed('consent_gone')
  const account = parsed.data
  if (account.provider === 'nexudus') {
    const { email, business_id, clock } = account
    const time_zone = clock === 'office' ? office.time_zone : 'UTC'
    return nexudus({ url: config.nexudusUrl, now }, { email, business_id, time_zone, password: secret })
  }
  if (account.provider === 'pickspace') {
    const { pickspace_email: email, pickspace_location_id: location_id } = office
    if (email === null || location_id === null) throw new CalendarFailed('not_supported')
    return pickspace(
      { url: config.pickspaceUrl, now },
      { tenant: account.tenant, email, location_id, password: secret },
    )
  }
  const { protocol, origin } = new URL(account.url)
  const standIn = config.standIns[origin]
  if (standIn) return roo({ now }, { ...account, url: standIn, token: secret })
  const isAllowed = (address: string) => mayCall(address, protocol, config.webhookNetworks)
  return roo({ now, mayCall: isAllowed }, { ...account, token: secret })
}

type Row = ServiceFacts & { state: string; credentials_sealed: string | null }

/** The same for a connected office, whose state follows what the service says of our password. */
export function openAccount(
  deps: Deps,
  key: AccountKey & { provider: Provider },
  { state, credentials_sealed, ...facts }: Row,
): CalendarService {
  if (credentials_sealed === null) throw new CalendarFailed('consent_gone')
  const { secret } = openSecrets(deps, credentials_sealed)
  const service = serviceOfAccount(deps, key.provider, facts, secret)

  async function note(health: Parameters<typeof noteHealth>[3]): Promise<void> {
    if (await noteHealth(deps.db, key, credentials_sealed!, health))
      await tellOfficeChanged(deps.db, key.office_id)
  }
  const noted =
    <Given extends unknown[], T>(call: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      try {
        const answer = await call(...given)
        if (state === 'failing') await note({ state: 'connected', failure: null })
        return answer
      } catch (error) {
        if (error instanceof CalendarFailed && error.reason === 'consent_gone' && state !== 'failing')
          await note({ state: 'failing', failure: describeCalendarFailure('consent_gone') })
        throw error
      }
    }
  return {
    listCalendars: noted(service.listCalendars),
    read: noted(service.read),
    write: noted(service.write),
    remove: noted(service.remove),
    channels: service.channels,
  }
}
