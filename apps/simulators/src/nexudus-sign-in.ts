import { randomBytes } from 'node:crypto'
import type { Answer, Asked } from './loopback.ts'

export const NEXUDUS_ROLES = [
  'Business-List',
  'Resource-List',
  'Booking-List',
  'Booking-Read',
  'Booking-Create',
  'Booking-Edit',
  'Booking-Delete',
] as const
export type NexudusRole = (typeof NEXUDUS_ROLES)[number]

type Options = { now: () => Date; email: string; password: string }

const ACCESS_LIFE_S = 604_799
const REFRESH_LIFE_MS = 15 * 86_400_000

const refuse = (error: string, error_description: string): Answer => ({
  status: 400,
  json: { error, error_description },
})

/** An administrator, by e-mail and password or by token. */
export function simulateAdministrator({ now, email, password }: Options) {
  const access = new Map<string, number>()
  const refresh = new Map<string, number>()
  let roles: NexudusRole[] = [...NEXUDUS_ROLES]
  let hasApi = true

  function issue(): Answer {
    const [access_token, refresh_token] = [randomBytes(24), randomBytes(24)].map((one) => one.toString('hex'))
    access.set(access_token!, now().getTime() + ACCESS_LIFE_S * 1000)
    refresh.clear()
    refresh.set(refresh_token!, now().getTime() + REFRESH_LIFE_MS)
    return {
      status: 200,
      json: { access_token, token_type: 'bearer', expires_in: ACCESS_LIFE_S, refresh_token },
    }
  }

  function answerToken({ headers, body }: Asked): Answer {
    const form = headers['content-type']?.includes('form') ? new URLSearchParams(body) : new URLSearchParams()
    if (form.get('grant_type') === 'password') {
      const isKnown = hasApi && form.get('username') === email && form.get('password') === password
      return isKnown ? issue() : refuse('invalid_grant', 'The user name or password is incorrect.')
    }
    if (form.get('grant_type') !== 'refresh_token')
      return refuse('unsupported_grant_type', 'The grant type is not supported.')
    const until = refresh.get(form.get('refresh_token') ?? '') ?? 0
    const isGood = hasApi && until > now().getTime() && headers.client_id === email
    return isGood ? issue() : refuse('invalid_grant', 'The refresh token is invalid.')
  }

  const basic = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`

  return {
    answerToken,
    isAllowed({ headers: { authorization = '' } }: Asked, role: NexudusRole): boolean {
      const until = access.get(authorization.replace(/^bearer /i, '')) ?? 0
      return hasApi && roles.includes(role) && (authorization === basic || until > now().getTime())
    },
    acts: {
      /** As if API access were switched off for this person; true switches it on again. */
      revoke: (isAllowedAgain = false) => {
        hasApi = isAllowedAgain
      },
      takeRole: (role: NexudusRole) => {
        roles = roles.filter((one) => one !== role)
      },
      /** Access tokens issued so far are refused. */
      expireAccessTokens: () => access.clear(),
    },
  }
}
