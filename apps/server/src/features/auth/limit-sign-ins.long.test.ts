import { beforeEach, expect, test } from 'vitest'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { limitsOfSignIn } from '#server/features/auth/limit-sign-ins.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const password = 'correct horse battery'
const TOO_MANY = { detail: 'Too many attempts. Please wait a few minutes and try again.' }

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

const signIn = (email: string, secret: string, ip: string, cookie?: string) =>
  world.send({
    method: 'POST',
    url: '/api/auth/sign_in',
    payload: { email, password: secret },
    remoteAddress: ip,
    ...(cookie && { headers: { cookie } }),
  })

/** The cookies that a browser sends after this answer. */
const cookieFrom = (reply: Awaited<ReturnType<typeof signIn>>) =>
  String(reply.headers['set-cookie']).split(';')[0]!

async function guess(email: string, ip: string, times: number): Promise<number[]> {
  const replies = await Promise.all(Array.from({ length: times }, () => signIn(email, 'wrong', ip)))
  return replies.map(({ statusCode }) => statusCode)
}

/** Counts failures without the work of checking passwords. */
async function fail(email: string, ip: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1)
    await limitAttempts(world, await limitsOfSignIn(world, { email, ip, device: 'none', session_epoch: 0 }))
}

const count = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length

test('after ten failures from one network even the right password has to wait, is told how long, and then works', async () => {
  const { email } = await world.user({ password })
  await guess(email, '10.1.0.1', 10)
  world.setNow('2026-03-02T08:05:00.000Z')
  const refused = await signIn(email.toUpperCase(), password, '10.1.0.1')

  expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toEqual([429, TOO_MANY, '600'])
  expect((await signIn(email, password, '10.1.0.2')).statusCode).toBe(200)
  world.setNow('2026-03-02T08:15:00.000Z')
  expect((await signIn(email, password, '10.1.0.1')).statusCode).toBe(200)
})

test('an address without an account is limited in the same way', async () => {
  const statuses = await guess('nobody@keyhour.test', '10.2.0.1', 12)

  expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 2])
})

test('of many simultaneous guesses no more than ten are checked', async () => {
  const { email } = await world.user({ password })
  const statuses = await guess(email, '10.3.0.1', 30)

  expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 20])
})

test('successful sign-ins do not count, however many', async () => {
  const { email } = await world.user({ password })
  for (let time = 0; time < 12; time += 1) {
    expect((await signIn(email, password, '10.4.0.1')).statusCode).toBe(200)
  }
})

test('one network gets a hundred tries across all accounts, and all its IPv6 addresses count as one', async () => {
  const network = (host: number) => `2001:db8:5:1::${host}`
  for (let host = 1; host < 100; host += 1) await fail(`someone-${host}@keyhour.test`, network(host), 1)
  const { email } = await world.user({ password })

  expect((await signIn(email, 'wrong', network(100))).statusCode).toBe(401)
  expect((await signIn(email, password, network(101))).statusCode).toBe(429)
  expect((await signIn(email, password, '2001:db8:5:2::1')).statusCode).toBe(200)
})

test('guesses from a network do not lock out a member who has signed in from there before', async () => {
  const [regular, newcomer] = [await world.user({ password }), await world.user({ password })]
  const cafe = '10.9.0.1'
  await signIn(regular.email, password, cafe)
  for (let time = 0; time < 100; time += 1) await fail(`someone-${time}@keyhour.test`, cafe, 1)

  expect((await signIn(newcomer.email, password, cafe)).statusCode).toBe(429)
  expect((await signIn(regular.email, password, cafe)).statusCode).toBe(200)
  const statuses = await guess(regular.email, cafe, 12)
  expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 2])
})

test("strangers all over the world lock an account for a while, but never on the owner's known networks", async () => {
  const { email } = await world.user({ password })
  const home = '10.6.0.1'
  await signIn(email, password, home)
  world.setNow('2026-03-31T08:00:00.000Z')
  for (let network = 0; network < 5; network += 1) await fail(email, `10.6.1.${network}`, 10)

  expect((await signIn(email, password, '10.6.2.1')).statusCode).toBe(429)
  expect((await signIn(email, password, home)).statusCode).toBe(200)
})

test('a network where a member has not signed in for thirty days is unknown again', async () => {
  const { email } = await world.user({ password })
  await signIn(email, password, '10.7.0.1')
  world.setNow('2026-04-01T08:00:00.001Z')
  for (let network = 0; network < 5; network += 1) await fail(email, `10.7.1.${network}`, 10)

  expect((await signIn(email, password, '10.7.0.1')).statusCode).toBe(429)
})

test('setting a new password by the mailed link lets the member in immediately', async () => {
  const { email } = await world.user({ password })
  const here = '10.8.0.1'
  await fail(email, here, 10)
  for (let network = 0; network < 4; network += 1) await fail(email, `10.8.1.${network}`, 10)
  expect((await signIn(email, password, '10.8.2.1')).statusCode).toBe(429)
  await world.post('/api/auth/reset_password', { email })
  await world.runJobs()
  const [mail] = await world.mailsTo(email)
  const [, token] = /reset-password\?token=([\w-]+)/.exec(mail!.text!)!
  const renewed = 'another horse battery'
  const reset = await world.send({
    method: 'POST',
    url: `/api/auth/reset_password/${token}`,
    payload: { password: renewed },
    remoteAddress: here,
  })

  expect(reset.statusCode).toBe(200)
  expect((await signIn(email, renewed, here)).statusCode).toBe(200)
  expect((await signIn(email, renewed, '10.8.2.1')).statusCode).toBe(200)
})

test('guesses on the same network do not lock out a browser that has signed in before', async () => {
  const { email } = await world.user({ password })
  const wifi = '10.10.0.1'
  const known = cookieFrom(await signIn(email, password, wifi))
  await guess(email, wifi, 11)

  expect((await signIn(email, password, wifi)).statusCode).toBe(429)
  expect((await signIn(email, password, wifi, known)).statusCode).toBe(200)
  expect((await signIn(email, password, '10.10.0.2', known)).statusCode).toBe(200)
})

test('a known browser has ten guesses too, and they give strangers no extra ones', async () => {
  const { email } = await world.user({ password })
  const wifi = '10.11.0.1'
  const known = cookieFrom(await signIn(email, password, wifi))
  const statuses: number[] = []
  for (let time = 0; time < 12; time += 1)
    statuses.push((await signIn(email, 'wrong', wifi, known)).statusCode)

  expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 2])
  expect((await signIn(email, 'wrong', wifi)).statusCode).toBe(429)
})

test('a browser is known only for the accounts that it has signed in to', async () => {
  const [owner, attacker] = [await world.user({ password }), await world.user({ password })]
  const wifi = '10.12.0.1'
  const known = cookieFrom(await signIn(attacker.email, password, wifi))
  await guess(owner.email, wifi, 10)

  expect((await signIn(owner.email, password, wifi, known)).statusCode).toBe(429)
  const invented = `device=${'a'.repeat(64)}`
  expect((await signIn(owner.email, password, wifi, invented)).statusCode).toBe(429)
})

test('one browser can be known for several accounts', async () => {
  const [first, second] = [await world.user({ password }), await world.user({ password })]
  const wifi = '10.13.0.1'
  const known = cookieFrom(await signIn(first.email, password, wifi))
  expect(cookieFrom(await signIn(second.email, password, wifi, known))).toBe(known)
  await guess(first.email, wifi, 11)
  await guess(second.email, wifi, 11)

  expect((await signIn(first.email, password, wifi, known)).statusCode).toBe(200)
  expect((await signIn(second.email, password, wifi, known)).statusCode).toBe(200)
})

test('logging out everywhere makes every browser unknown, and a new password all but the current one', async () => {
  const [left, changed] = [await world.user({ password }), await world.user({ password })]
  const wifi = '10.14.0.1'
  const [before, own, others] = [
    cookieFrom(await signIn(left.email, password, wifi)),
    await signIn(changed.email, password, wifi),
    cookieFrom(await signIn(changed.email, password, wifi)),
  ]
  await world.post('/api/auth/log_out_everywhere', {}, left)
  await world.send({
    method: 'POST',
    url: '/api/users/change_password/',
    payload: { current_password: password, new_password: 'another horse battery' },
    headers: { authorization: `Bearer ${own.json()}`, cookie: cookieFrom(own) },
  })
  await guess(left.email, wifi, 11)
  await guess(changed.email, wifi, 11)

  expect((await signIn(left.email, password, wifi, before)).statusCode).toBe(429)
  expect((await signIn(changed.email, 'another horse battery', wifi, others)).statusCode).toBe(429)
  expect((await signIn(changed.email, 'another horse battery', wifi, cookieFrom(own))).statusCode).toBe(200)
})

test('the device cookie is hidden from scripts and other sites, and set only at a sign-in', async () => {
  const { email } = await world.user({ password })
  const [good, bad] = [await signIn(email, password, '10.15.0.1'), await signIn(email, 'wrong', '10.15.0.1')]

  expect(good.headers['set-cookie']).toMatch(
    /^device=[0-9a-f]{64}; Path=\/api; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
  )
  expect(bad.headers['set-cookie']).toBeUndefined()
})
