import * as deletionCalls from '@keyhour/contract/account-deletion'
import * as adminUserCalls from '@keyhour/contract/admin-users'
import * as authCalls from '@keyhour/contract/auth'
import type { Endpoint } from '@keyhour/contract/endpoint'
import * as userCalls from '@keyhour/contract/users'
import { simulateGoogle } from '@keyhour/simulators/google'
import { decodeJwt } from 'jose'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { credentials } from '#server/db/schema/users.ts'
import { insertDeletionRequest } from '#server/features/account-deletion/queries.ts'
import { signLink } from '#server/features/account-deletion/sign-link.ts'
import { insertSignUp } from '#server/features/auth/link-queries.ts'
import { hashLinkToken, makeLinkToken } from '#server/features/auth/link-token.ts'
import { makePasswordLink } from '#server/features/auth/make-password-link.ts'
import { hashPassword } from '#server/features/auth/password.ts'
import { makeSecrets } from '#server/secrets/secrets.ts'
import { issueToken } from '#server/secrets/session-token.ts'
import { startWorld } from '../../../test/world.ts'

/** The status of each call for a request by its owner with each kind of token. */
const TABLE = `
                      none  foreign  expired  tampered  deleted  demoted  other's  own
signIn                200   200      200      200       200      200      200      200
signInWithGoogle      200   200      200      200       200      200      200      200
signUp                200   200      200      200       200      200      200      200
confirmSignUp         200   200      200      200       200      200      200      200
requestPasswordLink   200   200      200      200       200      200      200      200
getPasswordLink       200   200      200      200       200      200      200      200
setPassword           200   200      200      200       200      200      200      200
previewDeletion       200   200      200      200       200      200      200      200
confirmDeletion       200   200      200      200       200      200      200      200
undoDeletion          200   200      200      200       200      200      200      200
requestDeletion       200   401      401      401       401      401      200      200
changePassword        401   401      401      401       401      401      200      200
logOut                401   401      401      401       401      401      200      200
logOutEverywhere      401   401      401      401       401      401      200      200
listPermissions       401   401      401      401       401      401      200      200
getOwnProfile         401   401      401      401       401      401      200      200
setPassportImage      401   401      401      401       401      401      200      200
removePassportImage   401   401      401      401       401      401      200      200
connectGoogle         401   401      401      401       401      401      200      200
disconnectGoogle      401   401      401      401       401      401      200      200
exportOwnData         401   401      401      401       401      401      200      200
updateUser            401   401      401      401       401      401      404      200
getPassportImage      401   401      401      401       401      401      404      200
listUsers             401   401      401      401       401      401      403      403
addUser               401   401      401      401       401      401      403      403
getUser               401   401      401      401       401      401      403      403
changeUser            401   401      401      401       401      401      403      403
previewUserDeletion   401   401      401      401       401      401      403      403
deleteUser            401   401      401      401       401      401      403      403
addCredits            401   401      401      401       401      401      403      403
correctCredits        401   401      401      401       401      401      403      403
listUserOrders        401   401      401      401       401      401      403      403
listUserAudit         401   401      401      401       401      401      403      403
`

const [titles, ...lines] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/))
const KINDS = titles!

const google = await simulateGoogle()
afterAll(google.close)
const world = await startWorld({ GOOGLE_CLIENT_ID: google.clientId, GOOGLE_KEYS_URL: google.keysUrl })

const isCall = (entry: [string, unknown]): entry is [string, Endpoint] =>
  typeof entry[1] === 'object' && 'method' in entry[1]!
const exported: [string, unknown][] = Object.entries({
  ...authCalls,
  ...userCalls,
  ...adminUserCalls,
  ...deletionCalls,
})
const calls = exported.filter(isCall)

const password = 'correct horse battery'
const password_hash = await hashPassword(password)
const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer()
let made = 0

type Person = Awaited<ReturnType<typeof world.user>>
type Request = { params?: Record<string, string>; payload?: object }

async function makePerson(given: Parameters<typeof world.user>[0] = {}): Promise<Person> {
  const person = await world.user(given)
  await world.db.insert(credentials).values({ user_id: person.id, password_hash })
  return person
}

const tokenOf = (url: string): string => new URL(url).searchParams.get('token')!
const googleToken = () =>
  google.idToken(world.now().getTime() / 1000, { sub: `subject-${++made}`, email: `new-${made}@gmail.com` })
const newcomer = () => ({ name: 'Noa Bar', email: `noa-${++made}@keyhour.test` })

/** A request that its owner would make, for each call. */
const requestsOf: Record<string, (person: Person) => Promise<Request> | Request> = {
  signIn: ({ email }) => ({ payload: { email, password } }),
  signInWithGoogle: async () => ({ payload: { access_token: await googleToken() } }),
  signUp: () => ({ payload: { ...newcomer(), password } }),
  async confirmSignUp() {
    const token = makeLinkToken()
    const expires_at = '2026-03-03T08:00:00Z'
    const asked = { ...newcomer(), language: 'en' as const, password_hash, expires_at }
    await insertSignUp(world.db, { token_hash: hashLinkToken(token), ...asked })
    return { payload: { token, password } }
  },
  requestPasswordLink: ({ email }) => ({ payload: { email } }),
  getPasswordLink: async ({ id }) => ({
    params: { token: tokenOf(await makePasswordLink(world, world.db, id)) },
  }),
  setPassword: async ({ id }) => ({
    params: { token: tokenOf(await makePasswordLink(world, world.db, id)) },
    payload: { password: 'another horse battery' },
  }),
  async previewDeletion({ id }) {
    const request = await insertDeletionRequest(world.db, id, world.now())
    return { payload: { token: tokenOf(signLink(world, 'confirm deletion', request)) } }
  },
  async confirmDeletion({ id }) {
    const request = await insertDeletionRequest(world.db, id, world.now())
    return { payload: { token: tokenOf(signLink(world, 'confirm deletion', request)) } }
  },
  async undoDeletion({ id }) {
    const request = await world.deletion(id)
    return { payload: { token: tokenOf(signLink(world, 'undo deletion', request.id)) } }
  },
  requestDeletion: ({ email }) => ({ payload: { email } }),
  changePassword: () => ({ payload: { current_password: password, new_password: 'another horse battery' } }),
  setPassportImage: () => ({ payload: { image: `data:image/jpeg;base64,${photo.toString('base64')}` } }),
  connectGoogle: async () => ({ payload: { access_token: await googleToken(), password } }),
  updateUser: ({ id }) => ({
    params: { id: String(id) },
    payload: { name: 'New Name', phone: '+972 3 123 4567', language: 'he', version: 1 },
  }),
  async getPassportImage({ id }) {
    await world.passportPhoto(id, photo)
    return { params: { id: String(id) } }
  },
}

const tampered = (token: string): string => {
  const [header, , signature] = token.split('.')
  const claims = { ...decodeJwt(token), admin: true }
  return `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
}

const tokensOf: Record<string, (person: Person) => Promise<string> | undefined> = {
  none: () => undefined,
  foreign: (person) => issueToken(makeSecrets('the key of some other installation'), person, world.now()),
  expired: (person) => issueToken(world.secrets, person, new Date(world.now().getTime() - 12 * 3_600_000)),
  tampered: async (person) => tampered(await world.tokenOf(person)),
  deleted: async () => world.tokenOf(await makePerson({ deleted_at: '2026-03-01T00:00:00Z' })),
  demoted: async () => world.tokenOf({ ...(await makePerson()), admin: true }),
  "other's": async () => world.tokenOf(await makePerson()),
  own: (person) => world.tokenOf(person),
}

async function stateOf({ id }: Person) {
  const { rows } = await world.pool.query(
    `select * from users left join credentials c on c.user_id = id left join profiles p on p.user_id = id
      where id = $1`,
    [id],
  )
  return rows
}

async function answer(name: string, { method, path }: Endpoint, kind: string): Promise<string> {
  const person = await makePerson()
  const { params = {}, payload } = (await requestsOf[name]?.(person)) ?? {}
  const token = await tokensOf[kind]!(person)
  const before = await stateOf(person)
  const reply = await world.send({
    method,
    url: path.replace(/:(\w+)/g, (_, param: string) => params[param]!),
    ...(payload && { payload }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  if (reply.statusCode === 401) expect(reply.json()).toEqual({ detail: 'Please sign in.' })
  if (kind !== 'own' && needsToken(name)) expect(await stateOf(person)).toEqual(before)
  return String(reply.statusCode)
}

const lineOf = (name: string): string[] => lines.find(([of]) => of === name)!.slice(1)
/** Nothing of the owner's may change with another user's token. */
const needsToken = (name: string): boolean => lineOf(name)[KINDS.indexOf('none')] === '401'
const labelled = (statuses: string[]) => Object.fromEntries(KINDS.map((kind, at) => [kind, statuses[at]]))

test('every call around accounts is covered', () => {
  expect(lines.map(([name]) => name).sort()).toEqual(calls.map(([name]) => name).sort())
})

test.each(calls)('%s handles every kind of token correctly', async (name, endpoint) => {
  const statuses: string[] = []
  for (const kind of KINDS) statuses.push(await answer(name, endpoint, kind))

  expect(labelled(statuses)).toEqual(labelled(lineOf(name)))
})
