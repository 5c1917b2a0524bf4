import { beforeEach, expect, test } from 'vitest'
import { forgetOldLinks } from '#server/features/auth/forget-old-links.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ PUBLIC_URL: 'https://keyhour.example' })
const renewed = 'another horse battery'
const SENT = { msg: 'If this address has an account, we have sent a link to it.' }
const VOID = [404, { detail: 'This link is no longer valid.' }]

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

let network = 0
const ask = (email: string, ip = `10.0.0.${++network}`) =>
  world.send({ method: 'POST', url: '/api/auth/reset_password', payload: { email }, remoteAddress: ip })
const use = (token: string, password = renewed) =>
  world.post(`/api/auth/reset_password/${token}`, { password })
const signIn = (email: string, password = renewed) => world.post('/api/auth/sign_in', { email, password })
const withToken = (token: string) =>
  world.send({ url: '/api/offices/my-offices', headers: { authorization: `Bearer ${token}` } })

async function readTokens(email: string): Promise<string[]> {
  await world.runJobs()
  const link = /https:\/\/keyhour\.example\/reset-password\?token=([\w-]{43})/
  return (await world.mailsTo(email))
    .map(({ text }) => link.exec(text!)?.[1])
    .filter((token) => token !== undefined)
}

async function getLink(email: string): Promise<string> {
  await ask(email)
  return (await readTokens(email))[0]!
}

test('the link in the mail sets a new password, signs the member in, and signs them out everywhere else', async () => {
  const person = await world.user({ password: 'the old one 12', language: 'he' })
  const stolen = await world.tokenOf(person)
  const asked = await ask(person.email.toUpperCase())
  const [token] = await readTokens(person.email)
  const reply = await use(token!)

  expect([asked.statusCode, asked.json()]).toEqual([200, SENT])
  expect(reply.statusCode).toBe(200)
  expect((await withToken(reply.json().token)).statusCode).toBe(200)
  expect((await withToken(stolen)).statusCode).toBe(401)
  expect((await signIn(person.email)).statusCode).toBe(200)
  expect((await signIn(person.email, 'the old one 12')).statusCode).toBe(401)
})

test('the owner is mailed that the password was changed', async () => {
  const person = await world.user({ language: 'he' })
  await use(await getLink(person.email))
  await world.runJobs()
  const subjects = (await world.mailsTo(person.email)).map(({ subject }) => subject)

  expect(subjects.sort()).toEqual(['הסיסמה שלך הוחלפה', 'קביעת סיסמה חדשה'])
})

test('a member who signed up with Google gets a first password and a confirmed address', async () => {
  const person = await world.user({ google_subject: 'from-google' })
  await use(await getLink(person.email))
  const { rows } = await world.pool.query('select email_confirmed_at from users where id = $1', [person.id])

  expect((await signIn(person.email)).statusCode).toBe(200)
  expect(rows).toEqual([{ email_confirmed_at: new Date('2026-03-02T08:00:00Z') }])
})

test('a reset disconnects Google unless it is kept, and the link tells the form whether to ask', async () => {
  const [leaves, keeps, plain] = [
    await world.user({ google_subject: 'ended-by-reset' }),
    await world.user({ google_subject: 'kept-at-reset' }),
    await world.user(),
  ]
  await world.pool.query("insert into google_accounts values ('kept-at-reset', $1, 'kept@gmail.com')", [
    keeps.id,
  ])
  const tokens = [await getLink(leaves.email), await getLink(keeps.email), await getLink(plain.email)]
  const asked = await Promise.all(tokens.map((token) => world.get(`/api/auth/reset_password/${token}`)))
  await use(tokens[0]!)
  await world.post(`/api/auth/reset_password/${tokens[1]}`, { password: renewed, keep_google: true })
  const { rows } = await world.pool.query(
    'select google_subject from users where id in ($1, $2) order by id',
    [leaves.id, keeps.id],
  )

  expect(asked.map((reply) => reply.json())).toEqual([
    { email: leaves.email, has_google: true, google_email: null },
    { email: keeps.email, has_google: true, google_email: 'kept@gmail.com' },
    { email: plain.email, has_google: false, google_email: null },
  ])
  expect(rows).toEqual([{ google_subject: null }, { google_subject: 'kept-at-reset' }])
  const used = await world.get(`/api/auth/reset_password/${tokens[0]}`)
  expect([used.statusCode, used.json()]).toEqual(VOID)
})

test('a link works once, and of two simultaneous clicks one wins', async () => {
  const person = await world.user()
  const token = await getLink(person.email)
  const replies = await Promise.all([use(token, 'the first of them'), use(token, 'the second of them')])
  const again = await use(token)

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  expect([again.statusCode, again.json()]).toEqual(VOID)
  const winner = replies[0]!.statusCode === 200 ? 'the first of them' : 'the second of them'
  expect((await signIn(person.email, winner)).statusCode).toBe(200)
})

test("using a link invalidates the member's other links, even when they are used at the same moment", async () => {
  const person = await world.user()
  for (let time = 0; time < 4; time += 1) await ask(person.email)
  const tokens = await readTokens(person.email)
  const replies = await Promise.all(tokens.map((token) => use(token)))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404])
})

test('a link works for thirty minutes', async () => {
  const person = await world.user()
  const token = await getLink(person.email)
  world.setNow('2026-03-02T08:30:00.000Z')
  const late = await use(token)

  expect([late.statusCode, late.json()]).toEqual(VOID)
  world.setNow('2026-03-02T08:29:59.999Z')
  expect((await use(token)).statusCode).toBe(200)
})

test('an invented link does nothing', async () => {
  const reply = await use('made-up')

  expect([reply.statusCode, reply.json()]).toEqual(VOID)
})

test('a refused password leaves the link valid', async () => {
  const person = await world.user()
  const token = await getLink(person.email)
  const refused = await use(token, 'password1234')

  expect(refused.statusCode).toBe(422)
  expect(refused.json().detail).toMatchObject([
    { loc: ['body', 'password'], msg: 'This password is too common. Please choose another one.' },
  ])
  expect((await use(token, person.email)).statusCode).toBe(422)
  expect((await use(token)).statusCode).toBe(200)
})

test('an address without an account gets the same answer and no mail', async () => {
  const reply = await ask('nobody@keyhour.test')
  await world.runJobs()

  expect([reply.statusCode, reply.json()]).toEqual([200, SENT])
  expect(await world.mailsTo('nobody@keyhour.test')).toEqual([])
})

test('a member whom an admin deleted gets no mail, and an earlier link no longer works', async () => {
  const person = await world.user()
  const token = await getLink(person.email)
  await world.pool.query('update users set deleted_at = now() where id = $1', [person.id])
  await ask(person.email)
  const reply = await use(token)

  expect(await readTokens(person.email)).toEqual([token])
  expect([reply.statusCode, reply.json()]).toEqual(VOID)
})

test('a member whose account deletion is running gets a link, which works only to keep the account', async () => {
  const person = await world.user({ password: 'the old one 12' })
  await world.deletion(person.id)
  const token = await getLink(person.email)
  const reply = await use(token)

  expect([reply.statusCode, reply.json()]).toEqual([
    403,
    { detail: 'This account is waiting to be deleted.' },
  ])
  expect((await signIn(person.email, 'the old one 12')).statusCode).toBe(403)
  const kept = await world.post(`/api/auth/reset_password/${token}`, {
    password: renewed,
    undo_deletion: true,
  })
  expect(kept.statusCode).toBe(200)
  expect((await signIn(person.email)).statusCode).toBe(200)
  expect((await use(token)).statusCode).toBe(404)
})

test('one address gets five links an hour, and one network may ask for twenty', async () => {
  const person = await world.user()
  const statuses = []
  for (let time = 0; time < 6; time += 1) statuses.push((await ask(person.email)).statusCode)
  const many = []
  for (let time = 0; time < 21; time += 1)
    many.push((await ask(`many-${time}@keyhour.test`, '10.1.0.1')).statusCode)

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(many.filter((status) => status === 200)).toHaveLength(20)
  expect(many.at(-1)).toBe(429)
})

test('links and sign-ups are deleted a week after they expired', async () => {
  const person = await world.user()
  await getLink(person.email)
  await world.post('/api/auth/sign_up', { name: 'Noa', email: 'noa@keyhour.test', password: renewed })
  const count = async () => {
    await world.enqueue(world.db, forgetOldLinks, {})
    await world.runJobs()
    const links = await world.pool.query('select from password_links where user_id = $1', [person.id])
    const asked = await world.pool.query('select from sign_ups where email = $1', ['noa@keyhour.test'])
    return [links.rowCount, asked.rowCount]
  }
  world.setNow('2026-03-09T08:30:00.000Z')
  expect(await count()).toEqual([1, 1])
  world.setNow('2026-03-09T08:30:00.001Z')
  expect(await count()).toEqual([0, 1])
  world.setNow('2026-03-10T08:00:00.001Z')
  expect(await count()).toEqual([0, 0])
})
