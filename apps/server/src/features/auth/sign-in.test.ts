import { decodeJwt, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const password = 'correct horse battery'
const signIn = (email: string, secret = password) =>
  world.post('/api/auth/sign_in', { email, password: secret })
const withToken = (token: string) =>
  world.send({ url: '/api/offices/my-offices', headers: { authorization: `Bearer ${token}` } })

test('signing in returns a token that names the user and expires after 12 hours', async () => {
  const person = await world.user({ password })
  const reply = await signIn(person.email.toUpperCase())

  expect(reply.statusCode).toBe(200)
  expect(decodeJwt(reply.json())).toEqual({
    id: person.id,
    email: person.email,
    name: person.name,
    admin: false,
    exp: Date.parse('2026-03-02T20:00:00Z') / 1000,
    sid: expect.any(String),
    auth_time: Date.parse('2026-03-02T08:00:00Z') / 1000,
  })
  expect((await withToken(reply.json())).statusCode).toBe(200)
})

test('a wrong password, an unknown address and an account without a password get the same answer', async () => {
  const [person, passwordless] = [await world.user({ password }), await world.user()]
  const replies = [
    await signIn(person.email, 'wrong'),
    await signIn('nobody@keyhour.test'),
    await signIn(passwordless.email),
  ]

  for (const reply of replies) {
    expect([reply.statusCode, reply.json()]).toEqual([401, { detail: 'Sign-in failed. Please try again.' }])
  }
})

test('an accented letter is the same however the keyboard encodes it', async () => {
  const person = await world.user({ password: 'caf\u00e9 au lait' })

  expect((await signIn(person.email, 'cafe\u0301 au lait')).statusCode).toBe(200)
})

test('a deleted user cannot sign in, and earlier tokens no longer work', async () => {
  const person = await world.user({ password })
  const token = await world.tokenOf(person)
  await world.pool.query('update users set deleted_at = now() where id = $1', [person.id])

  expect((await signIn(person.email)).statusCode).toBe(401)
  expect((await withToken(token)).statusCode).toBe(401)
})

test('a member whose account deletion is running is told so, but only with the right password', async () => {
  const person = await world.user({ password })
  const token = await world.tokenOf(person)
  await world.deletion(person.id)
  const right = await signIn(person.email)

  expect([right.statusCode, right.json()]).toEqual([
    403,
    { detail: 'This account is waiting to be deleted.' },
  ])
  expect((await signIn(person.email, 'wrong')).statusCode).toBe(401)
  expect((await withToken(token)).statusCode).toBe(401)
})

test('a member whose account deletion is running can sign in to keep the account', async () => {
  const person = await world.user({ password })
  await world.deletion(person.id)
  const keep = (secret: string) =>
    world.post('/api/auth/sign_in', { email: person.email, password: secret, undo_deletion: true })

  expect((await keep('wrong')).statusCode).toBe(401)
  expect((await signIn(person.email)).statusCode).toBe(403)
  const replies = await Promise.all([keep(password), keep(password)])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await withToken(replies[0]!.json())).statusCode).toBe(200)
  expect((await signIn(person.email)).statusCode).toBe(200)
})

test('a member whom an admin deleted cannot sign in again', async () => {
  const person = await world.user({ password, deleted_at: '2026-01-01T00:00:00Z' })
  const reply = await world.post('/api/auth/sign_in', { email: person.email, password, undo_deletion: true })

  expect([reply.statusCode, reply.json()]).toEqual([401, { detail: 'Sign-in failed. Please try again.' }])
})

test('when the session epoch advances, every older token is invalid', async () => {
  const person = await world.user()
  const token = await world.tokenOf(person)
  await world.pool.query('update users set session_epoch = session_epoch + 1 where id = $1', [person.id])

  expect((await withToken(token)).statusCode).toBe(401)
})

test('an admin token no longer works once its owner is not an admin', async () => {
  const person = await world.user({ admin: true })
  await world.pool.query('update users set admin = false where id = $1', [person.id])

  expect((await world.get('/api/admin/users', person)).statusCode).toBe(401)
  expect((await world.get('/api/offices/my-offices', person)).statusCode).toBe(401)
})

test('a member who becomes an admin need not sign in again', async () => {
  const person = await world.user()
  const token = await world.tokenOf(person)
  await world.pool.query('update users set admin = true where id = $1', [person.id])
  const reply = await world.send({ url: '/api/admin/users', headers: { authorization: `Bearer ${token}` } })

  expect(reply.statusCode).toBe(200)
})

test('forged, expired and broken tokens open nothing', async () => {
  const [person, other] = [await world.user(), await world.user()]
  const good = await world.tokenOf(person)
  const claims = decodeJwt(good)
  const [header, , signature] = good.split('.')
  const asOther = Buffer.from(JSON.stringify({ ...claims, id: other.id })).toString('base64url')
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${good.split('.')[1]}.`
  const expired = await new SignJWT({ ...claims, exp: 1 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(world.secrets.signingKey(`session of ${person.id} in epoch 0`))

  for (const token of [
    `${header}.${asOther}.${signature}`,
    unsigned,
    expired,
    'rubbish',
    'a.b.c',
    `${good}x`,
  ]) {
    expect([token, (await withToken(token)).statusCode]).toEqual([token, 401])
  }
})
