import * as credits from '@keyhour/contract/business-credits'
import * as companies from '@keyhour/contract/businesses'
import type { Endpoint } from '@keyhour/contract/endpoint'
import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

const NO_COMPANY = 'This company does not exist, or you do not manage it.'
const YEAR = 'from=2026-01&to=2026-12&by=person'

/** What a call sends beside the ids in its address. */
const SENDS: Record<string, { query?: string; payload?: object }> = {
  cancelBusinessOrder: { payload: { refund: 5900 } },
  changeBusiness: { payload: { name: 'Mine' } },
  changeBusinessPerson: { payload: { monthly_limit: 100 } },
  exportPoolEntries: { query: '?format=csv' },
  exportUsage: { query: `?format=csv&${YEAR}` },
  getUsage: { query: `?${YEAR}` },
  invitePeople: { payload: { emails: ['friend@mine.test'] } },
}

const isCall = (one: unknown): one is Endpoint => typeof one === 'object' && one !== null && 'path' in one

/** Every call about one company, by name: people are removed after they were changed. */
const CALLS = Object.entries<unknown>({ ...companies, ...credits })
  .flatMap(([name, one]) =>
    isCall(one) && one.path.includes('/:id') ? [{ name, method: one.method, path: one.path }] : [],
  )
  .sort((one, other) => (one.name < other.name ? -1 : 1))

/** Whoever belongs to a company may leave it. */
const FOR_MANAGERS = CALLS.filter(({ name }) => name !== 'leaveBusiness')

type Ids = { id: number; userId: number; invitationId: number; orderId: number }

/** A company with credits, an employee, an invitation, and a booking that is ahead. */
async function team() {
  const [manager, employee] = [await world.user(), await world.user()]
  const company = await world.company(manager.id, { left: 10_000 })
  await world.employee(company.id, employee.id)
  const url = `/api/businesses/${company.id}`
  await world.post(`${url}/invitations`, { emails: [`friend-${company.id}@mine.test`] }, manager)
  const [invitation] = (await world.get(`${url}/invitations`, manager)).json()
  const office = await world.office({ open_hours: '06:00', close_hours: '23:00' })
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  const times = { date: '2026-03-10', start: '09:00', end: '10:00' }
  const booking = { office_id: office.id, sub_office_id: room.id, business_id: company.id, ...times }
  const order = (await world.post('/api/orders', booking, employee)).json()
  const ids = { id: company.id, userId: employee.id, invitationId: invitation.id, orderId: order.id }
  return { manager, employee, office, url, ids: ids as Ids }
}
type Team = Awaited<ReturnType<typeof team>>

const requestOf = ({ name, method, path }: (typeof CALLS)[number], ids: Ids) => {
  const { query = '', payload } = SENDS[name] ?? {}
  const url = path.replace(/:(\w+)/g, (_, param: keyof Ids) => String(ids[param])) + query
  return { method, url, ...(payload && { payload }) }
}

/** All that a manager sees, and what was audited. */
async function stateOf({ url, ids, manager }: Team) {
  const parts = ['', '/people', '/invitations', '/entries', '/orders']
  const pages = await Promise.all(parts.map((part) => world.get(`${url}${part}`, manager)))
  const { rows } = await world.pool.query(
    `select count(*)::integer from audit_log where subject = 'company' and subject_id = $1`,
    [ids.id],
  )
  return [...pages.map(({ statusCode, body }) => [statusCode, body]), rows]
}

/** Everybody who has no say in the company. */
async function strangersTo({ employee, office }: Team) {
  const [member, officeManager, spaceOwner] = [await world.user(), await world.user(), await world.user()]
  await world.member(office.id, member.id, 'member')
  await world.member(office.id, officeManager.id, 'manager')
  await world.member(office.id, spaceOwner.id, 'owner')
  const other = await team()
  return { employee, member, officeManager, spaceOwner, otherManager: other.manager }
}

test('the contract has calls about one company, and each that sends something is among them', () => {
  const names = CALLS.map(({ name }) => name)

  expect(names.length).toBeGreaterThan(15)
  expect(names).toEqual(expect.arrayContaining(Object.keys(SENDS)))
})

test('every call about a company is for its managers and admins; for all others the company does not exist', async () => {
  const ours = await team()
  const before = await stateOf(ours)
  const strangers = Object.entries(await strangersTo(ours))
  for (const call of FOR_MANAGERS) {
    const request = requestOf(call, ours.ids)
    expect([call.name, (await world.send(request)).statusCode]).toEqual([call.name, 401])
    for (const [who, person] of strangers) {
      const reply = await world.send(request, person)
      expect([call.name, who, reply.statusCode, reply.json().detail]).toEqual([
        call.name,
        who,
        404,
        NO_COMPANY,
      ])
    }
  }

  expect(await stateOf(ours)).toEqual(before)
})

test.each(['manager', 'admin'])('a company does exist for its %s, in every call', async (who) => {
  const ours = await team()
  const person: Person = who === 'manager' ? ours.manager : await world.user({ admin: true })
  for (const call of FOR_MANAGERS) {
    const { statusCode } = await world.send(requestOf(call, ours.ids), person)
    // A company with credits is not closed, and what was cancelled has no refund.
    const isRefused = ['closeBusiness', 'getBusinessOrderRefund'].includes(call.name)
    expect([call.name, statusCode]).toEqual([call.name, isRefused ? 409 : 200])
  }
})

test('a manager reaches nobody and nothing of another company through the own one', async () => {
  const [ours, theirs] = [await team(), await team()]
  const before = await stateOf(theirs)
  const calls = FOR_MANAGERS.filter(({ path }) => /:id\/.*:/.test(path))
  expect(calls.map(({ name }) => name)).toContain('cancelBusinessOrder')
  for (const call of calls) {
    const reply = await world.send(requestOf(call, { ...theirs.ids, id: ours.ids.id }), ours.manager)
    expect([call.name, reply.statusCode]).toEqual([call.name, 404])
  }

  expect(await stateOf(theirs)).toEqual(before)
})

test('only those who belong to a company leave it', async () => {
  const ours = await team()
  const { employee, ...strangers } = await strangersTo(ours)
  const leave = (as?: Person) => world.send({ method: 'POST', url: `${ours.url}/leave`, payload: {} }, as)
  expect((await leave()).statusCode).toBe(401)
  for (const person of Object.values(strangers)) {
    const reply = await leave(person)
    expect([reply.statusCode, reply.json().detail]).toEqual([404, 'You do not belong to this company.'])
  }

  expect((await leave(employee)).statusCode).toBe(200)
})
