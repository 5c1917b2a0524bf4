import { text } from 'node:stream/consumers'
import type { PackPayment } from '@keyhour/contract/payments'
import { expect, test } from 'vitest'
import { creditPacks } from '#server/db/schema/credits.ts'
import { exportUsage } from '#server/features/business-management/export-usage.ts'
import { addUpUsage } from '#server/features/businesses/add-up-usage.ts'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ DEMO: 'on' })
type Person = Awaited<ReturnType<typeof world.user>>

async function team() {
  const [manager, employee] = [await world.user({ name: 'Tamar' }), await world.user({ name: 'Noam' })]
  const company = await world.company(manager.id, { name: 'Lumen', tax_id: '514882736' })
  await world.employee(company.id, employee.id)
  return { manager, employee, company, url: `/api/businesses/${company.id}` }
}

async function pack(given: Partial<typeof creditPacks.$inferInsert> = {}) {
  const [row] = await world.db
    .insert(creditPacks)
    .values({ name: 'Team', credits_amount: 500, price_cents: 45_000, currency: 'ILS', ...given })
    .returning()
  return row!
}

const start = (payload: object, as: Person) => world.post('/api/payments', payload, as)

async function buy(business_id: number, as: Person): Promise<PackPayment> {
  const { id } = (await start({ credit_pack_id: (await pack()).id, business_id }, as)).json()
  const paid = await world.post(`/api/payments/${id}/test`, { outcome: 'paid' }, as)
  expect(paid.statusCode).toBe(200)
  return paid.json()
}

async function stay(office_id: number, sub_office_id: number, business_id: number, as: Person, date: string) {
  const times = { date, start: '09:00', end: '10:00' }
  const reply = await world.post('/api/orders', { office_id, sub_office_id, business_id, ...times }, as)
  expect(reply.statusCode).toBe(201)
  return reply.json() as { id: number }
}

test('a pack that a manager buys for the company fills the pool once, with a receipt for the company', async () => {
  const { manager, employee, company, url } = await team()
  const payment = await buy(company.id, manager)
  await world.post(`/api/payments/${payment.id}/test`, { outcome: 'paid' }, manager)

  expect(payment).toMatchObject({
    status: 'paid',
    business_id: company.id,
    receipt_number: expect.any(Number),
  })
  expect((await world.get(`${url}/balance`, manager)).json()).toMatchObject({
    left: 50_000,
    lots: [{ description: 'Team', granted: 50_000, remaining: 50_000 }],
  })
  expect((await world.get('/api/payments', manager)).json()).toEqual([])
  expect((await world.get(`${url}/payments`, manager)).json()).toMatchObject([
    { id: payment.id, user_name: 'Tamar', amount: 45_000 },
  ])
  const { rows } = await world.pool.query('select buyer_name from payments where id = $1', [payment.id])
  expect(rows).toEqual([{ buyer_name: 'Lumen (514882736)' }])
  expect((await world.get(`/api/payments/${payment.id}/receipt.pdf`, manager)).statusCode).toBe(200)
  expect((await world.get(`/api/payments/${payment.id}/receipt.pdf`, employee)).statusCode).toBe(404)
})

test('the first pack sets the warning to a tenth of it, unless the managers have chosen, and the next ones leave it', async () => {
  const [first, second] = [await team(), await team()]
  const lowAt = async ({ url, manager }: typeof first) => (await world.get(url, manager)).json().low_at
  const choose = (low_at: number | null, { url, manager }: typeof first) =>
    world.send({ method: 'PUT', url, payload: { low_at } }, manager)
  await buy(first.company.id, first.manager)
  expect(await lowAt(first)).toBe(5000)
  await choose(null, first)
  await buy(first.company.id, first.manager)
  expect(await lowAt(first)).toBeNull()

  await choose(700, second)
  await buy(second.company.id, second.manager)
  expect(await lowAt(second)).toBe(700)
})

test('only managers buy for a company, in its currency, and another manager sees the payment', async () => {
  const { manager, employee, company } = await team()
  const business_id = company.id
  const { id } = await pack()
  expect((await start({ credit_pack_id: id, business_id }, employee)).statusCode).toBe(404)
  const other = await start({ credit_pack_id: (await pack({ currency: 'EUR' })).id, business_id }, manager)
  expect([other.statusCode, other.json().detail]).toEqual([
    409,
    "This pack is in a different currency from your company's. Please choose another one.",
  ])

  const begun: PackPayment = (await start({ credit_pack_id: id, business_id }, manager)).json()
  const second = await world.user()
  await world.employee(company.id, second.id, { role: 'manager' })
  expect((await world.get(`/api/payments/${begun.id}`, second)).statusCode).toBe(200)
  await world.pool.query('delete from business_members where user_id = $1', [manager.id])
  expect((await world.get(`/api/payments/${begun.id}`, manager)).statusCode).toBe(404)
})

test('an admin refunds a pack of a company, and its credits leave the pool', async () => {
  const { manager, company, url } = await team()
  const { id } = await buy(company.id, manager)
  const admin = await world.user({ admin: true })
  const refund = { amount: 9000, reason: 'Bought too many' }
  expect((await world.post(`/api/admin/payments/${id}/refunds`, refund, admin)).statusCode).toBe(200)

  expect((await world.get(`${url}/balance`, manager)).json().left).toBe(40_000)
})

async function used() {
  const made = await team()
  const { manager, employee, company } = made
  const office = await world.office({ name: 'Jaffa', open_hours: '06:00', close_hours: '23:00' })
  const [blue, red] = [
    await world.subOffice(office.id, { name: 'Blue' }),
    await world.subOffice(office.id, { name: 'Red' }),
  ]
  for (const { id } of [blue, red]) await world.unit(office.id, id, 1)
  await buy(company.id, manager)
  await stay(office.id, blue.id, company.id, employee, '2026-03-10')
  await stay(office.id, blue.id, company.id, employee, '2026-03-11')
  await stay(office.id, red.id, company.id, manager, '2026-04-01')
  const cancelled = await stay(office.id, red.id, company.id, employee, '2026-04-02')
  await world.post(`/api/orders/${cancelled.id}/cancel`, { refund: 5900 }, employee)
  return { ...made, office, blue, red, cancelled }
}

const usage = async (url: string, as: Person, query: string) =>
  (await world.get(`${url}/usage?${query}`, as)).json()

test('the usage report adds up to the ledger, by person, by month and by space, also after it was added up', async () => {
  const { manager, employee, url, blue } = await used()
  const period = 'from=2026-01&to=2026-12'
  const reports = async () => ({
    person: await usage(url, manager, `${period}&by=person`),
    month: await usage(url, manager, `${period}&by=month`),
    space: await usage(url, manager, `${period}&by=space`),
  })
  const before = await reports()
  await addUpUsage.run(world, {})

  expect(await reports()).toEqual(before)
  const total = { currency: 'ILS', spent: 3 * 5900, orders: 4 }
  expect(before.person).toMatchObject({
    ...total,
    rows: [
      { user_id: employee.id, person_name: 'Noam', spent: 2 * 5900, orders: 3 },
      { user_id: manager.id, person_name: 'Tamar', spent: 5900, orders: 1 },
    ],
  })
  expect(before.month).toMatchObject({
    ...total,
    rows: [
      { month: '2026-03', spent: 2 * 5900, orders: 2 },
      { month: '2026-04', spent: 5900, orders: 2 },
    ],
  })
  expect(before.space).toMatchObject({
    ...total,
    rows: [
      { office: 'Jaffa', sub_office: blue.name, spent: 2 * 5900 },
      { office: 'Jaffa', sub_office: 'Red', spent: 5900 },
    ],
  })
  expect(await usage(url, manager, 'from=2026-04&to=2026-04&by=person')).toMatchObject({
    spent: 5900,
    orders: 2,
  })
  // March alone, a quarter and a month, a month and a quarter.
  for (const [months, spent] of [
    ['from=2026-03&to=2026-03', 2],
    ['from=2026-01&to=2026-04', 3],
    ['from=2026-03&to=2026-06', 3],
    ['from=2026-04&to=2026-12', 1],
    ['from=2025-11&to=2026-02', 0],
  ] as const)
    expect(await usage(url, manager, `${months}&by=person`)).toMatchObject({ spent: spent * 5900 })
  const { rows } = await world.pool.query(
    `select -sum(amount)::integer as spent from credit_ledger join credit_lots on credit_lots.id = lot_id
     where business_id = $1 and order_id is not null`,
    [Number(url.split('/').at(-1))],
  )
  expect(rows).toEqual([{ spent: 3 * 5900 }])
  await checkLedger.run(world, {})
})

test('the report and the movements of the pool are files, in both languages', async () => {
  const { manager, url } = await used()
  const file = async (path: string) => (await world.get(`${url}${path}`, manager)).body.trim().split(/\r?\n/)

  expect(await file('/usage/export?from=2026-03&to=2026-04&by=month&format=csv')).toEqual([
    expect.stringContaining('Month,Bookings,Credits,Currency'),
    '2026-03,2,118.00,ILS',
    '2026-04,2,59.00,ILS',
  ])
  expect((await file('/usage/export?from=2026-03&to=2026-04&by=space&format=csv&language=he'))[0]).toContain(
    'משרד',
  )
  const entries = await file('/entries/export?format=csv')
  expect(entries).toHaveLength(7)
  expect(entries[1]).toContain('Refunded,Noam')
  expect(entries.at(-1)).toContain('Bought,Tamar,Team')
})

test('the file with the usage of many people names everybody once, even if they book meanwhile', async () => {
  const { company } = await team()
  const note = `insert into business_usage (business_id, kind, month, key, spent, orders)`
  await world.pool.query(
    `with made as (insert into users (name, email)
       select 'Person ' || n, n || '@usage.test' from generate_series(1, 1500) n returning id)
     ${note} select $1, 'person', '2026-03-01', id, 100, 1 from made`,
    [company.id],
  )
  const bookMeanwhile = `${note} select $1, 'person', '2026-03-01', max(id), 5900, 1 from users
    where email like '%@usage.test'`
  const db: typeof world.db = Object.assign(Object.create(world.db), {
    async execute(query: Parameters<typeof world.db.execute>[0]) {
      const result = await world.db.execute(query)
      await world.pool.query(bookMeanwhile, [company.id])
      return result
    },
  })
  const months = { from: '2026-03-01', to: '2026-03-01' }
  const file = exportUsage(db, company, { ...months, by: 'person', format: 'csv', language: 'en' })
  const [, ...lines] = (await text(file)).trim().split('\r\n')

  expect(lines).toHaveLength(1500)
  expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(1500)
})

test('the movements of the pool say who spent what, page by page', async () => {
  const { manager, url } = await used()
  const first = (await world.get(`${url}/entries?limit=4`, manager)).json()
  const second = (await world.get(`${url}/entries?limit=4&before=${first.next}`, manager)).json()

  expect(first.entries).toMatchObject([
    { kind: 'refund', amount: 5900, person_name: 'Noam', office: 'Jaffa', sub_office: 'Red' },
    { kind: 'spend', amount: -5900, person_name: 'Noam' },
    { kind: 'spend', amount: -5900, person_name: 'Tamar' },
    { kind: 'spend', amount: -5900, person_name: 'Noam', sub_office: 'Blue' },
  ])
  expect(second).toMatchObject({
    entries: [
      { kind: 'spend' },
      { kind: 'purchase', amount: 50_000, person_name: 'Tamar', description: 'Team' },
    ],
    next: null,
  })
})

test('a deleted account has no name in reports, movements and orders, and a word for it in files', async () => {
  const { employee, manager, url } = await used()
  await world.pool.query(
    `update users set name = 'Deleted user', email = 'gone@deleted.invalid', deleted_at = now(), purged_at = now()
     where id = $1`,
    [employee.id],
  )
  const gone = { user_id: employee.id, person_name: null }
  expect((await usage(url, manager, 'from=2026-01&to=2026-12&by=person')).rows[0]).toMatchObject({
    ...gone,
    email: null,
  })
  expect((await world.get(`${url}/entries`, manager)).json().entries[0]).toMatchObject({ person_name: null })
  expect((await world.get(`${url}/orders`, manager)).json()[0]).toMatchObject(gone)
  const file = async (path: string) => (await world.get(`${url}${path}&format=csv&language=he`, manager)).body
  expect(await file('/usage/export?from=2026-01&to=2026-12&by=person')).toContain('חשבון שנמחק,,3,')
  expect(await file('/entries/export?')).toContain('חשבון שנמחק')
})

test('managers see orders on company credits only, and those of one person', async () => {
  const { manager, employee, url, office, blue, cancelled } = await used()
  await world.credits(employee.id, 10_000)
  const own = {
    office_id: office.id,
    sub_office_id: blue.id,
    date: '2026-03-20',
    start: '09:00',
    end: '10:00',
  }
  expect((await world.post('/api/orders', own, employee)).statusCode).toBe(201)
  const all = await world.get(`${url}/orders`, manager)
  const theirs = await world.get(`${url}/orders?user_id=${employee.id}&page_size=2`, manager)

  expect(all.headers['x-total-count']).toBe('4')
  expect(all.json()).toHaveLength(4)
  expect(all.json()[0]).toMatchObject({ id: cancelled.id, spent: 0, person_name: 'Noam', sub_office: 'Red' })
  expect(theirs.headers['x-total-count']).toBe('3')
  expect(theirs.json()).toHaveLength(2)
})
