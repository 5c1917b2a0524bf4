import { z } from 'zod'
import { DoorFailed, type DoorFailure, type Patience } from '#server/outside/door-driver.ts'
import { type Answer, type Line, parseJson, type Sending } from '#server/outside/line.ts'

export const ENTITY_ID = /^([a-z_]+)\.[a-z0-9_]{1,200}$/

export const State = z.object({
  entity_id: z.string(),
  state: z.string(),
  attributes: z.record(z.string(), z.unknown()),
  last_changed: z.string(),
})
export type State = z.infer<typeof State>

export type Talk = ReturnType<typeof talkTo>

export function talkTo(line: Line, token: string, { answerMs, orderMs }: Patience) {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const ask = async (sending: Omit<Sending, 'headers'>): Promise<Answer> => {
    const type = sending.body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await line.send({ ...sending, headers: { ...headers, ...type } })
    if (answer.status === 401) throw new DoorFailed('token_refused')
    if (answer.status === 403) throw new DoorFailed('blocked')
    return answer
  }

  async function get<T>(path: string, schema: z.ZodType<T>, missing?: DoorFailure): Promise<T> {
    const { status, text } = await ask({ path, ms: answerMs })
    if (missing && status === 404 && isRecord(parseJson(text))) throw new DoorFailed(missing)
    if (status >= 500) throw new DoorFailed('out_of_order')
    const read = schema.safeParse(status === 200 ? parseJson(text) : undefined)
    if (!read.success) throw new DoorFailed('unreadable')
    return read.data
  }

  async function read(id: string): Promise<State> {
    if (!ENTITY_ID.test(id)) throw new DoorFailed('unsupported_door')
    return get(`/api/states/${id}`, State, 'unknown_door')
  }

  async function call(service: string, data: object): Promise<Answer> {
    const path = `/api/services/${service}`
    const answer = await ask({ method: 'POST', path, body: JSON.stringify(data), ms: orderMs })
    if (answer.status === 200) return answer
    if (answer.status === 500) throw new DoorFailed('refused', { mayHaveWorked: true })
    if (answer.status > 500) throw new DoorFailed('out_of_order', { mayHaveWorked: true })
    throw new DoorFailed(answer.status < 400 ? 'unreadable' : 'refused')
  }

  return { get, read, call }
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null
