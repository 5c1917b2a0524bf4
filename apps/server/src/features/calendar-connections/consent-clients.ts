import type { ConsentProvider } from '@keyhour/contract/calendars'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { findGoogleEmail, googleClient } from '#server/outside/google-calendar.ts'
import { findOutlookEmail, outlookClient } from '#server/outside/microsoft-graph.ts'
import type { OAuthClient, Tokens } from '#server/outside/oauth.ts'

type ConsentClient = OAuthClient & {
  /** Whose account it is; null if it cannot be found out. */
  findEmail: (tokens: Tokens) => Promise<string | null>
}

/** Refuses a service that the operator has not set up. */
export function consentClientOf(deps: Deps, provider: ConsentProvider, isRooms: boolean): ConsentClient {
  const { config, now } = deps
  const signed = ({ access_token }: Tokens) => ({ token: async () => access_token, now })
  if (provider === 'google' && config.googleCalendar) {
    const setting = config.googleCalendar
    return {
      ...googleClient(setting, isRooms),
      findEmail: (tokens) => findGoogleEmail(setting, { ...signed(tokens), isRooms }),
    }
  }
  if (provider === 'outlook' && config.outlook) {
    const setting = config.outlook
    return {
      ...outlookClient(setting),
      findEmail: (tokens) => findOutlookEmail(setting, { ...signed(tokens), timeZone: 'UTC' }),
    }
  }
  throw new Refusal('unavailable', 'This calendar service is not set up here.')
}

/** The page of ours where people come back to. It must be registered at the service. */
export const redirectUriOf = ({ config }: Deps, provider: ConsentProvider): string =>
  `${config.publicUrl}/connect-calendar/${provider}`
