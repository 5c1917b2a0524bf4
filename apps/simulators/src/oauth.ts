import { createHash, randomBytes } from 'node:crypto'
import type { Answer, Asked } from './loopback.ts'
import { consentPage, refusedPage } from './oauth-page.ts'

export type Account = { email: string; name: string }

/** Of a refresh token that is used: whether a new one is issued, and whether the old one still works. */
export type Rotation = 'stays' | 'is replaced' | 'is replaced and ends'

export type OAuthError = 'invalid_grant' | 'invalid_client' | 'invalid_request' | 'unsupported_grant_type'

type Options = {
  now: () => Date
  service: string
  clientId: string
  clientSecret: string
  accounts: Account[]
  prefixes: { code: string; access: string; refresh: string }
  rotation: Rotation
  /** Whether a person can leave out some of what is asked for. */
  isSelective: boolean
  /** Whether the answer to this request will hold a refresh token. */
  isOffline: (request: URLSearchParams, isFirstConsent: boolean) => boolean
  refuse: (error: OAuthError, description: string) => Answer
  /** Only these are accepted; any, when left out. */
  redirectUris?: string[]
  accessLifeMs?: number
}

type Consent = { email: string; scopes: string[] }
type Code = Consent & { redirectUri: string; challenge: string | null; isOffline: boolean; until: number }
type Choice = { account?: string | undefined; scopes?: string[] | undefined }

const CODE_LIFE_MS = 10 * 60_000
const ACCESS_LIFE_MS = 3_599_000

const secret = () => randomBytes(24).toString('base64url')

type Tokens = {
  codes: Map<string, Code>
  accessTokens: Map<string, Consent & { until: number }>
  refreshTokens: Map<string, Consent>
  consents: Map<string, string[]>
  /** The refresh tokens of accounts that always get the same one. */
  lasting: Map<string, string>
}

/** The page where a person decides, and where the browser goes from there. */
function simulateConsentPage(options: Options, { codes, consents }: Tokens) {
  const { now, clientId, accounts, service, isSelective } = options

  function findFault(request: URLSearchParams): string | undefined {
    if (request.get('client_id') !== clientId) return 'Error 401: invalid_client'
    const redirectUri = request.get('redirect_uri')
    if (!redirectUri || (options.redirectUris && !options.redirectUris.includes(redirectUri)))
      return 'Error 400: redirect_uri_mismatch'
    return request.get('response_type') === 'code' && request.get('scope')
      ? undefined
      : 'Error 400: invalid_request'
  }

  function allow(request: URLSearchParams, { account, scopes }: Choice): string {
    const email = account ?? accounts[0]!.email
    const asked = request.get('scope')!.split(' ')
    const chosen = scopes && isSelective ? asked.filter((scope) => scopes.includes(scope)) : asked
    const earlier = consents.get(email)
    const kept = request.get('include_granted_scopes') === 'true' ? (earlier ?? []) : []
    const granted = [...new Set([...kept, ...chosen])]
    consents.set(email, granted)
    const code = options.prefixes.code + secret()
    codes.set(code, {
      email,
      scopes: granted,
      redirectUri: request.get('redirect_uri')!,
      challenge: request.get('code_challenge'),
      isOffline: options.isOffline(request, earlier === undefined),
      until: now().getTime() + CODE_LIFE_MS,
    })
    return backTo(request, { code, scope: granted.join(' ') })
  }

  const cancel = (request: URLSearchParams): string => backTo(request, { error: 'access_denied' })

  function answerPage({ method, query, body }: Asked): Answer {
    const fault = findFault(query)
    if (fault) return { status: 400, html: refusedPage(service, fault) }
    if (method !== 'POST') {
      const scopes = query.get('scope')!.split(' ')
      return { status: 200, html: consentPage({ service, accounts, scopes, isSelective }) }
    }
    const form = new URLSearchParams(body)
    const choice = { account: form.get('account') ?? undefined, scopes: form.getAll('scope') }
    const location = form.get('decision') === 'allow' ? allow(query, choice) : cancel(query)
    return { status: 302, headers: { location } }
  }

  /** Throws for a request that the page would refuse. */
  function requestIn(url: string): URLSearchParams {
    const request = new URL(url).searchParams
    const fault = findFault(request)
    if (fault) throw new Error(fault)
    return request
  }

  return {
    answerPage,
    allow: (url: string, choice: Choice = {}) => allow(requestIn(url), choice),
    cancel: (url: string) => cancel(requestIn(url)),
  }
}

function simulateTokenEndpoint(options: Options, { codes, accessTokens, refreshTokens, lasting }: Tokens) {
  const { now, clientId, clientSecret, prefixes, refuse, accessLifeMs = ACCESS_LIFE_MS } = options
  let { rotation } = options

  function issue({ email, scopes }: Consent, refreshToken: string | undefined): Answer {
    const access_token = prefixes.access + secret()
    for (const [token, { until }] of accessTokens) if (until <= now().getTime()) accessTokens.delete(token)
    accessTokens.set(access_token, { email, scopes, until: now().getTime() + accessLifeMs })
    if (refreshToken) refreshTokens.set(refreshToken, { email, scopes })
    return {
      status: 200,
      json: {
        access_token,
        expires_in: Math.floor(accessLifeMs / 1000),
        ...(refreshToken && { refresh_token: refreshToken }),
        scope: scopes.join(' '),
        token_type: 'Bearer',
      },
      headers: { 'cache-control': 'no-store' },
    }
  }

  const newRefreshToken = ({ email }: Consent) => lasting.get(email) ?? prefixes.refresh + secret()

  function redeem(form: URLSearchParams): Answer {
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const isGood =
      code &&
      code.until > now().getTime() &&
      code.redirectUri === form.get('redirect_uri') &&
      isProven(code.challenge, form.get('code_verifier'))
    if (!isGood) return refuse('invalid_grant', 'Malformed auth code.')
    return issue(code, code.isOffline ? newRefreshToken(code) : undefined)
  }

  function refresh(form: URLSearchParams): Answer {
    const token = form.get('refresh_token') ?? ''
    const consent = refreshTokens.get(token)
    if (!consent) return refuse('invalid_grant', 'Token has been expired or revoked.')
    if (rotation === 'is replaced and ends') refreshTokens.delete(token)
    return issue(consent, rotation === 'stays' ? undefined : newRefreshToken(consent))
  }

  return {
    answerToken({ headers, body }: Asked): Answer {
      if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
        return refuse('invalid_request', 'The request body must be a form.')
      const form = new URLSearchParams(body)
      if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
        return refuse('invalid_client', 'The OAuth client was not found.')
      if (form.get('grant_type') === 'authorization_code') return redeem(form)
      return form.get('grant_type') === 'refresh_token'
        ? refresh(form)
        : refuse('unsupported_grant_type', 'Invalid grant_type.')
    },
    rotate: (next: Rotation) => {
      rotation = next
    },
  }
}

/** The accounts of a service, their consents, and the tokens that stand for them. */
export function simulateOAuth(options: Options) {
  const { now, accounts } = options
  const tokens: Tokens = {
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    consents: new Map(),
    lasting: new Map(),
  }
  const { answerPage, allow, cancel } = simulateConsentPage(options, tokens)
  const { answerToken, rotate } = simulateTokenEndpoint(options, tokens)
  const { codes, accessTokens, refreshTokens, consents, lasting } = tokens

  /** Ends everything that the person has ever allowed. */
  function revoke(email: string): void {
    consents.delete(email)
    for (const issued of [accessTokens, refreshTokens, codes])
      for (const [token, consent] of issued) if (consent.email === email) issued.delete(token)
  }

  return {
    answerPage,
    answerToken,
    emailOf: (token: string) => (refreshTokens.get(token) ?? accessTokens.get(token))?.email,
    /** Whose token this is, and what it may be used for. */
    findConsent(authorization = ''): Consent | undefined {
      const found = accessTokens.get(authorization.replace(/^Bearer /, ''))
      return found && found.until > now().getTime() ? found : undefined
    },
    acts: {
      addAccount: (account: Account) => void accounts.push(account),
      /** As if a person pressed Allow on the page at this address. Answers where the browser goes next. */
      allow,
      /** The same for Cancel. */
      cancel,
      /**
       * As if the account had consented before. From then on it always gets this refresh token, so that it is still known
       * to a simulator that was started again.
       */
      grant({ email, scopes, refreshToken }: Consent & { refreshToken: string }) {
        consents.set(email, scopes)
        lasting.set(email, refreshToken)
        refreshTokens.set(refreshToken, { email, scopes })
      },
      /** As if a person withdrew the consent in the settings of the account. */
      revoke,
      /** Access tokens issued so far are refused; refresh tokens still work. */
      expireAccessTokens: () => accessTokens.clear(),
      /** What happens from now on to a refresh token that is used. */
      rotate,
    },
  }
}

function backTo(request: URLSearchParams, answer: Record<string, string>): string {
  const url = new URL(request.get('redirect_uri')!)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  const state = request.get('state')
  if (state !== null) url.searchParams.set('state', state)
  return url.href
}

const isProven = (challenge: string | null, verifier: string | null): boolean =>
  challenge === null ||
  challenge ===
    createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url')
