import { beforeEach, expect, test } from 'vitest'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { limitsOfSignIn } from '#server/features/auth/limit-sign-ins.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const password = 'correct horse battery'
const TOO_MANY = { detail: 'Too many attempts. Please wait a few minutes and try again.' }

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

const signIn = (email: string, secret: string, ip: string) =>
  world.send({
    method: 'POST',
    url: '/api/auth/sign_in',
    payload: { email, password: secret },
    remoteAddress: ip,
  })

async function guess(email: string, ip: string, times: number): Promise<number[]> {
  const replies = await Promise.all(Array.from({ length: times }, () => signIn(email, 'wrong', ip)))
  return replies.map(({ statusCode }) => statusCode)
}

/** As many failures as one likes, without the work of checking passwords. */
async function fail(email: string, ip: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1)
    await limitAttempts(world, await limitsOfSignIn(world, { email, ip }))
}

const count = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length

test('after ten failures at one place even the right password waits, with how long, and then works', async () => {
  const { email } = await world.user({ password })
  await guess(email, '10.1.0.1', 10)
  world.setNow('2026-03-02T08:05:00.000Z')
  const refused = await signIn(email.toUpperCase(), password, '10.1.0.1')

  expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toEqual([429, TOO_MANY, '600'])
  expect((await signIn(email, password, '10.1.0.2')).statusCode).toBe(200)
  world.setNow('2026-03-02T08:15:00.000Z')
  expect((await signIn(email, password, '10.1.0.1')).statusCode).toBe(200)
})

test('an address that nobody has is limited just the same', async () => {
  const statuses = await guess('nobody@keyhour.test', '10.2.0.1', 12)

  expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 2])
})

test('of many guesses at once no more than ten are looked at', async () => {
  const { email } = await world.user({ password })
  const statuses = await guess(email, '10.3.0.1', 30)

  expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 20])
})

test('signing in well does not count, however often', async () => {
  const { email } = await world.user({ password })
  for (let time = 0; time < 12; time += 1) {
    expect((await signIn(email, password, '10.4.0.1')).statusCode).toBe(200)
  }
})

test('one network gets a hundred tries over all accounts, and all its IPv6 addresses are one', async () => {
  const network = (host: number) => `2001:db8:5:1::${host}`
  for (let host = 1; host < 100; host += 1) await fail(`someone-${host}@keyhour.test`, network(host), 1)
  const { email } = await world.user({ password })

  expect((await signIn(email, 'wrong', network(100))).statusCode).toBe(401)
  expect((await signIn(email, password, network(101))).statusCode).toBe(429)
  expect((await signIn(email, password, '2001:db8:5:2::1')).statusCode).toBe(200)
})

test('what a whole network tries keeps nobody out who has signed in there before', async () => {
  const [regular, newcomer] = [await world.user({ password }), await world.user({ password })]
  const cafe = '10.9.0.1'
  await signIn(regular.email, password, cafe)
  for (let time = 0; time < 100; time += 1) await fail(`someone-${time}@keyhour.test`, cafe, 1)

  expect((await signIn(newcomer.email, password, cafe)).statusCode).toBe(429)
  expect((await signIn(regular.email, password, cafe)).statusCode).toBe(200)
  const statuses = await guess(regular.email, cafe, 12)
  expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 2])
})

test('strangers all over the world close an account for a while, but never where its owner is known', async () => {
  const { email } = await world.user({ password })
  const home = '10.6.0.1'
  await signIn(email, password, home)
  world.setNow('2026-03-31T08:00:00.000Z')
  for (let network = 0; network < 5; network += 1) await fail(email, `10.6.1.${network}`, 10)

  expect((await signIn(email, password, '10.6.2.1')).statusCode).toBe(429)
  expect((await signIn(email, password, home)).statusCode).toBe(200)
})

test('a place where somebody has not been for thirty days is a strange one again', async () => {
  const { email } = await world.user({ password })
  await signIn(email, password, '10.7.0.1')
  world.setNow('2026-04-01T08:00:00.001Z')
  for (let network = 0; network < 5; network += 1) await fail(email, `10.7.1.${network}`, 10)

  expect((await signIn(email, password, '10.7.0.1')).statusCode).toBe(429)
})

test('a new password by the link of the mail clears the way at once', async () => {
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
