import type { AccountTest, CalendarAccountForm } from '@keyhour/contract/calendar-accounts'
import { tellOfficeChanged } from '#server/db/changes.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { lockSpaces } from '#server/features/availability/space-queries.ts'
import { findOfficeWithAccount } from '#server/features/calendar-accounts/queries.ts'
import { changeAccount, keepCalendarAccount } from '#server/features/calendars/account-queries.ts'
import {
  type AccountSecrets,
  openSecrets,
  type ServiceFacts,
  serviceOfAccount,
} from '#server/features/calendars/account-service.ts'
import { beginAnew } from '#server/features/calendars/begin-anew.ts'
import { describeCalendarFailure } from '#server/features/calendars/describe-calendar-failure.ts'
import { followLinksIn } from '#server/features/calendars/follow-links.ts'
import { reviveLinks } from '#server/features/calendars/revive-links.ts'
import { badField, orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { CalendarFailed } from '#server/outside/calendar-service.ts'
import { findHubAddressProblem, type HubAddressProblem } from '#server/outside/hub-address.ts'

/** Saved even if the test fails, with the failure: it may work tomorrow. */
export async function saveAccount(
  deps: Deps,
  office_id: number,
  form: CalendarAccountForm,
  by: Actor,
): Promise<AccountTest> {
  const { provider } = form
  refuseBadAddress(deps, form)
  const {
    credentials_sealed,
    settings: known,
    ...office
  } = orMissing(await findOfficeWithAccount(deps.db, { office_id, provider }), 'This office does not exist.')
  if (provider === 'pickspace' && !(office.pickspace_location_id && office.pickspace_email))
    throw new Refusal('conflict', 'Please save the Pickspace location and email of this office first.')
  const earlier = credentials_sealed === null ? undefined : openSecrets(deps, credentials_sealed)
  const secrets = secretsOf(form, isSameServer(form, known ?? {}) ? earlier : undefined)
  const settings = settingsOf(form)
  const test = await tryAccount(deps, provider, { ...office, settings }, secrets.secret)
  await deps.db.transaction(async (db) => {
    await lockSpaces(db, { office_id, sub_office_id: null })
    await keepCalendarAccount(db, {
      office_id,
      provider,
      settings,
      credentials_sealed: deps.secrets.seal(JSON.stringify(secrets)),
      connected_by: by.session.id,
      connected_at: deps.now().toISOString(),
    })
    if (test.works) await reviveLinks(deps, db, { office_id, provider })
    else await changeAccount(db, { office_id, provider }, { state: 'failing', failure: test.failure })
    await followLinksIn(deps, db, office_id, by)
    if (known && known.clock !== settings.clock) await beginAnew(deps, db, { office_id, provider })
    await tellOfficeChanged(db, office_id)
    const details = { provider }
    const act = { action: 'connect calendars', subject: 'office', subject_id: office_id, details } as const
    await auditAct(db, by, act, deps.now())
  })
  return test
}

function settingsOf(form: CalendarAccountForm): Record<string, unknown> {
  const { provider: _provider, secret: _secret, ...settings } = form
  if ('webhook_secret' in settings) delete settings.webhook_secret
  return settings
}

/** A secret is not sent to another server than the one it was entered for. */
function isSameServer(form: CalendarAccountForm, known: Record<string, unknown>): boolean {
  if (form.provider === 'pickspace') return known.tenant === form.tenant
  if (form.provider === 'roo')
    return typeof known.url === 'string' && new URL(known.url).origin === new URL(form.url).origin
  return true
}

function secretsOf(form: CalendarAccountForm, known: AccountSecrets | undefined): AccountSecrets {
  const secret = form.secret ?? known?.secret
  if (!secret) throw badField('secret', 'Cannot be empty')
  if (form.provider !== 'nexudus') return { secret }
  return { secret, webhook_secret: form.webhook_secret ?? known?.webhook_secret }
}

const SENTENCES: Record<HubAddressProblem, string> = {
  unreadable: 'Should be an address like https://rooms.example',
  credentials_in_it: 'Should not contain a user name or password',
  forbidden_network: 'Keyhour does not connect to this network',
  needs_https: 'Should start with https://',
}

function refuseBadAddress({ config: { webhookNetworks } }: Deps, form: CalendarAccountForm): void {
  const problem = form.provider === 'roo' && findHubAddressProblem(form.url, webhookNetworks)
  if (problem) throw badField('url', SENTENCES[problem])
}

async function tryAccount(
  deps: Deps,
  provider: CalendarAccountForm['provider'],
  facts: ServiceFacts,
  secret: string,
): Promise<AccountTest> {
  const began = performance.now()
  const took_ms = () => Math.round(performance.now() - began)
  try {
    const found = (await serviceOfAccount(deps, provider, facts, secret).listCalendars()).length
    return { works: true, failure: null, found, took_ms: took_ms() }
  } catch (error) {
    if (!(error instanceof CalendarFailed)) throw error
    return {
      works: false,
      failure: describeCalendarFailure(error.reason),
      found: null,
      took_ms: took_ms(),
    }
  }
}
