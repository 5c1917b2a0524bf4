import type { simulateGoogleCalendar } from '@keyhour/simulators/google-calendar'
import { sealTokens } from '../../server/src/features/calendars/access-tokens.ts'
import { googleClient } from '../../server/src/outside/google-calendar.ts'
import { consentPageOf, makeVerifier, redeemCode } from '../../server/src/outside/oauth.ts'
import { makeSecrets } from '../../server/src/secrets/secrets.ts'
import { now, SECRET_KEY } from './outside-database.ts'

type Google = Awaited<ReturnType<typeof simulateGoogleCalendar>>

export const googleSettings = ({ clientId, clientSecret, url }: Google) => ({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  GOOGLE_URL: url,
})

/** What an integration keeps once someone has consented on the pages of Google. */
export async function consentAt({ clientId, clientSecret, url, allow }: Google): Promise<string> {
  const client = googleClient({ clientId, clientSecret, url }, false)
  const way = { verifier: makeVerifier(), redirectUri: 'http://127.0.0.1:3000/back' }
  const page = consentPageOf(client, { state: 'some state', ...way })
  const code = new URL(allow(page, {})).searchParams.get('code')!
  const tokens = await redeemCode(client, { code, ...way }, { now: now() })
  return sealTokens({ secrets: makeSecrets(SECRET_KEY) }, tokens)
}
