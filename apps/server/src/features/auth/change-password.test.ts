import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const password = 'correct horse battery'
const renewed = 'another horse battery'

type Person = Awaited<ReturnType<typeof world.user>>

const change = (person: Person, current_password = password, new_password = renewed) =>
  world.post('/api/users/change_password/', { current_password, new_password }, person)
const signIn = (email: string, secret: string) => world.post('/api/auth/sign_in', { email, password: secret })
const withToken = (token: string) =>
  world.send({ url: '/api/offices/my-offices', headers: { authorization: `Bearer ${token}` } })

test('changing the password returns a new token and ends every other session', async () => {
  const person = await world.user({ password })
  const before = await world.tokenOf(person)
  const reply = await change(person)

  expect(reply.statusCode).toBe(200)
  expect((await withToken(reply.json())).statusCode).toBe(200)
  expect((await withToken(before)).statusCode).toBe(401)
  expect((await signIn(person.email, renewed)).statusCode).toBe(200)
  expect((await signIn(person.email, password)).statusCode).toBe(401)
})

test('the owner is mailed, and links in older mails no longer work', async () => {
  const person = await world.user({ password })
  await world.post('/api/auth/reset_password', { email: person.email })
  await world.runJobs()
  const [mail] = await world.mailsTo(person.email)
  const [, token] = /token=([\w-]+)/.exec(mail!.text!)!
  await change(person)
  await world.runJobs()

  expect((await world.mailsTo(person.email)).map(({ subject }) => subject).sort()).toEqual([
    'Set a new password',
    'Your password was changed',
  ])
  expect((await world.post(`/api/auth/reset_password/${token}`, { password })).statusCode).toBe(404)
})

test('the current password has to be right', async () => {
  const person = await world.user({ password })
  const reply = await change(person, 'not the right one')

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toMatchObject([
    { loc: ['body', 'current_password'], msg: 'This is not your current password.' },
  ])
  expect((await signIn(person.email, password)).statusCode).toBe(200)
})

test('the new password has to meet the same rules as any other', async () => {
  const person = await world.user({ password })
  const replies = [
    await change(person, password, 'short'),
    await change(person, password, 'football2026'),
    await change(person, password, person.email),
  ]

  expect(replies.map((reply) => reply.json().detail)).toMatchObject([
    [{ loc: ['body', 'new_password'], msg: 'Should have at least 10 characters' }],
    [{ loc: ['body', 'new_password'], msg: 'This password is too common. Please choose another one.' }],
    [{ loc: ['body', 'new_password'], msg: 'This password is too common. Please choose another one.' }],
  ])
})

test('a member without a password is told how to get one', async () => {
  const reply = await change(await world.user())

  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    { detail: 'This account has no password yet. Ask for a link to set one.' },
  ])
})

test('a stranger at an open session cannot keep guessing the password', async () => {
  const person = await world.user({ password })
  const replies = await Promise.all(Array.from({ length: 12 }, () => change(person, 'a guess')))
  const right = await change(person)

  expect(replies.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10)
  expect([right.statusCode, right.headers['retry-after']]).toEqual([429, '900'])
})

test('of two simultaneous changes only one is made', async () => {
  const person = await world.user({ password })
  const replies = await Promise.all([
    change(person, password, 'the first of them'),
    change(person, password, 'the second of them'),
  ])

  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

const googleOf = async ({ id }: Person) =>
  (await world.pool.query('select google_subject from users where id = $1', [id])).rows[0].google_subject

test('changing the password disconnects Google, and the mail says so', async () => {
  const person = await world.user({ password, google_subject: 'ended-by-change' })
  await change(person)
  await world.runJobs()
  const [mail] = await world.mailsTo(person.email)

  expect(await googleOf(person)).toBeNull()
  expect(mail!.text).toContain('You can no longer sign in with the Google account that was connected.')
})

test('Google stays connected only when the member says so', async () => {
  const person = await world.user({ password, google_subject: 'kept-on-purpose' })
  const given = { current_password: password, new_password: renewed, keep_google: true }
  const reply = await world.post('/api/users/change_password/', given, person)
  await world.runJobs()
  const [mail] = await world.mailsTo(person.email)

  expect([reply.statusCode, await googleOf(person)]).toEqual([200, 'kept-on-purpose'])
  expect(mail!.text).toContain('You can still sign in with the connected Google account.')
})

test('logging out everywhere ends every session, this one too', async () => {
  const person = await world.user({ password })
  const tokens = [await world.tokenOf(person), (await signIn(person.email, password)).json()]
  const reply = await world.post('/api/auth/log_out_everywhere', {}, person)

  expect([reply.statusCode, reply.json()]).toEqual([200, { msg: 'You are signed out on all devices.' }])
  for (const token of tokens) expect((await withToken(token)).statusCode).toBe(401)
  expect((await signIn(person.email, password)).statusCode).toBe(200)
})
