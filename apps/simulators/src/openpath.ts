import { randomUUID } from 'node:crypto'
import { type Answer, type Asked, answerOnLoopback } from './loopback.ts'
import { findRoute, readObject } from './routes.ts'

type SimulatedEntry = {
  id: number
  name: string
  refusesCloudKeys?: boolean
}

type Options = {
  now: () => Date
  entries?: SimulatedEntry[]
  /** If given, required besides the password. */
  totpCode?: string
  tokenLifeMs?: number
}

type Credential = {
  userId: number
  typeId: number
  startDate: string | undefined
  endDate: string | undefined
  pin: string | undefined
}

type GuestLink = {
  entryIds: number[]
  notBefore: string | undefined
  expires: string | undefined
  credentialId: number
}

const ORG = 48213
const USER = 7001
const CLOUD_KEY = 9001
const EMAIL = 'doors@keyhour.test'
const PASSWORD = 'cloud-password'
const TYPES = [
  { id: 1, name: 'Mobile', modelName: 'mobile' },
  { id: 27, name: 'Cloud Key', modelName: 'cloudKey' },
  { id: 31, name: 'PIN', modelName: 'pincode' },
]
const [, CLOUD_KEY_TYPE, PIN_TYPE] = TYPES.map(({ id }) => id)
const DAY_MS = 24 * 3_600_000

/** Only the status of a refusal is documented; its body is a guess that nobody should rely on. */
const refusal = (status: number, name: string): Answer => ({ status, json: { name, message: name } })
const created = (data: unknown): Answer => ({ status: 201, json: { data } })
const NOTHING: Answer = { status: 204 }

type SignInOptions = Pick<Options, 'now'> & { totpCode: string | undefined; tokenLifeMs: number }

type LinkOptions = Pick<Options, 'now'> & {
  hasCredential: (id: number) => boolean
  unlock: (entryId: unknown, by: string) => Answer
}

function simulateSignIn({ now, totpCode, tokenLifeMs }: SignInOptions) {
  const tokens = new Map<string, number>()
  let logins = 0

  function issue(): Answer {
    const token = randomUUID()
    const [createdAt, expiresAt] = [now(), new Date(now().getTime() + tokenLifeMs)]
    tokens.set(token, expiresAt.getTime())
    const tokenScopeList = [{ org: { id: ORG, name: 'Keyhour' }, user: { id: USER }, scope: [`o${ORG}-u`] }]
    return created({ token, createdAt, expiresAt, identityId: 501, tokenScopeList })
  }

  function logIn({ email, password, mfa }: Data): Answer {
    logins += 1
    if (email !== EMAIL || password !== PASSWORD) return refusal(401, 'Unauthorized')
    const given = typeof mfa === 'object' && mfa !== null && 'totpCode' in mfa ? mfa.totpCode : undefined
    if (totpCode !== undefined && given !== totpCode) return refusal(401, 'MfaRequired')
    return issue()
  }

  const isLive = (token: string) => (tokens.get(token) ?? 0) > now().getTime()

  function validate(token: string): Answer {
    if (isLive(token)) return { status: 200, json: { data: { isValid: true } } }
    const name = tokens.has(token) ? 'TokenExpiredError' : 'TokenNotFoundError'
    return { status: 200, json: { data: { isValid: false, err: { name, message: name } } } }
  }

  function refresh(token: string): Answer {
    tokens.delete(token)
    return issue()
  }

  return {
    logIn,
    isLive,
    validate,
    refresh,
    countLogins: () => logins,
    forgetTokens: () => tokens.clear(),
  }
}

/** Links that open doors for guests, for as long as the cloud key behind them exists. */
function simulateGuestLinks({ now, hasCredential, unlock }: LinkOptions) {
  const links = new Map<string, GuestLink>()

  /** The expected format of the two moments is uncertain. */
  function make(credentialId: number, data: Data, url: string): Answer {
    const listed = Array.isArray(data.entryData) ? data.entryData.map(({ entryId }) => Number(entryId)) : []
    const entryIds = data.entryId === undefined ? listed : [Number(data.entryId)]
    const token = randomUUID()
    links.set(token, { entryIds, notBefore: text(data.notBefore), expires: text(data.expires), credentialId })
    const apiUrl = `${url}/tokens/cloudKeyUnlockTokens/${token}/use`
    const webUrl = `https://control.openpath.com/cloudKeyUnlock?token=${token}`
    return created({ cloudKeyUnlockToken: token, apiUrl, webUrl, fullWebUrl: webUrl })
  }

  function use(token: string, { entryId }: Data): Answer {
    const link = links.get(token)
    if (!link || !hasCredential(link.credentialId)) return refusal(404, 'NotFound')
    const moment = now().getTime()
    const isEarly = link.notBefore !== undefined && moment < Date.parse(link.notBefore)
    const isLate = link.expires !== undefined && moment >= Date.parse(link.expires)
    const wanted = entryId ?? link.entryIds[0]
    if (isEarly || isLate || !link.entryIds.includes(Number(wanted))) return refusal(403, 'Forbidden')
    return unlock(wanted, 'guest link')
  }

  return { make, use }
}

function simulateCredentials(now: () => Date) {
  const credentials = new Map<number, Credential>([
    [
      CLOUD_KEY,
      { userId: USER, typeId: CLOUD_KEY_TYPE!, startDate: undefined, endDate: undefined, pin: undefined },
    ],
  ])
  let lastId = CLOUD_KEY

  function add(userId: number, data: Data): Answer {
    const typeId = Number(data.credentialTypeId)
    const pin = digitsOf(data.pincode)
    const isFit =
      typeId === PIN_TYPE ? /^\d{4,}$/.test(pin ?? '') : typeId === CLOUD_KEY_TYPE && data.cloudKey
    if (userId !== USER || !isFit) return refusal(422, 'ValidationError')
    lastId += 1
    const id = lastId
    credentials.set(id, { userId, typeId, startDate: text(data.startDate), endDate: text(data.endDate), pin })
    const credentialType = TYPES.find((type) => type.id === typeId)
    return created({ id, credentialType, ...(pin ? { pincode: { id } } : { cloudKey: { id } }) })
  }

  function withCredential(userId: string, id: string, work: (credential: Credential) => Answer): Answer {
    const credential = credentials.get(Number(id))
    return credential?.userId === Number(userId) ? work(credential) : refusal(404, 'NotFound')
  }

  const withCloudKey = (userId: string, id: string, work: () => Answer): Answer =>
    withCredential(userId, id, ({ typeId }) =>
      typeId === CLOUD_KEY_TYPE ? work() : refusal(403, 'Forbidden'),
    )

  return {
    add,
    has: (id: number) => credentials.has(id),
    remove: (userId: string, id: string) =>
      withCredential(userId, id, () => (credentials.delete(Number(id)) ? NOTHING : refusal(404, 'NotFound'))),
    withCloudKey,
    pins: () =>
      [...credentials].flatMap(([id, { pin, startDate, endDate }]) =>
        pin ? [{ id, pin, startDate, endDate }] : [],
      ),
    opens(typed: string): boolean {
      const moment = now().getTime()
      return [...credentials.values()].some(
        ({ pin, startDate, endDate }) =>
          pin === typed &&
          (startDate === undefined || Date.parse(startDate) <= moment) &&
          (endDate === undefined || moment < Date.parse(endDate)),
      )
    },
  }
}

/** The Openpath cloud on loopback: one organisation with a user who holds a cloud key. */
export async function simulateOpenpath({ now, entries = [], totpCode, tokenLifeMs = 14 * DAY_MS }: Options) {
  const signIn = simulateSignIn({ now, totpCode, tokenLifeMs })
  const credentials = simulateCredentials(now)
  const unlocks: { entry_id: number; at: string; by: string }[] = []

  function listEntries(query: URLSearchParams): Answer {
    const [limit, offset] = [Number(query.get('limit') ?? 100), Number(query.get('offset') ?? 0)]
    if (!(limit >= 1 && limit <= 1000)) return refusal(400, 'ValidationError')
    const data = entries.slice(offset, offset + limit).map(({ id, name }) => ({
      id,
      name,
      zone: { id: 11, name: 'Main', site: { id: 12, name: 'House' } },
      entryState: { id: 1, name: 'Locked' },
      isPincodeEnabled: true,
    }))
    const counts = { totalCount: entries.length, filteredCount: entries.length, cursors: {} }
    return { status: 200, json: { data, meta: {}, ...counts } }
  }

  function unlock(entryId: unknown, by: string): Answer {
    const entry = entries.find(({ id }) => id === entryId)
    if (!entry) return refusal(404, 'NotFound')
    if (entry.refusesCloudKeys) return refusal(403, 'Forbidden')
    unlocks.push({ entry_id: entry.id, at: now().toISOString(), by })
    return NOTHING
  }

  const links = simulateGuestLinks({ now, hasCredential: credentials.has, unlock })

  /** Without a token, by method and path. */
  const forAnybody: Routes = {
    'POST /auth/login': ({ data }) => signIn.logIn(data),
    'POST /tokens/cloudKeyUnlockTokens/:token/use': ({ data }, token) => links.use(token, data),
  }
  const forUsers: Routes = {
    'POST /auth/accessTokens/refresh': ({ token }) => signIn.refresh(token),
    'POST /auth/accessTokens/:token/validate': (_asked, token) => signIn.validate(token),
    [`GET /orgs/${ORG}/entries`]: ({ query }) => listEntries(query),
    [`GET /orgs/${ORG}/credentialTypes`]: () => ({ status: 200, json: { data: TYPES } }),
    [`POST /orgs/${ORG}/users/:user/credentials`]: ({ data }, user) => credentials.add(Number(user), data),
    [`DELETE /orgs/${ORG}/users/:user/credentials/:id`]: (_asked, user, id) => credentials.remove(user, id),
    [`POST /orgs/${ORG}/users/:user/credentials/:id/cloudKeyEntryUnlock`]: ({ data }, user, id) =>
      credentials.withCloudKey(user, id, () => unlock(data.entryId, `cloud key ${id}`)),
    [`POST /orgs/${ORG}/users/:user/credentials/:id/generateCloudKeyUnlockToken`]: ({ data }, user, id) =>
      credentials.withCloudKey(user, id, () => links.make(Number(id), data, server.url)),
  }

  function answer(asked: Asked): Answer {
    const token = asked.headers.authorization ?? ''
    const parts = { data: (readObject(asked.body) ?? {}) as Data, query: asked.query, token }
    const place = `${asked.method} ${asked.path}`
    const free = follow(forAnybody, place, parts)
    if (free) return free
    if (!signIn.isLive(token)) return refusal(401, 'Unauthorized')
    return follow(forUsers, place, parts) ?? refusal(404, 'NotFound')
  }

  const server = await answerOnLoopback(answer)

  return {
    ...server,
    orgId: ORG,
    userId: USER,
    cloudKeyId: CLOUD_KEY,
    email: EMAIL,
    password: PASSWORD,
    /** Oldest first. */
    unlocks,
    countLogins: signIn.countLogins,
    pins: credentials.pins,
    /** As if a person typed it at the door. A PIN works only within its time. */
    typePin: (entryId: number, typed: string): 'opens' | 'stays shut' =>
      entries.some(({ id }) => id === entryId) && credentials.opens(typed) ? 'opens' : 'stays shut',
    /** Refuses all tokens issued so far. */
    forgetTokens: signIn.forgetTokens,
  }
}

type Data = Record<'email' | 'password' | 'mfa' | 'credentialTypeId' | 'startDate' | 'endDate', unknown> &
  Record<'pincode' | 'cloudKey' | 'entryId' | 'entryData' | 'notBefore' | 'expires', unknown>

type Parts = { data: Data; query: URLSearchParams; token: string }
type Routes = Record<string, (parts: Parts, first: string, second: string) => Answer>

function follow(routes: Routes, place: string, parts: Parts): Answer | undefined {
  const found = findRoute(routes, place)
  return found?.handler(parts, found.ids[0] ?? '', found.ids[1] ?? '')
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const digitsOf = (pincode: unknown): string | undefined =>
  typeof pincode === 'object' && pincode !== null && 'number' in pincode ? text(pincode.number) : undefined
