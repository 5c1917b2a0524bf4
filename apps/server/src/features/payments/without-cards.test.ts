import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '#server/db/schema/audit.ts'
import { creditLots, creditPacks } from '#server/db/schema/credits.ts'
import { lookAfterPayments } from '#server/features/payment-management/look-after-payments.ts'
import { startWorld } from '../../../test/world.ts'

const demo = await startWorld({ DEMO: 'on' })
const office = await startWorld({ CONTACT_EMAIL: 'office@keyhour.test' })

type World = typeof demo
type Person = Awaited<ReturnType<World['user']>>

async function order(world: World, as: Person, business_id?: number) {
  const [pack] = await world.db
    .insert(creditPacks)
    .values({ name: 'Starter', credits_amount: 200, price_cents: 19_000, currency: 'ILS', duration_days: 45 })
    .returning()
  return world.post('/api/payments', { credit_pack_id: pack!.id, business_id }, as)
}

const lotsOf = (world: World, { id }: Person) =>
  world.db.select().from(creditLots).where(eq(creditLots.user_id, id))

const end = (id: number, outcome: 'paid' | 'declined', as: Person) =>
  demo.post(`/api/payments/${id}/test`, { outcome }, as)

test('in a demo a test payment is declined, tried again and paid, without money', async () => {
  const buyer = await demo.user()
  const { id, way, checkout_url } = (await order(demo, buyer)).json()
  expect([way, checkout_url]).toEqual(['test', `/credits/test-payment/${id}`])

  expect((await end(id, 'declined', buyer)).json()).toMatchObject({
    status: 'open',
    failure: 'card_declined',
  })
  expect(await lotsOf(demo, buyer)).toEqual([])
  expect((await end(id, 'paid', buyer)).json()).toMatchObject({ status: 'paid', failure: null })
  expect((await end(id, 'paid', buyer)).json()).toMatchObject({ status: 'paid' })
  expect(await lotsOf(demo, buyer)).toMatchObject([{ granted: 20_000, remaining: 20_000 }])
  await demo.runJobs()
  const [mail] = await demo.mailsTo(buyer.email)
  expect(mail!.text).toContain('This was a test payment in a demo: no money was charged.')
})

test('events are refused where no provider is set up', async () => {
  const reply = await demo.post('/api/payments/events', { id: 'evt_1' })

  expect([reply.statusCode, reply.json().detail]).toEqual([503, 'Card payments are not set up here.'])
})

const admin = await office.user({ admin: true })
const markPaid = (id: number, payload: object, as = admin) =>
  office.post(`/api/admin/payments/${id}/mark_paid`, payload, as)

test('an order on invoice tells the buyer how to pay, and the office who ordered', async () => {
  const buyer = await office.user({ name: 'Dana Levi' })
  const { id, way, checkout_url, expires_at } = (await order(office, buyer)).json()
  await office.runJobs()

  expect([way, checkout_url, expires_at]).toEqual(['invoice', null, '2026-04-01T08:00:00.000Z'])
  const [toBuyer] = await office.mailsTo(buyer.email)
  expect(toBuyer!.subject).toBe(`Your order ${id}: 200 credits`)
  expect(toBuyer!.text).toContain(
    `Please pay by 1 April 2026 and give the order number, ${id}, with your transfer.`,
  )
  const [toOffice] = await office.mailsTo('office@keyhour.test')
  expect(toOffice!.text).toContain(`Dana Levi (${buyer.email}) ordered “Starter” for ₪190.00, on invoice.`)
})

test('an admin marks an invoice paid once: the credits and the receipt arrive', async () => {
  const buyer = await office.user({ language: 'he' })
  const { id } = (await order(office, buyer)).json()
  await office.runJobs()
  const reply = await markPaid(id, { amount: 19_000, reference: ' Bank 17/3 ' })

  expect([reply.statusCode, reply.json()]).toMatchObject([
    200,
    { id, status: 'paid', user_id: buyer.id, user_email: buyer.email, reference: 'Bank 17/3' },
  ])
  expect(await lotsOf(office, buyer)).toMatchObject([{ granted: 20_000, remaining: 20_000 }])
  await office.runJobs()
  const subjects = (await office.mailsTo(buyer.email)).map(({ subject }) => subject)
  expect(subjects).toContain(`קבלה ${reply.json().receipt_number}: 200 קרדיטים`)
  expect((await markPaid(id, { amount: 19_000 })).json().detail).toBe('This order is already paid.')
  const acts = await office.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, 'user'), eq(auditLog.subject_id, buyer.id)))
  expect(acts).toMatchObject([
    {
      action: 'mark credits paid',
      subject: 'user',
      actor_id: admin.id,
      details: { payment_id: id, amount: 19_000, currency: 'ILS' },
    },
  ])
})

test('only admins mark an invoice paid, and only with its amount', async () => {
  const buyer = await office.user()
  const { id } = (await order(office, buyer)).json()

  expect((await markPaid(id, { amount: 19_000 }, buyer)).statusCode).toBe(403)
  expect((await markPaid(id, { amount: 18_000 })).statusCode).toBe(409)
  expect((await markPaid(999_999, { amount: 19_000 })).statusCode).toBe(404)
  expect(await lotsOf(office, buyer)).toEqual([])
})

test('an unpaid invoice ends after 30 days, and can still be marked paid when the money comes late', async () => {
  const buyer = await office.user()
  const { id } = (await order(office, buyer)).json()
  office.setNow('2026-04-01T08:00:00.000Z')
  await lookAfterPayments.run(office, {})
  office.setNow('2026-03-02T08:00:00.000Z')

  expect((await office.get(`/api/payments/${id}`, buyer)).json().status).toBe('expired')
  expect((await markPaid(id, { amount: 19_000 })).json().status).toBe('paid')
})

test('a person has at most three unpaid orders, and may cancel one to order again', async () => {
  const buyer = await office.user()
  const [first] = [await order(office, buyer), await order(office, buyer), await order(office, buyer)]
  const refused = await order(office, buyer)
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    'You already have 3 unpaid orders. Please pay or cancel one of them first.',
  ])

  await office.post(`/api/payments/${first!.json().id}/cancel`, {}, buyer)
  expect((await order(office, buyer)).statusCode).toBe(201)
})

test('admins see for which company a purchase is, find it by that name, and read it in the audit entries', async () => {
  const buyer = await office.user()
  const company = await office.company(buyer.id, { name: 'Cedar 50% Ltd' })
  const { id } = (await order(office, buyer, company.id)).json()
  const own = (await order(office, buyer)).json()
  const found = async (q: string) =>
    (await office.get(`/api/admin/payments?q=${encodeURIComponent(q)}`, admin)).json()

  const named = { business_id: company.id, business_name: 'Cedar 50% Ltd' }
  expect(await found('r 50% l')).toMatchObject([{ id, ...named, user_id: buyer.id }])
  expect(await found(String(own.id))).toContainEqual(
    expect.objectContaining({ id: own.id, business_name: null }),
  )
  const paid = await markPaid(id, { amount: 19_000 })
  expect(paid.json()).toMatchObject({ status: 'paid', business_name: 'Cedar 50% Ltd' })
  await office.post(`/api/admin/payments/${id}/refunds`, { amount: 950, reason: 'Too many' }, admin)
  const acts = (await office.get(`/api/admin/users/${buyer.id}/audit`, admin)).json()
  expect(acts).toMatchObject([
    { action: 'refund credits', details: { payment_id: id, ...named } },
    { action: 'mark credits paid', details: { payment_id: id, ...named } },
  ])
})

test('admins find open invoices, those of a person, and a payment by its receipt', async () => {
  const buyer = await office.user({ name: 'Noa 100%' })
  const open = (await order(office, buyer)).json()
  const paid = (await order(office, buyer)).json()
  const { receipt_number } = (await markPaid(paid.id, { amount: 19_000 })).json()
  const ids = async (query: string) => {
    const reply = await office.get(`/api/admin/payments?page_size=100&${query}`, admin)
    return reply.json().map(({ id }: { id: number }) => id)
  }

  expect(await ids(`user_id=${buyer.id}`)).toEqual([paid.id, open.id])
  expect(await ids(`user_id=${buyer.id}&status=open`)).toEqual([open.id])
  expect(await ids('status=open&way=invoice')).toContain(open.id)
  expect(await ids('status=open&way=invoice')).not.toContain(paid.id)
  expect(await ids(`q=${receipt_number}`)).toContain(paid.id)
  expect(await ids('q=oa%20100%25')).toEqual([paid.id, open.id])
  expect((await office.get('/api/admin/payments', buyer)).statusCode).toBe(403)
})
