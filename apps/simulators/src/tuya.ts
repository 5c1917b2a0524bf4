import { createHash, createHmac, randomUUID } from 'node:crypto'
import { type Answer, type Asked, answerOnLoopback } from './loopback.ts'

type SimulatedLock = { id: string; isOffline?: boolean; refusesRemoteUnlocking?: boolean }
type Options = { now: () => Date; locks?: SimulatedLock[] }

const CLIENT_ID = 'keyhour-tuya-project'
const SECRET = '0123456789abcdef0123456789abcdef'
const TOKEN_LIFE_S = 7200
const TICKET_LIFE_MS = 5 * 60_000
const GREATEST_SKEW_MS = 5 * 60_000

/** From the vendor's list, except those for a wrong time, a lost device and a missing right, which are from memory. */
const SIGN_INVALID = 1004
const TOKEN_INVALID = 1010
const TIME_INVALID = 1013
const PERMISSION_DENIED = 1106
const DEVICE_OFFLINE = 2001
const PARAMETER_WRONG = 1109

/** The Tuya cloud on loopback, as far as opening a lock is concerned. Each signature is checked. */
export async function simulateTuya({ now, locks = [] }: Options) {
  const tokens = new Map<string, number>()
  const tickets = new Map<string, { lock: string; until: number }>()
  const openings: { device_id: string; at: string; by: string }[] = []

  const done = (result: unknown): Answer => ({
    status: 200,
    json: { success: true, result, t: now().getTime(), tid: randomUUID() },
  })
  const refuse = (code: number): Answer => ({
    status: 200,
    json: { success: false, code, msg: 'refused', t: now().getTime(), tid: randomUUID() },
  })

  function signatureOf({ method, path, search, headers, body }: Asked, token: string): string {
    const query = search.slice(1).split('&').sort().join('&')
    const digest = createHash('sha256').update(body).digest('hex')
    const toSign = `${method}\n${digest}\n\n${path}${query && `?${query}`}`
    const signed = `${headers.client_id}${token}${headers.t}${headers.nonce ?? ''}${toSign}`
    return createHmac('sha256', SECRET).update(signed).digest('hex').toUpperCase()
  }

  function findFault(asked: Asked, isTokenCall: boolean): Answer | undefined {
    const { client_id, t, sign, sign_method, access_token = '' } = asked.headers
    const token = isTokenCall ? '' : String(access_token)
    if (!/^\d{13}$/.test(String(t)) || Math.abs(Number(t) - now().getTime()) > GREATEST_SKEW_MS)
      return refuse(TIME_INVALID)
    const isSigned = sign_method === 'HMAC-SHA256' && sign === signatureOf(asked, token)
    if (client_id !== CLIENT_ID || !isSigned) return refuse(SIGN_INVALID)
    return isTokenCall || (tokens.get(token) ?? 0) > now().getTime() ? undefined : refuse(TOKEN_INVALID)
  }

  function issueToken(): Answer {
    const [access_token, refresh_token] = [randomUUID(), randomUUID()]
    tokens.set(access_token, now().getTime() + TOKEN_LIFE_S * 1000)
    return done({ access_token, refresh_token, expire_time: TOKEN_LIFE_S, uid: 'az1' })
  }

  function issueTicket(lock: SimulatedLock): Answer {
    const ticket_id = randomUUID()
    tickets.set(ticket_id, { lock: lock.id, until: now().getTime() + TICKET_LIFE_MS })
    return done({ ticket_id, ticket_key: randomUUID().replaceAll('-', ''), expire_time: 300 })
  }

  /** A ticket is good for one opening of its own lock. */
  function open(lock: SimulatedLock, body: string): Answer {
    const { ticket_id } = JSON.parse(body || '{}')
    const ticket = tickets.get(ticket_id)
    tickets.delete(ticket_id)
    if (!ticket || ticket.lock !== lock.id || ticket.until <= now().getTime()) return refuse(PARAMETER_WRONG)
    if (lock.isOffline) return refuse(DEVICE_OFFLINE)
    if (lock.refusesRemoteUnlocking) return refuse(PERMISSION_DENIED)
    openings.push({ device_id: lock.id, at: now().toISOString(), by: 'password-free' })
    return done(true)
  }

  function answer(asked: Asked): Answer {
    const isTokenCall = /^\/v1\.0\/token(\/|$)/.test(asked.path)
    const fault = findFault(asked, isTokenCall)
    if (fault) return fault
    if (isTokenCall) return issueToken()
    const [, id, action] = /^\/v1\.0\/devices\/(\w+)\/door-lock\/(.+)$/.exec(asked.path) ?? []
    const lock = locks.find((one) => one.id === id)
    if (!lock || asked.method !== 'POST') return refuse(PERMISSION_DENIED)
    if (action === 'password-ticket') return issueTicket(lock)
    return action === 'password-free/open-door' ? open(lock, asked.body) : refuse(PARAMETER_WRONG)
  }

  return {
    ...(await answerOnLoopback(answer)),
    clientId: CLIENT_ID,
    secret: SECRET,
    /** Oldest first. */
    openings,
    /** Refuses all tokens issued so far. */
    forgetTokens: () => tokens.clear(),
  }
}
