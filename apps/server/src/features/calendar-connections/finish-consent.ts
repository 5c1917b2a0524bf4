import type { ConsentProvider } from '@keyhour/contract/calendars'
import { recordChange, refuseDeletedOffice } from '#server/features/admin-offices/office-changes.ts'
import { lockOffice } from '#server/features/admin-offices/office-queries.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { lockSpaces } from '#server/features/availability/space-queries.ts'
import { consentClientOf, redirectUriOf } from '#server/features/calendar-connections/consent-clients.ts'
import { findOfficeForCalendars, takeRequest } from '#server/features/calendar-connections/queries.ts'
import { hashOfState } from '#server/features/calendar-connections/start-consent.ts'
import { sealTokens } from '#server/features/calendars/access-tokens.ts'
import { keepCalendarAccount } from '#server/features/calendars/account-queries.ts'
import { describeCalendarFailure } from '#server/features/calendars/describe-calendar-failure.ts'
import { followLinksIn } from '#server/features/calendars/follow-links.ts'
import { reviveLinks } from '#server/features/calendars/revive-links.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { CalendarFailed } from '#server/outside/calendar-service.ts'
import { redeemCode, type Tokens } from '#server/outside/oauth.ts'

type Return = { provider: ConsentProvider; state: string; code?: string | undefined }

const tooLate = () =>
  new Refusal('conflict', 'This was started in another session or too long ago. Please connect again.')

/** The admin is back from the pages of the service. Works once, and only in the session that began it. */
export async function finishConsent(
  deps: Deps,
  { provider, state, code }: Return,
  by: Actor,
): Promise<{ office_id: number }> {
  const { id: user_id, sid: session_id } = by.session
  const came = { state_hash: hashOfState(state), provider, user_id, session_id }
  const request = await takeRequest(deps.db, came)
  if (!request || Date.parse(request.expires_at) <= deps.now().getTime()) throw tooLate()
  const { office_id } = request
  if (code === undefined)
    throw new Refusal('conflict', 'Nothing was connected, because the permission was not given.')
  const office = orMissing(await findOfficeForCalendars(deps.db, office_id), 'This office does not exist.')
  const client = consentClientOf(deps, provider, office.google_calendar_type === 'rooms')
  const verifier = deps.secrets.open(request.verifier_sealed)
  const redirectUri = redirectUriOf(deps, provider)
  const tokens = await orRefuse(redeemCode(client, { code, verifier, redirectUri }, { now: deps.now() }))
  const account = await orNull(client.findEmail(tokens))
  await connect(deps, { office_id, provider, tokens, account }, by)
  return { office_id }
}

async function orRefuse(redeemed: Promise<Tokens>): Promise<Tokens> {
  try {
    return await redeemed
  } catch (error) {
    if (!(error instanceof CalendarFailed)) throw error
    if (error.reason === 'consent_gone') throw tooLate()
    if (error.reason === 'forbidden')
      throw new Refusal(
        'conflict',
        'Some permissions were left out. Please connect again and allow all of them.',
      )
    throw new Refusal('unavailable', describeCalendarFailure(error.reason))
  }
}

/** The account works without its name. */
async function orNull(email: Promise<string | null>): Promise<string | null> {
  try {
    return await email
  } catch (error) {
    if (error instanceof CalendarFailed) return null
    throw error
  }
}

type Connection = { office_id: number; provider: ConsentProvider; tokens: Tokens; account: string | null }

async function connect(
  deps: Deps,
  { office_id, provider, tokens, account }: Connection,
  by: Actor,
): Promise<void> {
  await deps.db.transaction(async (db) => {
    const office = orMissing(await lockOffice(db, office_id), 'This office does not exist.')
    refuseDeletedOffice(office)
    await lockSpaces(db, { office_id, sub_office_id: null })
    await keepCalendarAccount(db, {
      office_id,
      provider,
      settings: { account },
      credentials_sealed: sealTokens(deps, tokens),
      connected_by: by.session.id,
      connected_at: deps.now().toISOString(),
    })
    await reviveLinks(deps, db, { office_id, provider })
    await followLinksIn(deps, db, office_id, by)
    await recordChange(deps, db, by, { action: 'connect calendar', office_id, details: { provider } })
  })
}
