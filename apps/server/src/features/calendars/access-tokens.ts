import { tellOfficeChanged } from '#server/db/changes.ts'
import type { AccountKey } from '#server/features/calendars/account-key.ts'
import {
  changeAccount,
  findAccount,
  lockCalendarAccount,
} from '#server/features/calendars/account-queries.ts'
import { describeCalendarFailure } from '#server/features/calendars/describe-calendar-failure.ts'
import { databaseTrouble } from '#server/http/database-errors.ts'
import type { Deps } from '#server/http/routes.ts'
import { CalendarFailed } from '#server/outside/calendar-service.ts'
import type { AccessToken } from '#server/outside/call-account.ts'
import { type OAuthClient, renewTokens, type Tokens } from '#server/outside/oauth.ts'

/** A token that is about to expire might do so on its way. */
const MARGIN_MS = 60_000
/** Shorter than others wait for the lock. */
const RENEWAL_MS = 6000

export const sealTokens = ({ secrets }: Pick<Deps, 'secrets'>, tokens: Tokens): string =>
  secrets.seal(JSON.stringify(tokens))

export const openTokens = ({ secrets }: Pick<Deps, 'secrets'>, sealed: string): Tokens =>
  JSON.parse(secrets.open(sealed)) as Tokens

type Row = { state: string; credentials_sealed: string | null }

/** Only someone who connects the office again brings a lost consent back. */
function tokensIn(deps: Deps, row: Row | undefined): Tokens {
  if (!row?.credentials_sealed || row.state === 'failing') throw new CalendarFailed('consent_gone')
  return openTokens(deps, row.credentials_sealed)
}

/**
 * Access tokens of a connected account, renewed when they expire or are refused. One server renews at a time, and keeps
 * what it gets before anybody uses it: a refresh token may work only once. So it has a transaction of its own, which no
 * caller can roll back.
 */
export function accessTokens(deps: Deps, client: OAuthClient, account: AccountKey): AccessToken {
  const works = ({ access_token, expires_at }: Tokens, refused?: string) =>
    access_token !== refused && Date.parse(expires_at) - deps.now().getTime() > MARGIN_MS

  async function renew(refused: string | undefined): Promise<string> {
    const outcome = await deps.db.transaction(async (db) => {
      const row = await lockCalendarAccount(db, account)
      const known = tokensIn(deps, row)
      if (works(known, refused)) return known.access_token
      try {
        const circumstances = { now: deps.now(), ms: RENEWAL_MS }
        const renewed = await renewTokens(client, known.refresh_token, circumstances)
        const { refresh_token = known.refresh_token, ...rest } = renewed
        const credentials_sealed = sealTokens(deps, { ...rest, refresh_token })
        await changeAccount(db, account, { credentials_sealed })
        return rest.access_token
      } catch (error) {
        if (!(error instanceof CalendarFailed && error.reason === 'consent_gone')) throw error
        if (row!.state === 'connected') {
          const failure = describeCalendarFailure('consent_gone')
          await changeAccount(db, account, { state: 'failing', failure })
          await tellOfficeChanged(db, account.office_id)
        }
        return error
      }
    })
    if (outcome instanceof CalendarFailed) throw outcome
    return outcome
  }

  return async (refused) => {
    const known = tokensIn(deps, await findAccount(deps.db, account))
    if (works(known, refused)) return known.access_token
    try {
      return await renew(refused)
    } catch (error) {
      // Others have waited for the service, too.
      throw databaseTrouble(error) === 'too slow' ? new CalendarFailed('too_slow') : error
    }
  }
}
