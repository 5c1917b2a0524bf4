import { onTestFinished } from 'vitest'
import { type GoogleCalendarOptions, simulateGoogleCalendar } from '../src/google-calendar.ts'
import { call, type Reply, type Sent } from './caller.ts'

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`

export const SCOPES = [
  'calendar.calendarlist.readonly',
  'calendar.events',
  'calendar.freebusy',
  'admin.directory.resource.calendar.readonly',
].map(scope)

export const BACK = 'https://keyhour.test/back'

/** A simulated Google, and a caller with the consent of its first account. */
export async function startGoogle(options: Partial<GoogleCalendarOptions> = {}) {
  const clock = { now: '2026-03-02T08:00:00Z' }
  const google = await simulateGoogleCalendar({ now: () => new Date(clock.now), retryMs: 1, ...options })
  onTestFinished(google.close)
  const { clientId: client_id, clientSecret: client_secret } = google

  const pageUrl = (more: Record<string, string> = {}) =>
    `${google.accountsUrl}/o/oauth2/v2/auth?${new URLSearchParams({
      client_id,
      redirect_uri: BACK,
      response_type: 'code',
      scope: SCOPES.join(' '),
      access_type: 'offline',
      prompt: 'consent',
      state: 'office 7',
      ...more,
    })}`
  const askForTokens = (form: Record<string, string>): Promise<Reply> =>
    call('POST', `${google.oauthUrl}/token`, { form: { client_id, client_secret, ...form } })
  const redeem = (back: string, more: Record<string, string> = {}): Promise<Reply> =>
    askForTokens({
      ...more,
      grant_type: 'authorization_code',
      code: new URL(back).searchParams.get('code')!,
      redirect_uri: BACK,
    })
  const connect = async (account?: string) => (await redeem(google.allow(pageUrl(), { account }))).json
  const refresh = (refresh_token: string): Promise<Reply> =>
    askForTokens({ grant_type: 'refresh_token', refresh_token })

  let { access_token } = await connect()
  const ask = (method: string, path: string, sent: Sent = {}): Promise<Reply> =>
    call(method, path.startsWith('http') ? path : google.calendarUrl + path, {
      ...sent,
      headers: { authorization: `Bearer ${access_token}`, ...sent.headers },
    })
  const useToken = (token: string) => {
    access_token = token
  }
  return { ...google, clock, pageUrl, askForTokens, redeem, connect, refresh, ask, useToken }
}

export const eventsOf = (calendarId: string, rest = '') =>
  `/calendars/${encodeURIComponent(calendarId)}/events${rest}`

export const MORNING = { start: '2026-03-09T07:00:00Z', end: '2026-03-09T08:00:00Z' }
export const NOON = { start: '2026-03-09T10:00:00Z', end: '2026-03-09T11:00:00Z' }

/** As a caller of the API writes them. */
export const timesOf = ({ start, end }: { start: string; end: string }) => ({
  start: { dateTime: start, timeZone: 'UTC' },
  end: { dateTime: end, timeZone: 'UTC' },
})
