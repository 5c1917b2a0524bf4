import { decodeJwt, SignJWT } from 'jose'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { forgetOldLinks } from '#server/features/auth/forget-old-links.ts'
import { sessionKey } from '#server/secrets/session-token.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const password = 'correct horse battery'
const DAY_MS = 24 * 3_600_000
const START = Date.parse('2026-03-02T08:00:00.000Z')

beforeEach(() => world.setNow(new Date(START).toISOString()))

type Person = Awaited<ReturnType<typeof world.user>>

const signIn = async ({ email }: Person): Promise<string> =>
  (await world.post('/api/auth/sign_in', { email, password })).json()
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const statusWith = async (token: string) =>
  (await world.send({ url: '/api/permissions/', headers: bearer(token) })).statusCode
const logOut = (token: string) =>
  world.send({ method: 'POST', url: '/api/auth/log_out', headers: bearer(token) })
const rename = async ({ id }: Person, token: string, name: string) => {
  const { version } = (await world.send({ url: '/api/user-profile', headers: bearer(token) })).json()
  const reply = await world.send({
    method: 'PUT',
    url: `/api/users/${id}`,
    payload: { name, phone: null, language: 'en', version },
    headers: bearer(token),
  })
  return reply.json()
}
test('logging out invalidates the token on the server, and ends no other session', async () => {
  const person = await world.user({ password })
  const [here, elsewhere] = [await signIn(person), await signIn(person)]
  const reply = await logOut(here)

  expect([reply.statusCode, reply.json()]).toEqual([200, { msg: 'You are signed out.' }])
  expect([await statusWith(here), await statusWith(elsewhere)]).toEqual([401, 200])
  expect((await logOut(here)).statusCode).toBe(401)
})

test('a token that was renewed before logging out ends with its session', async () => {
  const person = await world.user({ password })
  const first = await signIn(person)
  const renewed = await rename(person, first, 'Noa Bar')
  await logOut(first)

  expect([await statusWith(first), await statusWith(renewed)]).toEqual([401, 401])
})

test('a session ends 30 days after it began, however often its token is renewed', async () => {
  const person = await world.user({ password })
  let token = await signIn(person)
  for (let hours = 10; hours < 30 * 24; hours += 10) {
    world.setNow(new Date(START + hours * 3_600_000).toISOString())
    token = await rename(person, token, `Noa ${hours}`)
  }

  expect(decodeJwt(token).exp).toBe((START + 30 * DAY_MS) / 1000)
  expect(await statusWith(token)).toBe(200)
  world.setNow(new Date(START + 30 * DAY_MS).toISOString())
  expect(await statusWith(token)).toBe(401)
})

test('changing the password does not prolong the session', async () => {
  const person = await world.user({ password })
  const first = await signIn(person)
  world.setNow(new Date(START + 3_600_000).toISOString())
  const reply = await world.send({
    method: 'POST',
    url: '/api/users/change_password/',
    payload: { current_password: password, new_password: 'another horse battery' },
    headers: bearer(first),
  })

  const { sid, auth_time } = decodeJwt(first)
  expect(decodeJwt(reply.json())).toMatchObject({ sid, auth_time })
})

test('a token from the previous version, which names no session, works until it expires and can be logged out', async () => {
  const person = await world.user({ password })
  const { id, email, name, admin } = person
  const old = await new SignJWT({ id, email, name, admin, exp: START / 1000 + 12 * 3600 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(sessionKey(world.secrets, person))
  expect(await statusWith(old)).toBe(200)
  const renewed = await rename(person, old, 'Noa Bar')
  await logOut(old)

  expect([await statusWith(old), await statusWith(renewed)]).toEqual([401, 401])
})

test("an admin's live stream ends when they log out", async () => {
  const admin = await world.user({ password, admin: true })
  const token = await signIn(admin)
  const reply = await world.app.inject({
    url: '/api/admin/live',
    headers: bearer(token),
    payloadAsStream: true,
  })
  let isOver = false
  const stream = reply.stream()
  stream.on('data', () => undefined)
  stream.on('end', () => (isOver = true))
  onTestFinished(() => void stream.destroy())
  await logOut(token)

  await expect.poll(() => isOver).toBe(true)
})

test('one query finds the caller and whether they have logged out', async () => {
  const token = await signIn(await world.user({ password }))
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => queries.mockRestore())
  const reply = await world.send({ url: '/api/orders/not-a-number', headers: bearer(token) })

  expect(reply.statusCode).toBe(422)
  const statements = queries.mock.calls.map(([query]) => (query as { text?: string }).text ?? String(query))
  // The queue and the listening connection run their own statements.
  expect(statements.filter((text) => !/pgboss|pg_notify/.test(text))).toEqual([
    expect.stringMatching(/from "users".*"ended_sessions"/),
  ])
})

test('ended sessions are deleted once none of their tokens can be valid', async () => {
  const person = await world.user({ password })
  await logOut(await signIn(person))
  const count = () => world.pool.query('select from ended_sessions').then(({ rowCount }) => rowCount)
  await forgetOldLinks.run(world, {})
  expect(await count()).toBeGreaterThan(0)
  world.setNow(new Date(START + 31 * DAY_MS).toISOString())
  await forgetOldLinks.run(world, {})

  expect(await count()).toBe(0)
})
