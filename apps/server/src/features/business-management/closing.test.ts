import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { creditPacks } from '#server/db/schema/credits.ts'
import { payments } from '#server/db/schema/payments.ts'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import { expireCredits } from '#server/features/credits/expire-credits.ts'
import { eventually } from '../../../test/eventually.ts'
import { startStripeWorld } from '../../../test/stripe-world.ts'

const GOOD_CARD = '4242 4242 4242 4242'
const FAILING_REFUNDS = '4000 0000 0000 5126'
const OPERATOR = 'office@keyhour.test'

const { world, stripe } = await startStripeWorld({ CONTACT_EMAIL: OPERATOR })
const admin = await world.user({ admin: true })
type Person = Awaited<ReturnType<typeof world.user>>

const close = (url: string, as: Person) => world.send({ method: 'DELETE', url }, as)
const outcome = async (reply: ReturnType<typeof close>) => {
  const { statusCode, json } = await reply
  return [statusCode, json().detail]
}

async function team(left = 0) {
  const [manager, employee] = [await world.user(), await world.user({ language: 'he' })]
  const company = await world.company(manager.id, { name: 'Lumen', left })
  await world.employee(company.id, employee.id)
  return { manager, employee, company, url: `/api/businesses/${company.id}` }
}

/** Books an hour that costs all of the 59 credits. */
async function bookingOf(business_id: number, as: Person) {
  const office = await world.office({ open_hours: '06:00', close_hours: '23:00' })
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id, 1)
  const times = { date: '2026-03-10', start: '09:00', end: '10:00' }
  const wanted = { office_id: office.id, sub_office_id: room.id, business_id, ...times }
  return () => world.post('/api/orders', wanted, as)
}

/** Credits for ₪450.00, not paid yet. */
async function ordered(business_id: number, as: Person, credits_amount = 500) {
  const [pack] = await world.db
    .insert(creditPacks)
    .values({ name: 'Team', credits_amount, price_cents: 45_000, currency: 'ILS' })
    .returning()
  const order = { credit_pack_id: pack!.id, business_id }
  const { id } = (await world.post('/api/payments', order, as)).json()
  const [row] = await world.db.select().from(payments).where(eq(payments.id, id))
  const giveUp = (way: 'card' | 'invoice') =>
    world.db.update(payments).set({ status: 'expired', way }).where(eq(payments.id, id))
  return { id: id as number, order, reference: row!.reference!, giveUp }
}

const markPaid = (id: number) => world.post(`/api/admin/payments/${id}/mark_paid`, { amount: 45_000 }, admin)
const refund = (id: number) =>
  world.post(`/api/admin/payments/${id}/refunds`, { amount: 45_000, reason: 'They closed' }, admin)

const inPool = async (businessId: number) => {
  const { rows } = await world.pool.query(
    'select coalesce(sum(remaining), 0)::integer as left from credit_lots where business_id = $1',
    [businessId],
  )
  return rows[0].left
}

const mailsToOperator = async (id: number) => {
  await world.runJobs()
  const mails = await world.mailsTo(OPERATOR)
  return mails.filter(({ subject }) => subject === `Payment ${id} is for a closed company`)
}

const waiting = async (count: number) => {
  const { rowCount } = await world.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  expect(rowCount).toBe(count)
}

const NO_COMPANY = 'This company does not exist, or you do not manage it.'

test('a manager closes an empty company: everybody is out of it and told, its invitations end, and it is audited', async () => {
  const { manager, employee, company, url } = await team()
  await world.post(`${url}/invitations`, { emails: ['late@invited.test'] }, manager)
  await world.runJobs()
  const [invitation] = await world.mailsTo('late@invited.test')
  const token = invitation!.text!.match(/join\/(\S+)/)![1]!

  expect(await outcome(close(url, manager))).toEqual([200, undefined])
  await world.runJobs()
  for (const person of [manager, employee]) {
    expect((await world.get('/api/businesses/mine', person)).json()).toEqual([])
    expect((await world.get(url, person)).statusCode).toBe(404)
  }
  expect((await world.get(`/api/business-invitations/${token}`)).json()).toMatchObject({ state: 'revoked' })
  expect((await world.mailsTo(employee.email)).map(({ subject }) => subject)).toEqual(['החברה Lumen נסגרה'])
  expect(await world.mailsTo(manager.email)).toEqual([])
  const { rows } = await world.pool.query(
    `select actor_id::integer, details from audit_log where action = 'close company' and subject_id = $1`,
    [company.id],
  )
  expect(rows).toEqual([{ actor_id: manager.id, details: { people: 2 } }])
})

test('only managers and admins close a company, and of two at once one does', async () => {
  const { manager, employee, url } = await team()
  for (const stranger of [employee, await world.user()])
    expect(await outcome(close(url, stranger))).toEqual([404, NO_COMPANY])

  const replies = await Promise.all([close(url, manager), close(url, admin)])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
})

test('a company with credits, a stay ahead or an unpaid order stays open, and its managers read why', async () => {
  const { manager, employee, company, url } = await team(5900)
  expect(await outcome(close(url, manager))).toEqual([
    409,
    'This company still has 59.00 credits. Use them up, or write to us for a refund, before you close it.',
  ])
  expect((await (await bookingOf(company.id, employee))()).statusCode).toBe(201)
  expect(await outcome(close(url, manager))).toEqual([
    409,
    'Some bookings on company credits are not over yet. Cancel them, or close the company after the last one.',
  ])
  await world.pool.query(
    `update orders set "end" = '2026-03-02T07:00:00Z', start = '2026-03-02T06:00:00Z'
    where business_id = $1`,
    [company.id],
  )
  const { id, order } = await ordered(company.id, manager)
  expect(await outcome(close(url, manager))).toEqual([
    409,
    'This company has an unfinished purchase or refund. Cancel unpaid purchases, or close the company once it is finished.',
  ])
  expect((await world.get(url, manager)).json()).toMatchObject({ people: 2 })

  await world.post(`/api/payments/${id}/cancel`, {}, manager)
  expect((await close(url, manager)).statusCode).toBe(200)
  expect((await world.post('/api/payments', order, manager)).statusCode).toBe(404)
})

test('of a booking with the last credits and the closing of the company, one waits and is refused', async () => {
  const { manager, employee, company, url } = await team(5900)
  const book = await bookingOf(company.id, employee)
  const client = await world.pool.connect()
  await client.query('begin')
  // Both wait here: the booking has the person, the closing wants everybody.
  await client.query('select from credit_lots where business_id = $1 for update', [company.id])
  const booked = book()
  await eventually(() => waiting(1))
  const closed = close(url, manager)
  await eventually(() => waiting(2))
  await client.query('commit')
  client.release()

  expect((await booked).statusCode).toBe(201)
  expect(await outcome(closed)).toEqual([409, expect.stringContaining('are not over yet')])
  expect((await world.get('/api/businesses/mine', employee)).json()).toHaveLength(1)
  await checkLedger.run(world, {})
})

test('after the company was closed, a page that still offers it cannot book on it', async () => {
  const { manager, employee, company, url } = await team()
  const book = await bookingOf(company.id, employee)
  expect((await close(url, manager)).statusCode).toBe(200)

  const refused = await book()
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    'You no longer belong to this company. You can pay for it yourself.',
  ])
})

const SEND_BACK = 'This company is closed, so nobody could spend the credits. Please send the money back.'

test('an invoice of a closed company is not marked as paid: the admin reads what to do with the money', async () => {
  const { manager, company, url } = await team()
  const { id, giveUp } = await ordered(company.id, manager)
  await giveUp('invoice')
  expect((await close(url, manager)).statusCode).toBe(200)

  expect(await outcome(markPaid(id))).toEqual([409, SEND_BACK])
  expect(await inPool(company.id)).toBe(0)
})

test('a company that is being closed gets no credits from an invoice that is marked as paid meanwhile', async () => {
  const { manager, company, url } = await team()
  const { id, giveUp } = await ordered(company.id, manager)
  await giveUp('invoice')
  const client = await world.pool.connect()
  await client.query('begin')
  await client.query('select from businesses where id = $1 for update', [company.id])
  const closed = close(url, manager)
  await eventually(() => waiting(1))
  const paid = markPaid(id)
  await eventually(() => waiting(2))
  await client.query('commit')
  client.release()

  expect(await outcome(closed)).toEqual([200, undefined])
  expect(await outcome(paid)).toEqual([409, SEND_BACK])
})

test('what a card has paid for a closed company is settled, and the operator is asked to refund it, and can', async () => {
  const { manager, company, url } = await team()
  const { id, reference, giveUp } = await ordered(company.id, manager)
  await giveUp('card')
  expect((await close(url, manager)).statusCode).toBe(200)
  stripe.pay(reference, GOOD_CARD)
  await stripe.allDelivered()

  const told = await mailsToOperator(id)
  expect(told).toHaveLength(1)
  expect(told[0]!.text).toContain('“Team” for ₪450.00 was paid after Lumen was closed.')
  const receipt = (await world.mailsTo(manager.email)).find(({ subject }) => subject?.startsWith('Receipt'))
  expect(receipt!.text).toContain('Lumen was closed before this payment arrived')
  expect(receipt!.text).not.toContain('more credits')
  expect((await refund(id)).json()).toMatchObject({ refunded: 45_000 })
  expect(await inPool(company.id)).toBe(0)
  await checkLedger.run(world, {})
})

test('the operator is told when a refund fails after the company was closed', async () => {
  const { manager, company, url } = await team()
  const { id, reference } = await ordered(company.id, manager)
  stripe.pay(reference, FAILING_REFUNDS)
  await stripe.allDelivered()
  expect((await refund(id)).json()).toMatchObject({ refunds: [{ status: 'succeeded' }] })
  expect((await close(url, manager)).statusCode).toBe(200)
  expect(await mailsToOperator(id)).toEqual([])
  stripe.endRefund(stripe.refunds().at(-1)!.id, 'failed')
  await stripe.allDelivered()

  expect((await mailsToOperator(id)).map(({ text }) => text)).toEqual([
    expect.stringContaining(
      'A refund for “Team” failed after Lumen was closed. Nobody can spend the 500 credits.',
    ),
  ])
})

/** A company that paid ₪450.00 for 59 credits and spent them on a stay that is over. */
async function closedAfterStay() {
  const { manager, employee, company, url } = await team()
  const { id: paymentId, reference } = await ordered(company.id, manager, 59)
  stripe.pay(reference, GOOD_CARD)
  await stripe.allDelivered()
  const { id } = (await (await bookingOf(company.id, employee))()).json()
  await world.pool.query(
    `update orders set "end" = '2026-03-02T07:00:00Z', start = '2026-03-02T06:00:00Z' where id = $1`,
    [id],
  )
  expect((await close(url, manager)).statusCode).toBe(200)
  return { manager, company, url, paymentId, id: id as number }
}

test('the operator is told when a dispute is won after the company was closed, if credits came back', async () => {
  const { company, paymentId, id } = await closedAfterStay()
  const [payment] = await world.db.select().from(payments).where(eq(payments.id, paymentId))
  const dispute = stripe.openDispute(payment!.charge_reference!)
  stripe.closeDispute(dispute.id, 'won')
  await stripe.allDelivered()
  expect(await mailsToOperator(paymentId)).toEqual([])

  const second = stripe.openDispute(payment!.charge_reference!)
  await stripe.allDelivered()
  await cancelStay(id, 5900)
  expect(await inPool(company.id)).toBe(0)
  expect(await mailsToOperator(paymentId)).toEqual([])
  stripe.closeDispute(second.id, 'won')
  await stripe.allDelivered()
  expect((await mailsToOperator(paymentId)).map(({ text }) => text)).toEqual([
    expect.stringContaining(
      'A dispute about “Team” was won after Lumen was closed. Nobody can spend the 59 credits.',
    ),
  ])
})

const cancelStay = (id: number, amount: number) =>
  world.post(`/api/admin/orders/${id}/cancel`, { refund: amount, paid: 5900, reason: 'It was cold' }, admin)

test('a past stay of a closed company is refunded to the pack that paid for it, and the operator refunds that', async () => {
  const { company, id, paymentId } = await closedAfterStay()

  expect((await cancelStay(id, 5900)).json()).toMatchObject({ id, cancelled_at: '2026-03-02T08:00:00.000Z' })
  expect(await inPool(company.id)).toBe(5900)
  expect((await mailsToOperator(paymentId)).map(({ text }) => text)).toEqual([
    expect.stringContaining(
      `Order ${id}, which “Team” had paid for, was cancelled with a refund after Lumen was closed. Nobody can spend the 59 credits.`,
    ),
  ])
  await world.pool.query(`update credit_lots set expires_at = '2026-03-02' where business_id = ${company.id}`)
  await expireCredits.run(world, {})
  expect((await refund(paymentId)).json()).toMatchObject({ refunded: 45_000 })
  expect(await inPool(company.id)).toBe(0)
  await checkLedger.run(world, {})
})

test('a past stay of a closed company that is cancelled without a refund leaves the operator nothing to do', async () => {
  const { company, id, paymentId } = await closedAfterStay()

  expect((await cancelStay(id, 0)).statusCode).toBe(200)
  expect(await inPool(company.id)).toBe(0)
  expect(await mailsToOperator(paymentId)).toEqual([])
})

test('admins read what a closed company has left, and change nothing; for its last manager it is gone', async () => {
  const { manager, url, id } = await closedAfterStay()
  const lists = ['', '/people', '/invitations', '/balance', '/entries', '/payments', '/orders']
  const files = ['/entries/export?format=csv', '/usage/export?format=csv&by=month&from=2026-03&to=2026-03']
  for (const path of [...lists, '/usage?by=person&from=2026-03&to=2026-03', ...files]) {
    expect([path, (await world.get(`${url}${path}`, admin)).statusCode]).toEqual([path, 200])
    expect([path, (await world.get(`${url}${path}`, manager)).statusCode]).toEqual([path, 404])
  }
  const { entries } = (await world.get(`${url}/entries`, admin)).json()
  expect(entries).toMatchObject([
    { kind: 'spend', amount: -5900, order_id: id },
    { kind: 'purchase', amount: 5900 },
  ])
  expect((await world.get(url, admin)).json()).toMatchObject({ closed_at: '2026-03-02T08:00:00.000Z' })
  for (const call of [
    { method: 'PUT', url, payload: { name: 'Open again' } },
    { method: 'POST', url: `${url}/invitations`, payload: { emails: ['a@b.test'] } },
    { method: 'POST', url: `${url}/orders/${id}/cancel`, payload: { refund: 0 } },
  ] as const)
    expect(await outcome(world.send(call, admin))).toEqual([404, NO_COMPANY])
})

test('a manager who is alone in a company cannot leave it, and is led to closing it', async () => {
  const manager = await world.user()
  const company = await world.company(manager.id)
  const left = await world.post(`/api/businesses/${company.id}/leave`, {}, manager)

  expect([left.statusCode, left.json().detail]).toEqual([
    409,
    'Nobody else is in this company. You can close it on its settings page.',
  ])
  expect((await close(`/api/businesses/${company.id}`, manager)).statusCode).toBe(200)
})

test('a company of 2,000 people is closed at once, and each of them is told', async () => {
  const { manager, company, url } = await team()
  await world.pool.query(
    `with made as (insert into users (name, email)
       select 'Person ' || n, n || '@many.test' from generate_series(1, 2000) n returning id)
     insert into business_members (business_id, user_id, role) select $1, id, 'employee' from made`,
    [company.id],
  )
  await world.runJobs()
  expect((await close(url, manager)).statusCode).toBe(200)

  const { rows } = await world.pool.query(`select count(*)::integer as mails from pgboss.job
    where name = 'deliver-mail' and state = 'created'`)
  expect(rows).toEqual([{ mails: 2001 }])
})
