import type { BusinessInvitation, InvitationDetails } from '@keyhour/contract/businesses'
import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

async function team() {
  const manager = await world.user({ name: 'Tamar Cohen' })
  const company = await world.company(manager.id)
  const url = `/api/businesses/${company.id}/invitations`
  const invite = (emails: string[], more: object = {}) => world.post(url, { emails, ...more }, manager)
  const pending = async (): Promise<BusinessInvitation[]> => (await world.get(url, manager)).json()
  return { manager, company, url, invite, pending }
}

const seen = new Set<string>()

/** The token in the new mail. */
async function tokenFor(email: string): Promise<string> {
  await world.runJobs()
  const mails = await world.mailsTo(email)
  const tokens = mails.flatMap(({ text }) => /\/join\/([\w-]+)/.exec(text ?? '')?.[1] ?? [])
  const [token] = tokens.filter((one) => !seen.has(one))
  seen.add(token!)
  return token!
}

const look = async (token: string) => world.get(`/api/business-invitations/${token}`)
const accept = (token: string, as?: Person) => world.post(`/api/business-invitations/${token}/accept`, {}, as)

test('several people are invited at once, and each address has its own answer', async () => {
  const { company, invite, pending } = await team()
  const known = await world.user()
  await world.employee(company.id, known.id)
  const reply = await invite(
    ['New.Person@invited.test', known.email, 'nonsense', 'new.person@invited.test'],
    {
      monthly_limit: 50_000,
      allowed_types: ['open_space'],
    },
  )

  expect(reply.json()).toEqual([
    { email: 'new.person@invited.test', outcome: 'invited' },
    { email: known.email, outcome: 'member' },
    { email: 'nonsense', outcome: 'invalid' },
  ])
  expect(await pending()).toMatchObject([
    {
      email: 'new.person@invited.test',
      role: 'employee',
      monthly_limit: 50_000,
      allowed_types: ['open_space'],
      is_expired: false,
    },
  ])
  await world.runJobs()
  const [mail] = await world.mailsTo('new.person@invited.test')
  expect(mail!.subject).toBe(`${company.name} invites you to Keyhour`)
  expect(mail!.text).toContain(`Tamar Cohen invites you to book workspaces on ${company.name} credits.`)
})

test('the only link in an invitation is its own, whatever the company and its manager are called', async () => {
  const manager = await world.user({ name: 'Locked: https://evil.test/login' })
  const company = await world.company(manager.id, { name: 'evil.test/prize' })
  await world.post(`/api/businesses/${company.id}/invitations`, { emails: ['links@invited.test'] }, manager)
  await world.runJobs()

  const [mail] = await world.mailsTo('links@invited.test')
  const links = [...mail!.html!.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)
  expect(links).not.toEqual([])
  for (const url of links) expect(url).toContain('/join/')
  for (const words of [mail!.subject, mail!.text, mail!.html]) expect(words).not.toMatch(/evil\.test/)
})

test('a person without an account sees the invitation, signs up, and joins with the limits of the invitation', async () => {
  const { company, invite, pending } = await team()
  await invite(['joins@invited.test'], { monthly_limit: 50_000 })
  const token = await tokenFor('joins@invited.test')
  expect((await look(token)).json()).toEqual({
    business_name: company.name,
    email: 'joins@invited.test',
    role: 'employee',
    state: 'open',
    has_account: false,
  } satisfies InvitationDetails)
  expect((await accept(token)).statusCode).toBe(401)

  const person = await world.user({ email: 'Joins@invited.test' })
  const replies = await Promise.all([accept(token, person), accept(token, person)])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(replies[0]!.json()).toMatchObject({ id: company.id, role: 'employee', monthly_limit: 50_000 })
  expect(await pending()).toEqual([])
  expect((await look(token)).json()).toMatchObject({ state: 'used', has_account: true })
})

test('an invitation is for its address only', async () => {
  const { invite, pending } = await team()
  await invite(['right@invited.test'])
  const reply = await accept(await tokenFor('right@invited.test'), await world.user())

  expect([reply.statusCode, reply.json().detail]).toEqual([
    409,
    'This invitation is for another address. Please sign in with that address.',
  ])
  expect(await pending()).toHaveLength(1)
})

test('an invitation that is sent again has a new link, and the old one is gone', async () => {
  const { url, manager, invite, pending } = await team()
  await invite(['again@invited.test'])
  const first = await tokenFor('again@invited.test')
  const [{ id }] = (await pending()) as [BusinessInvitation]
  expect((await world.post(`${url}/${id}/resend`, {}, manager)).statusCode).toBe(200)
  const second = await tokenFor('again@invited.test')
  await invite(['again@invited.test'], { role: 'manager' })
  const third = await tokenFor('again@invited.test')

  expect(new Set([first, second, third]).size).toBe(3)
  for (const old of [first, second]) expect((await look(old)).statusCode).toBe(404)
  expect(await pending()).toMatchObject([{ id, role: 'manager' }])
  expect((await look(third)).json()).toMatchObject({ state: 'open', role: 'manager' })
})

test('a withdrawn or expired invitation lets nobody in, and somebody who was removed needs a new one', async () => {
  const { company, url, manager, invite, pending } = await team()
  const person = await world.user({ email: 'late@invited.test' })
  await invite([person.email])
  const withdrawn = await tokenFor(person.email)
  const [{ id }] = (await pending()) as [BusinessInvitation]
  expect((await world.send({ method: 'DELETE', url: `${url}/${id}` }, manager)).statusCode).toBe(200)
  expect((await accept(withdrawn, person)).json().detail).toBe('This invitation was withdrawn.')

  await invite([person.email])
  const late = await tokenFor(person.email)
  world.setNow('2026-03-17T08:00:00.000Z')
  expect((await accept(late, person)).json().detail).toBe(
    'This invitation has expired. Please ask your company for a new one.',
  )
  expect(await pending()).toMatchObject([{ is_expired: true }])
  world.setNow('2026-03-02T08:00:00.000Z')
  expect((await accept(late, person)).statusCode).toBe(200)
  await world.send({ method: 'DELETE', url: `/api/businesses/${company.id}/people/${person.id}` }, manager)
  expect((await accept(late, person)).json().detail).toBe('This invitation was already used.')
})

test('somebody whom an admin added has used the invitation, and cannot come back by it after a removal', async () => {
  const { company, manager, invite, pending } = await team()
  const person = await world.user()
  await invite([person.email], { role: 'manager' })
  const token = await tokenFor(person.email)
  const admin = await world.user({ admin: true })
  const businesses = [{ business_id: company.id, role: 'employee' }]
  const added = { method: 'PUT', url: `/api/admin/users/${person.id}`, payload: { businesses } } as const
  expect((await world.send(added, admin)).statusCode).toBe(200)
  expect(await pending()).toEqual([])
  expect((await accept(token, person)).json()).toMatchObject({ id: company.id, role: 'employee' })

  await world.send({ method: 'DELETE', url: `/api/businesses/${company.id}/people/${person.id}` }, manager)
  expect((await accept(token, person)).json().detail).toBe('This invitation was already used.')
})

test('when the role of a manager ends, so do the invitations with which they make managers', async () => {
  const { company, url, manager, pending } = await team()
  const admin = await world.user({ admin: true })
  const people = `/api/businesses/${company.id}/people`
  const ways = [
    (id: number) => world.send({ method: 'DELETE', url: `${people}/${id}` }, manager),
    (id: number) =>
      world.send({ method: 'PUT', url: `${people}/${id}`, payload: { role: 'employee' } }, manager),
    (id: number) =>
      world.send({ method: 'PUT', url: `/api/admin/users/${id}`, payload: { businesses: [] } }, admin),
  ]
  for (const [at, end] of ways.entries()) {
    const going = await world.user()
    await world.member((await world.office()).id, going.id, 'member')
    await world.employee(company.id, going.id, { role: 'manager' })
    const [boss, colleague] = [`boss-${at}@invited.test`, `colleague-${at}@invited.test`]
    await world.post(url, { emails: [boss], role: 'manager' }, going)
    await world.post(url, { emails: [colleague] }, going)
    const [first, second] = [await tokenFor(boss), await tokenFor(colleague)]
    expect((await end(going.id)).statusCode).toBe(200)

    expect((await look(first)).json().state).toBe('revoked')
    expect((await look(second)).json().state).toBe('open')
    expect((await pending()).map(({ email }) => email)).not.toContain(boss)
  }
})

test('an address gets only so many mails a day, also of invitations that are sent again or made anew', async () => {
  const { url, manager, invite, pending } = await team()
  const outcomes: string[] = []
  for (let sent = 0; sent < 5; sent += 1)
    outcomes.push((await invite(['often@invited.test'])).json()[0].outcome)
  const [{ id }] = (await pending()) as [BusinessInvitation]
  const again = async () => (await world.post(`${url}/${id}/resend`, {}, manager)).statusCode
  const resent = [await again(), await again(), await again()]
  await world.send({ method: 'DELETE', url: `${url}/${id}` }, manager)
  for (let sent = 0; sent < 4; sent += 1)
    outcomes.push((await invite(['often@invited.test'])).json()[0].outcome)

  expect(outcomes).toEqual([...Array(7).fill('invited'), 'too_many', 'too_many'])
  expect(resent).toEqual([200, 200, 200])
  const [renewed] = (await pending()) as [BusinessInvitation]
  const refused = await world.post(`${url}/${renewed.id}/resend`, {}, manager)
  expect([refused.statusCode, refused.json().detail]).toEqual([
    429,
    'Too many invitations were sent. Please try again tomorrow.',
  ])
})

async function bought(businessId: number, userId: number): Promise<void> {
  await world.pool.query(
    `with pack as (insert into credit_packs (name, credits_amount, price_cents) values ('Team', 1, 100) returning id)
     insert into payments (user_id, business_id, way, status, credit_pack_id, pack_name, credits_amount, amount,
       tax_percent, currency, expires_at, paid_at, lot_id, receipt_number)
     select $1, $2, 'test', 'paid', id, 'Team', 1, 100, 18, 'ILS', now(), now(), $3, 1 from pack`,
    [userId, businessId, await world.poolCredits(businessId, 100)],
  )
}

test('somebody whose companies have bought nothing yet invites only some people a day, for all of them together', async () => {
  const { company, manager, invite } = await team()
  const second = await world.company(manager.id)
  const emails = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `person-${from + at}@many.test`)
  const countOf = (reply: Awaited<ReturnType<typeof invite>>) =>
    reply.json().filter(({ outcome }: { outcome: string }) => outcome === 'invited').length

  expect(countOf(await invite(emails(0, 99)))).toBe(99)
  const url = `/api/businesses/${second.id}/invitations`
  expect(countOf(await world.post(url, { emails: emails(100, 3) }, manager))).toBe(1)
  await bought(company.id, manager.id)
  expect(countOf(await invite(emails(200, 3)))).toBe(3)
})

test('a manager of another company uses up none of the mails of an invitation', async () => {
  const [{ url, manager, invite, pending }, other] = [await team(), await team()]
  await invite(['foreign@invited.test'])
  const [{ id }] = (await pending()) as [BusinessInvitation]
  for (let tried = 0; tried < 10; tried += 1)
    expect((await world.post(`${other.url}/${id}/resend`, {}, other.manager)).statusCode).toBe(404)

  expect((await world.post(`${url}/${id}/resend`, {}, manager)).statusCode).toBe(200)
})
