import { z } from 'zod'
import { type CloudSetting, callCloud, keepTokens, type Token } from '#server/outside/call-cloud.ts'
import { type DoorDriver, DoorFailed, type FoundDoor, type OpenpathHub } from '#server/outside/door-driver.ts'
import { type Answer, parseJson } from '#server/outside/line.ts'

const Login = z.object({ data: z.object({ token: z.string().min(1), expiresAt: z.string() }) })
const Entries = z.object({
  data: z.array(z.object({ id: z.number(), name: z.string() })),
  totalCount: z.number(),
})
const CredentialTypes = z.object({ data: z.array(z.object({ id: z.number(), modelName: z.string() })) })
const Credential = z.object({ data: z.object({ id: z.number() }) })

type Password = { email: string; password: string }
type Asking = { method?: 'GET' | 'POST' | 'DELETE'; path: string; body?: object }

const PAGE = 1000
/** More than any organisation has: we missed the end of the list. */
const MOST_DOORS = 20_000

type Ask = (hub: OpenpathHub, asking: Asking) => Promise<Answer>

function signedInCalls(setting: CloudSetting): Ask {
  const tokens = keepTokens(setting)
  const send = ({ method = 'GET', path, body }: Asking, token?: string) =>
    callCloud(setting, {
      path,
      method,
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        // The bare token: the service refuses the word Bearer.
        ...(token && { authorization: token }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })

  async function logIn({ email, password }: Password): Promise<Token> {
    const answer = await send({ path: '/auth/login', method: 'POST', body: { email, password } })
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
      throw new DoorFailed('token_refused')
    const { token, expiresAt } = read(refuseFailure(answer), Login).data
    return { value: token, expiresAt: Date.parse(expiresAt) }
  }

  const tokenOf = async ({ sign_in }: OpenpathHub): Promise<string> =>
    'token' in sign_in ? sign_in.token : tokens.get([sign_in.email, sign_in.password], () => logIn(sign_in))

  /** Renews a refused token once, if there is a password: nothing was done with the old one. */
  return async (hub, asking) => {
    refuseUnset(hub)
    const first = await send(asking, await tokenOf(hub))
    if (first.status !== 401) return refuseFailure(first)
    if ('token' in hub.sign_in) throw new DoorFailed('token_refused')
    tokens.forget([hub.sign_in.email, hub.sign_in.password])
    return refuseFailure(await send(asking, await tokenOf(hub)))
  }
}

export function openpath(setting: CloudSetting): DoorDriver<OpenpathHub> {
  const ask = signedInCalls(setting)

  async function listDoors(hub: OpenpathHub): Promise<FoundDoor[]> {
    const doors: FoundDoor[] = []
    for (let offset = 0; offset < MOST_DOORS; offset += PAGE) {
      const path = `/orgs/${hub.org_id}/entries?limit=${PAGE}&offset=${offset}&sort=id&order=asc`
      const { data, totalCount } = read(await ask(hub, { path }), Entries)
      for (const { id, name } of data) doors.push({ id: String(id), name, type: 'lock', state: 'unknown' })
      if (data.length === 0 || doors.length >= totalCount) break
    }
    return doors
  }

  async function pinTypeOf(hub: OpenpathHub): Promise<number> {
    const { data } = read(await ask(hub, { path: `/orgs/${hub.org_id}/credentialTypes` }), CredentialTypes)
    const type = data.find(({ modelName }) => modelName.toLowerCase() === 'pincode')
    if (!type) throw new DoorFailed('cannot_hold_codes')
    return type.id
  }

  return {
    async test(hub) {
      await ask(hub, { path: `/orgs/${hub.org_id}/entries?limit=1&offset=0` })
      return { name: `Openpath ${hub.org_id}`, version: null }
    },
    listDoors,
    async stateOf(hub, id) {
      refuseBadId(id)
      const door = (await listDoors(hub)).find((one) => one.id === id)
      if (!door) throw new DoorFailed('unknown_door')
      return door.state
    },
    async open(hub, id) {
      refuseBadId(id)
      const path = `${credentialsOf(hub)}/${hub.cloud_key_id}/cloudKeyEntryUnlock`
      await ask(hub, { method: 'POST', path, body: { entryId: Number(id), description: 'Keyhour' } })
      return { confirmed: false, state: 'unknown' }
    },
    /** A PIN belongs to a user there and opens all doors of that user. */
    async putCode(hub, _id, { pin, from, to }) {
      const credentialTypeId = await pinTypeOf(hub)
      const body = { credentialTypeId, startDate: from, endDate: to, pincode: { number: pin } }
      const { data } = read(await ask(hub, { method: 'POST', path: credentialsOf(hub), body }), Credential)
      return { ref: `${hub.org_id}/${hub.user_id}/${data.id}`, confirmed: true }
    },
    /** `ref` names the user too, because the account may change; older ones are the id alone. */
    async removeCode(hub, _id, ref) {
      const [id = '', user_id = hub.user_id, org_id = hub.org_id] = ref.split('/').reverse()
      for (const number of [id, user_id, org_id]) refuseBadId(number)
      const isOwn = user_id === hub.user_id && org_id === hub.org_id
      try {
        await ask(hub, { method: 'DELETE', path: `${credentialsOf({ ...hub, user_id, org_id })}/${id}` })
      } catch (error) {
        // A PIN of another account may exist even if we cannot see it.
        if (!(isOwn && error instanceof DoorFailed && error.reason === 'unknown_door')) throw error
      }
      return { confirmed: true }
    },
  }
}

const credentialsOf = ({ org_id, user_id }: OpenpathHub): string =>
  `/orgs/${org_id}/users/${user_id}/credentials`

const NUMBER = /^[1-9]\d{0,14}$/

function refuseUnset({ org_id, user_id, cloud_key_id, sign_in }: OpenpathHub): void {
  const isSignInSet =
    'token' in sign_in
      ? /^[\x21-\x7e]+$/.test(sign_in.token)
      : sign_in.email !== '' && sign_in.password !== ''
  if (!isSignInSet || ![org_id, user_id, cloud_key_id].every((id) => NUMBER.test(id)))
    throw new DoorFailed('not_set_up')
}

function refuseBadId(id: string): void {
  if (!NUMBER.test(id)) throw new DoorFailed('unknown_door')
}

/** Relies only on the status: the bodies of errors are not documented. */
function refuseFailure(answer: Answer): Answer {
  const { status } = answer
  if (status >= 500) throw new DoorFailed('out_of_order', { mayHaveWorked: true })
  if (status === 429) throw new DoorFailed('out_of_order')
  if (status === 401) throw new DoorFailed('token_refused')
  if (status === 404) throw new DoorFailed('unknown_door')
  if (status >= 400) throw new DoorFailed('refused')
  if (status >= 300) throw new DoorFailed('unreadable')
  return answer
}

function read<T>({ text }: Answer, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(text))
  if (!parsed.success) throw new DoorFailed('unreadable')
  return parsed.data
}
