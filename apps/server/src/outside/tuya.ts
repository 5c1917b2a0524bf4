import { createHash, createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type CloudSetting, callCloud, keepTokens, type Token } from '#server/outside/call-cloud.ts'
import { type DoorDriver, DoorFailed, type TuyaHub } from '#server/outside/door-driver.ts'
import { parseJson } from '#server/outside/line.ts'

/** Tuya always answers 200; the body says whether it worked. */
const Reply = z.union([
  z.object({ success: z.literal(true), result: z.unknown() }),
  z.object({ success: z.literal(false), code: z.number() }),
])
type Reply = z.infer<typeof Reply>

const TokenResult = z.object({ access_token: z.string().min(1), expire_time: z.number() })
const Ticket = z.object({ ticket_id: z.string().min(1) })

const TOKEN_INVALID = 1010
const SIGN_INVALID = 1004
const PERMISSION_DENIED = 1106
const DEVICE_OFFLINE = 2001

type Request = { method: 'GET' | 'POST'; path: string; body?: string }

/** Opening only: we are not certain how a PIN must be encrypted, and a wrong one would lock people out. */
export function tuya(setting: CloudSetting): DoorDriver<TuyaHub> {
  const { now } = setting
  const tokens = keepTokens(setting)

  async function send({ client_id, secret }: TuyaHub, request: Request, token = ''): Promise<Reply> {
    const { method, path, body = '' } = request
    const t = String(now().getTime())
    const nonce = randomUUID()
    const digest = createHash('sha256').update(body).digest('hex')
    const signed = `${client_id}${token}${t}${nonce}${method}\n${digest}\n\n${path}`
    const sign = createHmac('sha256', secret).update(signed).digest('hex').toUpperCase()
    const { status, text } = await callCloud(setting, {
      method,
      path,
      headers: {
        client_id,
        t,
        nonce,
        sign,
        sign_method: 'HMAC-SHA256',
        ...(token && { access_token: token }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(method === 'POST' && { body }),
    })
    if (status >= 500 || status === 429) throw new DoorFailed('out_of_order', { mayHaveWorked: true })
    const reply = Reply.safeParse(status === 200 ? parseJson(text) : undefined)
    if (!reply.success) throw new DoorFailed('unreadable', { mayHaveWorked: true })
    return reply.data
  }

  async function logIn(hub: TuyaHub): Promise<Token> {
    const reply = await send(hub, { method: 'GET', path: '/v1.0/token?grant_type=1' })
    const { access_token, expire_time } = resultOf(reply, TokenResult)
    return { value: access_token, expiresAt: now().getTime() + expire_time * 1000 }
  }

  const tokenOf = (hub: TuyaHub): Promise<string> => tokens.get([hub.client_id, hub.secret], () => logIn(hub))

  async function ask<T>(hub: TuyaHub, request: Request, schema: z.ZodType<T>): Promise<T> {
    refuseUnset(hub)
    const first = await send(hub, request, await tokenOf(hub))
    if (first.success || first.code !== TOKEN_INVALID) return resultOf(first, schema)
    tokens.forget([hub.client_id, hub.secret])
    return resultOf(await send(hub, request, await tokenOf(hub)), schema)
  }

  return {
    async test(hub) {
      refuseUnset(hub)
      await tokenOf(hub)
      return { name: 'Tuya', version: null }
    },
    listDoors: async () => [],
    stateOf: async () => 'unknown',
    async open(hub, id) {
      if (!/^[A-Za-z0-9]{1,64}$/.test(id)) throw new DoorFailed('unknown_door')
      const door = `/v1.0/devices/${id}/door-lock`
      const { ticket_id } = await ask(hub, { method: 'POST', path: `${door}/password-ticket` }, Ticket)
      const body = JSON.stringify({ ticket_id })
      const path = `${door}/password-free/open-door`
      const isTaken = await ask(hub, { method: 'POST', path, body }, z.boolean())
      if (!isTaken) throw new DoorFailed('refused')
      return { confirmed: false, state: 'unknown' }
    },
    putCode: refuseCodes,
    removeCode: refuseCodes,
  }
}

function refuseUnset({ client_id, secret }: TuyaHub): void {
  if (!/^[\x21-\x7e]+$/.test(client_id) || !secret) throw new DoorFailed('not_set_up')
}

const refuseCodes = async (): Promise<never> => {
  throw new DoorFailed('cannot_hold_codes')
}

function resultOf<T>(reply: Reply, schema: z.ZodType<T>): T {
  if (!reply.success) throw new DoorFailed(reasonFor(reply.code))
  const result = schema.safeParse(reply.result)
  if (!result.success) throw new DoorFailed('unreadable', { mayHaveWorked: true })
  return result.data
}

function reasonFor(code: number) {
  if (code === TOKEN_INVALID || code === SIGN_INVALID) return 'token_refused'
  if (code === DEVICE_OFFLINE) return 'unavailable'
  return code === PERMISSION_DENIED ? 'blocked' : 'refused'
}
