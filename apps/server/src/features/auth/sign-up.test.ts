import type { SignUp } from '@keyhour/contract/auth'
import { beforeEach, expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ PUBLIC_URL: 'https://keyhour.example' })
const password = 'correct horse battery'
const CHECK_MAIL = { msg: 'Please check your email to finish signing up.' }

let people = 0
let email = ''
beforeEach(() => {
  world.setNow('2026-03-02T08:00:00.000Z')
  email = `new-${++people}@keyhour.test`
})

const signUp = (given: Partial<SignUp> = {}, ip = `10.0.0.${people}`) =>
  world.send({
    method: 'POST',
    url: '/api/auth/sign_up',
    payload: { name: 'Noa Bar', email, password, ...given },
    remoteAddress: ip,
  })
const confirm = (token: string, chosen = password) =>
  world.post('/api/auth/confirm_sign_up', { token, password: chosen })
const signIn = (secret = password) => world.post('/api/auth/sign_in', { email, password: secret })

async function readMails() {
  await world.runJobs()
  return world.mailsTo(email)
}

async function readToken(): Promise<string> {
  const [mail] = await readMails()
  return /https:\/\/keyhour\.example\/confirm-email\?token=([\w-]{43})/.exec(mail!.text!)![1]!
}

const usersWith = async (address: string) =>
  (await world.pool.query('select * from users where email = $1', [address])).rows

test('an account exists once the link in the mail is used, and not before', async () => {
  const asked = await signUp({ language: 'he' })
  const [mail] = await readMails()

  expect([asked.statusCode, asked.json()]).toEqual([200, CHECK_MAIL])
  expect(mail!.subject).toBe('אישור כתובת האימייל')
  expect((await signIn()).statusCode).toBe(401)
  const confirmed = await confirm(await readToken())
  expect([confirmed.statusCode, confirmed.json()]).toEqual([
    200,
    { msg: 'Your address is confirmed. You can sign in now.', email },
  ])
  expect((await signIn()).statusCode).toBe(200)
  expect(await usersWith(email)).toMatchObject([
    { name: 'Noa Bar', admin: false, language: 'he', email_confirmed_at: new Date('2026-03-02T08:00:00Z') },
  ])
})

test('the mail contains nothing that was typed, because it may go to a stranger', async () => {
  await signUp({ name: 'Win a prize at spam.example' })
  const [mail] = await readMails()

  expect(`${mail!.subject}${mail!.text}${mail!.html}`).not.toContain('spam.example')
})

test('the database stores neither the password nor the link', async () => {
  await signUp()
  const stored = await world.pool.query('select s::text, j.data::text from sign_ups s, pgboss.job j')
  const token = await readToken()

  expect(stored.rowCount).toBeGreaterThan(0)
  expect(JSON.stringify(stored.rows)).not.toContain(password)
  expect(JSON.stringify(stored.rows)).not.toContain(token)
})

test('a second click gets the same answer, and two simultaneous clicks make one account', async () => {
  await signUp()
  const token = await readToken()
  const replies = [...(await Promise.all([1, 2, 3].map(() => confirm(token)))), await confirm(token)]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
  expect(await usersWith(email)).toHaveLength(1)
})

test('confirming asks for the chosen password, so that a careless click opens nothing', async () => {
  await signUp({ password: 'chosen by a stranger' })
  const token = await readToken()
  const owner = await confirm(token, 'some password of the owner')
  const click = await world.post('/api/auth/confirm_sign_up', { token })

  expect([owner.statusCode, click.statusCode]).toEqual([422, 422])
  expect(owner.json().detail).toMatchObject([
    { loc: ['body', 'password'], msg: 'This is not the password you chose when you signed up.' },
  ])
  expect(await usersWith(email)).toEqual([])
  expect((await confirm(token, 'chosen by a stranger')).statusCode).toBe(200)
})

test('the password of a sign-up cannot be guessed endlessly', async () => {
  await signUp()
  const token = await readToken()
  const replies = await Promise.all(Array.from({ length: 12 }, () => confirm(token, 'a guess')))

  expect(replies.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10)
  expect((await confirm(token)).statusCode).toBe(429)
})

test('the link works for a day', async () => {
  await signUp()
  const token = await readToken()
  world.setNow('2026-03-03T08:00:00.000Z')
  const late = await confirm(token)

  expect([late.statusCode, late.json()]).toEqual([404, { detail: 'This link is no longer valid.' }])
  world.setNow('2026-03-03T07:59:59.999Z')
  expect((await confirm(token)).statusCode).toBe(200)
})

test('an invented link does nothing', async () => {
  const reply = await confirm('made-up')

  expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'This link is no longer valid.' }])
})

test('signing up with an existing address gets the same answer and does not change the account', async () => {
  const owner = await world.user({ email, password: 'the old password stays', language: 'en' })
  const before = await usersWith(email)
  const asked = await signUp({ email: email.toUpperCase(), language: 'he' })
  const [mail] = await readMails()

  expect([asked.statusCode, asked.json()]).toEqual([200, CHECK_MAIL])
  expect(mail!.subject).toBe('You already have an account')
  expect(mail!.text).toContain(`Hello ${owner.name},`)
  expect(mail!.text).toContain('https://keyhour.example/sign-in')
  expect(mail!.text).toContain('https://keyhour.example/forgot-password')
  expect(mail!.text).not.toContain('token')
  expect(await usersWith(email)).toEqual(before)
  expect((await signIn('the old password stays')).statusCode).toBe(200)
  expect((await signIn()).statusCode).toBe(401)
  expect((await world.pool.query('select from sign_ups where email = $1', [email])).rowCount).toBe(0)
})

test('when two people sign up with one address, the first to confirm gets it', async () => {
  await signUp()
  const first = await readToken()
  await signUp({ name: 'Somebody Else', password: 'another horse battery' })
  await world.runJobs()
  const tokens = (await world.mailsTo(email)).map(({ text }) => /token=([\w-]+)/.exec(text!)![1]!)
  const [second] = tokens.filter((token) => token !== first)
  const replies = [await confirm(first), await confirm(second!, 'another horse battery')]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 409])
  expect(replies[1]!.json()).toEqual({ detail: 'This address already has an account. Please sign in.' })
  expect((await usersWith(email)).map(({ name }) => name)).toEqual(['Noa Bar'])
  expect((await signIn()).statusCode).toBe(200)
})

test.each([
  ['Password123!', 'This password is too common. Please choose another one.'],
  ['aaaaaaaaaabbb', 'This password is too common. Please choose another one.'],
  ['noa bar noa', undefined],
  ['short', 'Should have at least 10 characters'],
  ['x'.repeat(201), 'Should have at most 200 characters'],
])('a new password is checked: %s', async (secret, msg) => {
  const reply = await signUp({ password: secret })

  if (msg === undefined) return expect(reply.statusCode).toBe(200)
  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toMatchObject([{ loc: ['body', 'password'], msg }])
  expect(reply.body).not.toContain(secret)
})

test("a member's own name or address is not allowed as the password", async () => {
  for (const secret of ['Noa Bar-Yosef', email]) {
    const reply = await signUp({ name: 'Noa Bar-Yosef', password: secret })

    expect(reply.json().detail).toMatchObject([
      { loc: ['body', 'password'], msg: 'This password is too common. Please choose another one.' },
    ])
  }
})

test('one address gets five mails an hour, whoever asks', async () => {
  const statuses = []
  for (let time = 0; time < 6; time += 1) {
    statuses.push((await signUp({}, `10.9.${time}.1`)).statusCode)
  }
  const mails = await readMails()

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(mails).toHaveLength(5)
})

test('one network may ask for twenty accounts an hour', async () => {
  const statuses = []
  for (let time = 0; time < 21; time += 1) {
    const reply = await signUp({ email: `many-${time}@keyhour.test` }, '10.10.0.1')
    statuses.push(reply.statusCode)
    if (reply.statusCode === 429) expect(reply.headers['retry-after']).toBe('3600')
  }

  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(429)
})

test("a deleted user's address is not free: the mail says so, or offers to sign in while the account deletion is running", async () => {
  const closed = await world.user({ deleted_at: '2026-01-01T00:00:00Z' })
  const leaving = await world.user()
  await world.deletion(leaving.id)
  for (const [person, subject] of [
    [closed, 'Your account is closed'],
    [leaving, 'You already have an account'],
  ] as const) {
    await signUp({ email: person.email })
    await world.runJobs()

    expect((await world.mailsTo(person.email)).map((mail) => mail.subject)).toEqual([subject])
  }
})
