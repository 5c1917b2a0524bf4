import { createHash, randomBytes } from 'node:crypto'
import type { ConsentProvider } from '@keyhour/contract/calendars'
import type { Actor } from '#server/features/audit/queries.ts'
import { consentClientOf, redirectUriOf } from '#server/features/calendar-connections/consent-clients.ts'
import {
  findOfficeForCalendars,
  insertConsentRequest,
} from '#server/features/calendar-connections/queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { consentPageOf, makeVerifier } from '#server/outside/oauth.ts'

const LIFE_MS = 15 * 60_000

export const hashOfState = (state: string): Buffer => createHash('sha256').update(state).digest()

type Account = { office_id: number; provider: ConsentProvider }

/** Answers the page of the service where the admin consents. */
export async function startConsent(
  deps: Deps,
  { office_id, provider }: Account,
  { session }: Actor,
): Promise<{ url: string }> {
  const { db, secrets } = deps
  const office = orMissing(await findOfficeForCalendars(db, office_id), 'This office does not exist.')
  if (office.deleted_at !== null) throw new Refusal('conflict', 'This office was deleted.')
  const client = consentClientOf(deps, provider, office.google_calendar_type === 'rooms')
  const state = randomBytes(32).toString('base64url')
  const verifier = makeVerifier()
  const now = deps.now()
  const request = {
    state_hash: hashOfState(state),
    office_id,
    provider,
    user_id: session.id,
    session_id: session.sid,
    verifier_sealed: secrets.seal(verifier),
    expires_at: new Date(now.getTime() + LIFE_MS).toISOString(),
  }
  await insertConsentRequest(db, request, now)
  return { url: consentPageOf(client, { state, verifier, redirectUri: redirectUriOf(deps, provider) }) }
}
