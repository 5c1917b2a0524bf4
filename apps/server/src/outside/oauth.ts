import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { CalendarFailed } from '#server/outside/calendar-service.ts'
import { callCalendar, readAnswer, waitOf } from '#server/outside/call-calendar.ts'
import { type Answer, parseJson } from '#server/outside/line.ts'

/** Our registration at a service whose accounts people connect. */
export type OAuthClient = {
  clientId: string
  clientSecret: string
  /** Where people consent. */
  pageUrl: string
  tokenUrl: string
  scopes: string[]
  /** Without these nothing works, so leaving them out counts as no consent. */
  neededScopes: string[]
  /** What else the page wants. */
  pageSettings: Record<string, string>
}

/** Secret. */
export type Tokens = {
  access_token: string
  /** Of the access token. */
  expires_at: string
  refresh_token: string
}

/** Tokens without a refresh token of their own. */
type Renewed = Omit<Tokens, 'refresh_token'> & { refresh_token?: string | undefined }

type Circumstances = { now: Date; ms?: number }

const Granted = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().optional(),
})
const Refused = z.object({ error: z.string().max(100) })

/** The answers after which a person has to consent again. */
const CONSENT_GONE = ['invalid_grant', 'interaction_required', 'consent_required']

/** Proves that the one who redeems a code is the one who asked for it. */
export const makeVerifier = (): string => randomBytes(32).toString('base64url')

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

export type ConsentPage = { state: string; verifier: string; redirectUri: string }

export function consentPageOf(client: OAuthClient, { state, verifier, redirectUri }: ConsentPage): string {
  const url = new URL(client.pageUrl)
  const fields = {
    ...client.pageSettings,
    client_id: client.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: client.scopes.join(' '),
    state,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

type Code = { code: string; verifier: string; redirectUri: string }

/** Throws `forbidden` if the person left out something that we need. */
export async function redeemCode(
  client: OAuthClient,
  { code, verifier, redirectUri }: Code,
  circumstances: Circumstances,
): Promise<Tokens> {
  const form = {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  }
  const { refresh_token, scope, ...tokens } = await askForTokens(client, form, circumstances)
  const granted = scope?.toLowerCase().split(' ')
  const isMissing = (name: string) => !granted?.some((one) => one.endsWith(name.toLowerCase()))
  if (granted && client.neededScopes.some(isMissing))
    throw new CalendarFailed('forbidden', { code: 'scopes left out' })
  if (!refresh_token) throw new CalendarFailed('unreadable', { code: 'no refresh token' })
  return { ...tokens, refresh_token }
}

/** The answer has a new refresh token only if the service replaces it: then the old one must be forgotten. */
export async function renewTokens(
  client: OAuthClient,
  refresh_token: string,
  circumstances: Circumstances,
): Promise<Renewed> {
  const { scope, ...tokens } = await askForTokens(
    client,
    { grant_type: 'refresh_token', refresh_token },
    circumstances,
  )
  return tokens
}

async function askForTokens(
  { clientId, clientSecret, tokenUrl }: OAuthClient,
  form: Record<string, string>,
  { now, ms }: Circumstances,
): Promise<Renewed & { scope?: string | undefined }> {
  const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const answer = await callCalendar(
    { url: tokenUrl, ...(ms && { ms }) },
    { path: '', method: 'POST', headers, body },
  )
  if (answer.status !== 200) throw refusalIn(answer, now)
  const { expires_in, ...tokens } = readAnswer(answer, Granted)
  return { ...tokens, expires_at: new Date(now.getTime() + expires_in * 1000).toISOString() }
}

function refusalIn(answer: Answer, now: Date): CalendarFailed {
  const { status, text } = answer
  const waitMs = waitOf(answer, now)
  if (status === 429) return new CalendarFailed('throttled', { waitMs: waitMs ?? 30_000 })
  if (status >= 500) return new CalendarFailed('out_of_order', { ...(waitMs && { waitMs }) })
  const code = Refused.safeParse(parseJson(text)).data?.error
  if (!code) return new CalendarFailed('unreadable')
  return CONSENT_GONE.includes(code)
    ? new CalendarFailed('consent_gone')
    : new CalendarFailed('forbidden', { code })
}
