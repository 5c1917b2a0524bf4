import { onTestFinished } from 'vitest'
import { type MicrosoftGraphOptions, simulateMicrosoftGraph } from '../src/microsoft-graph.ts'
import { call, type Json, type Reply, type Sent } from './caller.ts'
import { BACK } from './google.ts'

const SCOPES = 'offline_access User.Read Calendars.ReadWrite'

/** A simulated Microsoft, and a caller with the consent of its first account. */
export async function startGraph(options: Partial<MicrosoftGraphOptions> = {}) {
  const clock = { now: '2026-03-02T08:00:00Z' }
  const graph = await simulateMicrosoftGraph({ now: () => new Date(clock.now), retryMs: 1, ...options })
  onTestFinished(graph.close)
  const { clientId: client_id, clientSecret: client_secret } = graph

  const pageUrl = (more: Record<string, string> = {}) =>
    `${graph.loginUrl}/common/oauth2/v2.0/authorize?${new URLSearchParams({
      client_id,
      redirect_uri: BACK,
      response_type: 'code',
      response_mode: 'query',
      scope: SCOPES,
      state: 'office 7',
      ...more,
    })}`
  const askForTokens = (form: Record<string, string>): Promise<Reply> =>
    call('POST', `${graph.loginUrl}/common/oauth2/v2.0/token`, {
      form: { client_id, client_secret, ...form },
    })
  const connect = async (more: Record<string, string> = {}, account?: string): Promise<Json> => {
    const code = new URL(graph.allow(pageUrl(more), { account })).searchParams.get('code')!
    return (await askForTokens({ grant_type: 'authorization_code', code, redirect_uri: BACK })).json
  }
  const refresh = (refresh_token: string): Promise<Reply> =>
    askForTokens({ grant_type: 'refresh_token', refresh_token })

  let { access_token } = await connect()
  const ask = (method: string, path: string, sent: Sent = {}): Promise<Reply> =>
    call(method, path.startsWith('http') ? path : graph.graphUrl + path, {
      ...sent,
      headers: { authorization: `Bearer ${access_token}`, ...sent.headers },
    })
  const useToken = (token: string) => {
    access_token = token
  }
  return { ...graph, clock, pageUrl, askForTokens, connect, refresh, ask, useToken }
}

export const inCalendar = (id: string, rest: string) => `/me/calendars/${encodeURIComponent(id)}${rest}`
export const eventAt = (id: string) => `/me/events/${encodeURIComponent(id)}`

/** As a caller of the API writes them. */
export const graphTimes = ({ start, end }: { start: string; end: string }, timeZone = 'UTC') => ({
  start: { dateTime: start.replace('Z', ''), timeZone },
  end: { dateTime: end.replace('Z', ''), timeZone },
})
