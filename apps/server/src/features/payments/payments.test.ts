import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { creditLedger, creditLots, creditPacks } from '#server/db/schema/credits.ts'
import { paymentEvents, payments } from '#server/db/schema/payments.ts'
import { purgeAccounts } from '#server/features/account-deletion/purge-accounts.ts'
import { lookAfterPayments } from '#server/features/payment-management/look-after-payments.ts'
import { startStripeWorld } from '../../../test/stripe-world.ts'

const GOOD_CARD = '4242 4242 4242 4242'

const { world, stripe, endpoint } = await startStripeWorld()

type Person = Awaited<ReturnType<typeof world.user>>

async function pack(given: Partial<typeof creditPacks.$inferInsert> = {}) {
  const [row] = await world.db
    .insert(creditPacks)
    .values({
      name: 'Regular',
      credits_amount: 800,
      price_cents: 69_900,
      currency: 'ILS',
      duration_days: 90,
      ...given,
    })
    .returning()
  return row!
}

const buy = (as: Person, credit_pack_id: number, key?: string, more: object = {}) =>
  world.send(
    {
      method: 'POST',
      url: '/api/payments',
      payload: { credit_pack_id, ...more },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    },
    as,
  )

const get = async (id: number, as: Person) => (await world.get(`/api/payments/${id}`, as)).json()
const check = (id: number, as: Person) => world.post(`/api/payments/${id}/check`, {}, as)
const sessionOf = async (id: number) => (await rowOf(id)).reference!

async function rowOf(id: number) {
  const [row] = await world.db.select().from(payments).where(eq(payments.id, id))
  return row!
}

const lotsOf = ({ id }: Person) => world.db.select().from(creditLots).where(eq(creditLots.user_id, id))

async function begun(given: Partial<typeof creditPacks.$inferInsert> = {}) {
  const buyer = await world.user()
  const { id } = (await buy(buyer, (await pack(given)).id)).json()
  return { buyer, id, session: await sessionOf(id) }
}

test('a member buys a pack by card: the credits, the receipt and the mail arrive with the event', async () => {
  const buyer = await world.user({ name: 'Dana Levi' })
  const regular = await pack()
  const reply = await buy(buyer, regular.id, 'first', { return_to: '/booking/3?date=2026-03-04' })
  const payment = reply.json()

  expect(reply.statusCode).toBe(201)
  expect(payment).toEqual({
    business_id: null,
    id: expect.any(Number),
    created_at: '2026-03-02T08:00:00.000Z',
    way: 'card',
    status: 'open',
    pack_name: 'Regular',
    credits_amount: 800,
    duration_days: 90,
    amount: 69_900,
    tax: 10_663,
    tax_percent: 18,
    currency: 'ILS',
    refunded: 0,
    failure: null,
    checkout_url: expect.stringContaining(`${stripe.url}/c/pay/cs_test_`),
    expires_at: '2026-03-02T09:00:00.000Z',
    paid_at: null,
    receipt_number: null,
  })
  const session = stripe.sessions().at(-1)!
  const page = `http://127.0.0.1:3000/credits?payment=${payment.id}&return_to=%2Fbooking%2F3%3Fdate%3D2026-03-04`
  expect(session).toMatchObject({
    amount_total: 69_900,
    currency: 'ils',
    customer_email: buyer.email,
    success_url: page,
    cancel_url: `${page}&left=true`,
  })

  stripe.pay(session.id, GOOD_CARD)
  await stripe.allDelivered()

  const [lot] = await lotsOf(buyer)
  expect(lot).toMatchObject({
    credit_pack_id: regular.id,
    granted: 80_000,
    remaining: 80_000,
    expires_at: '2026-06-01T00:00:00.000Z',
  })
  expect(await world.db.select().from(creditLedger).where(eq(creditLedger.lot_id, lot!.id))).toMatchObject([
    { amount: 80_000, kind: 'purchase', description: 'Regular', actor_id: buyer.id },
  ])
  const { receipt_number } = await rowOf(payment.id)
  expect(await get(payment.id, buyer)).toEqual({
    ...payment,
    status: 'paid',
    checkout_url: null,
    expires_at: null,
    paid_at: '2026-03-02T08:00:00.000Z',
    receipt_number,
  })
  await world.runJobs()
  const [mail] = await world.mailsTo(buyer.email)
  expect(mail!.subject).toBe(`Receipt ${receipt_number}: 800 credits`)
  expect(mail!.text).toContain('800 credits are in your account, to be used by 31 May 2026.')
  expect(mail!.text).toContain('You paid ₪699.00 for “Regular”, including ₪106.63 tax (18%).')
})

test('an event that is delivered five times brings the credits once', async () => {
  const { buyer, id, session } = await begun()
  stripe.deliverTimes(5)
  stripe.pay(session, GOOD_CARD)
  await stripe.allDelivered()

  expect(await lotsOf(buyer)).toHaveLength(1)
  expect((await get(id, buyer)).status).toBe('paid')
  expect(stripe.deliveries.slice(-5).every(({ status }) => status === 200)).toBe(true)
})

test('an event that is replayed later changes nothing', async () => {
  const { buyer, session } = await begun()
  stripe.pay(session, GOOD_CARD)
  await stripe.allDelivered()
  const event = stripe.lastEvent('checkout.session.completed')

  expect(await stripe.deliver(event)).toBe(200)
  expect(await lotsOf(buyer)).toHaveLength(1)
})

test('events that arrive in the reverse order lead to the same state', async () => {
  const { buyer, id, session } = await begun()
  const release = stripe.holdEvents()
  stripe.pay(session, '4000 0000 0000 9995')
  stripe.pay(session, GOOD_CARD)
  release('reversed')
  await stripe.allDelivered()

  expect(await lotsOf(buyer)).toHaveLength(1)
  expect(await get(id, buyer)).toMatchObject({ status: 'paid', failure: null })
})

test.each(['bad signature', 'stale', 'tampered', 'unsigned'] as const)(
  'an event that is %s is refused and changes nothing',
  async (fault) => {
    const { buyer, id, session } = await begun()
    stripe.deliverTo(undefined)
    stripe.pay(session, GOOD_CARD)
    stripe.deliverTo(endpoint)
    const event = stripe.lastEvent('checkout.session.completed')

    expect(await stripe.deliver(event, fault)).toBe(400)
    expect(await lotsOf(buyer)).toEqual([])
    expect((await get(id, buyer)).status).toBe('open')
    expect(await stripe.deliver(event)).toBe(200)
    expect(await lotsOf(buyer)).toHaveLength(1)
  },
)

test('a payment by bank debit brings credits only when the money has arrived', async () => {
  const { buyer, id, session } = await begun()
  stripe.paySlowly(session)
  await stripe.allDelivered()
  expect([(await get(id, buyer)).status, await lotsOf(buyer)]).toEqual(['open', []])

  stripe.endSlowPayment(session, 'succeeded')
  await stripe.allDelivered()
  expect([(await get(id, buyer)).status, (await lotsOf(buyer)).length]).toEqual(['paid', 1])
})

test('a bank debit that fails leaves a failed payment', async () => {
  const { buyer, id, session } = await begun()
  stripe.paySlowly(session)
  stripe.endSlowPayment(session, 'failed')
  await stripe.allDelivered()

  expect(await get(id, buyer)).toMatchObject({ status: 'failed', checkout_url: null })
  expect(await lotsOf(buyer)).toEqual([])
})

test('a page that is reported as expired after it was paid stays paid', async () => {
  const { buyer, id, session } = await begun()
  stripe.pay(session, GOOD_CARD)
  await stripe.allDelivered()
  stripe.emit('checkout.session.expired', {
    ...stripe.sessions().find((one) => one.id === session)!,
    status: 'expired',
    payment_status: 'unpaid',
  })
  await stripe.allDelivered()

  expect((await get(id, buyer)).status).toBe('paid')
  expect(await lotsOf(buyer)).toHaveLength(1)
})

test('money that arrives after a payment was given up still brings its credits', async () => {
  const { buyer, id, session } = await begun()
  await world.db.update(payments).set({ status: 'expired' }).where(eq(payments.id, id))
  stripe.pay(session, GOOD_CARD)
  await stripe.allDelivered()

  expect((await get(id, buyer)).status).toBe('paid')
  expect(await lotsOf(buyer)).toHaveLength(1)
})

test('an event that fails on our side is delivered again and then carried out', async () => {
  const { buyer, id, session } = await begun()
  await world.pool.query('alter table receipt_numbers rename to receipt_numbers_away')
  const delivered = stripe.deliveries.length
  stripe.pay(session, GOOD_CARD)
  await expect.poll(() => stripe.deliveries.slice(delivered).map(({ status }) => status)).toContain(500)
  expect(await lotsOf(buyer)).toEqual([])
  await world.pool.query('alter table receipt_numbers_away rename to receipt_numbers')
  await stripe.allDelivered()

  expect((await get(id, buyer)).status).toBe('paid')
  expect(await lotsOf(buyer)).toHaveLength(1)
})

test('an event that arrives before the answer to our own request finds its payment', async () => {
  const buyer = await world.user()
  const { id: packId } = await pack()
  const before = stripe.sessions().length
  const release = stripe.hold(/POST \/v1\/checkout\/sessions$/, { onlyAnswers: true })
  const reply = buy(buyer, packId)
  await expect.poll(() => stripe.sessions().length).toBe(before + 1)
  const session = stripe.sessions().at(-1)!
  stripe.pay(session.id, GOOD_CARD)
  await stripe.allDelivered()
  expect(await lotsOf(buyer)).toHaveLength(1)
  release()

  const { id, status, checkout_url } = (await reply).json()
  expect([status, checkout_url]).toEqual(['paid', null])
  expect(await rowOf(id)).toMatchObject({ status: 'paid', reference: session.id })
})

test('a customer who returns before the event has the credits, and the event brings no more', async () => {
  const { buyer, id, session } = await begun()
  const release = stripe.holdEvents()
  stripe.pay(session, GOOD_CARD)
  const reply = await check(id, buyer)
  expect([reply.statusCode, reply.json().status]).toEqual([200, 'paid'])
  expect(await lotsOf(buyer)).toHaveLength(1)
  release()
  await stripe.allDelivered()

  expect(await lotsOf(buyer)).toHaveLength(1)
})

test('the event and four returning tabs at the same moment bring the credits once', async () => {
  const { buyer, id, session } = await begun()
  stripe.deliverTimes(4)
  stripe.pay(session, GOOD_CARD)
  await Promise.all([stripe.allDelivered(), ...[1, 2, 3, 4].map(() => check(id, buyer))])

  expect(await lotsOf(buyer)).toHaveLength(1)
})

test('a look at a payment that is not made yet changes nothing, even while the provider is away', async () => {
  const { buyer, id } = await begun()
  expect((await check(id, buyer)).json().status).toBe('open')
  await stripe.goDown()
  const reply = await check(id, buyer)
  await stripe.comeBack()

  expect([reply.statusCode, reply.json().status]).toEqual([200, 'open'])
})

test('while the provider is away, buying is refused in plain words and works afterwards', async () => {
  const buyer = await world.user()
  const { id: packId } = await pack()
  await stripe.goDown()
  const refused = await buy(buyer, packId, 'again')
  await stripe.comeBack()
  const before = stripe.sessions().length
  const reply = await buy(buyer, packId, 'again')

  expect([refused.statusCode, refused.json().detail]).toEqual([
    503,
    'The payment provider cannot be reached right now. Please try again in a moment.',
  ])
  expect([reply.statusCode, reply.json().checkout_url]).toEqual([201, stripe.sessions().at(-1)!.url])
  expect(stripe.sessions()).toHaveLength(before + 1)
})

test('a request whose answer was lost is repeated without a second page', async () => {
  const buyer = await world.user()
  const { id: packId } = await pack()
  const before = stripe.sessions().length
  stripe.misbehave('does it and hangs up', /POST \/v1\/checkout\/sessions$/)
  const lost = await buy(buyer, packId, 'lost')
  stripe.behave()
  const reply = await buy(buyer, packId, 'lost')

  expect(lost.statusCode).toBe(503)
  expect(reply.json().checkout_url).toBe(stripe.sessions().at(-1)!.url)
  expect(stripe.sessions()).toHaveLength(before + 1)
})

test('a provider that stumbles once is asked again with the same key', async () => {
  const buyer = await world.user()
  const before = stripe.sessions().length
  stripe.misbehave({ status: 500, json: { error: { type: 'api_error', message: 'Sorry' } } }, /sessions$/, 1)

  expect((await buy(buyer, (await pack()).id)).statusCode).toBe(201)
  expect(stripe.sessions()).toHaveLength(before + 1)
})

test('the same Idempotency-Key returns the same payment, and another pack under it is refused', async () => {
  const buyer = await world.user()
  const { id: packId } = await pack()
  const before = stripe.sessions().length
  const [first, second] = await Promise.all([buy(buyer, packId, 'twice'), buy(buyer, packId, 'twice')])
  const other = await buy(buyer, (await pack()).id, 'twice')

  expect(first!.json().id).toBe(second!.json().id)
  expect(stripe.sessions()).toHaveLength(before + 1)
  expect([other.statusCode, other.json().detail]).toEqual([
    409,
    'This Idempotency-Key was used for another request.',
  ])
})

test('the job finds a payment whose event was lost', async () => {
  const { buyer, id, session } = await begun()
  stripe.deliverTo(undefined)
  stripe.pay(session, GOOD_CARD)
  world.setNow('2026-03-02T08:03:00.000Z')
  await lookAfterPayments.run(world, {})

  expect((await get(id, buyer)).status).toBe('paid')
  expect(await lotsOf(buyer)).toHaveLength(1)
})

test('an abandoned payment ends after an hour, also at the provider', async () => {
  const { buyer, id, session } = await begun()
  world.setNow('2026-03-02T09:00:01.000Z')
  await lookAfterPayments.run(world, {})
  await stripe.allDelivered()

  expect(await get(id, buyer)).toMatchObject({ status: 'expired', checkout_url: null })
  expect(stripe.sessions().find((one) => one.id === session)!.status).toBe('expired')
})

test('a payment that never reached the provider ends too', async () => {
  const buyer = await world.user()
  stripe.misbehave('hangs up', /POST \/v1\/checkout\/sessions$/)
  await buy(buyer, (await pack()).id)
  stripe.behave()
  world.setNow('2026-03-02T09:00:01.000Z')
  await lookAfterPayments.run(world, {})

  expect((await world.get('/api/payments', buyer)).json()).toMatchObject([{ status: 'expired' }])
})

test('a payment that cannot be looked up does not keep the job from the others', async () => {
  const lost = await begun()
  const { buyer, id, session } = await begun()
  const error = { type: 'api_error', message: 'Sorry' }
  stripe.misbehave({ status: 500, json: { error } }, new RegExp(`GET .*${lost.session}`), 1000)
  stripe.deliverTo(undefined)
  stripe.pay(session, GOOD_CARD)
  world.setNow('2026-03-02T08:03:00.000Z')

  await expect(lookAfterPayments.run(world, {})).rejects.toThrow('payments could not be looked up')
  stripe.behave()
  expect((await get(id, buyer)).status).toBe('paid')
  await world.db.update(payments).set({ status: 'expired' }).where(eq(payments.id, lost.id))
})

test('a declined card leaves its reason and an open payment; another card pays it', async () => {
  const { buyer, id, session } = await begun()
  stripe.pay(session, '4000 0000 0000 9995')
  await stripe.allDelivered()
  const declined = await get(id, buyer)
  stripe.pay(session, GOOD_CARD)
  await stripe.allDelivered()

  expect(declined).toMatchObject({ status: 'open', failure: 'insufficient_funds' })
  expect(declined.checkout_url).not.toBeNull()
  expect(await get(id, buyer)).toMatchObject({ status: 'paid', failure: null })
})

test.each([
  ['4000 0000 0000 0002', 'card_declined'],
  ['4000 0000 0000 0069', 'expired_card'],
  ['4000 0000 0000 0127', 'incorrect_cvc'],
  ['1234', 'incorrect_number'],
])('the card %s is declined: %s', async (number, failure) => {
  const { buyer, id, session } = await begun()
  stripe.deliverTo(undefined)
  stripe.pay(session, number)

  expect((await check(id, buyer)).json()).toMatchObject({ status: 'open', failure })
})

test('a card that asks for 3-D Secure pays once its bank agrees', async () => {
  const { buyer, id, session } = await begun()
  expect(stripe.pay(session, '4000 0025 0000 3155')).toBe('needs authentication')
  stripe.authenticate(session, false)
  await stripe.allDelivered()
  expect(await get(id, buyer)).toMatchObject({ status: 'open', failure: 'authentication_failed' })

  stripe.pay(session, '4000 0025 0000 3155')
  stripe.authenticate(session, true)
  await stripe.allDelivered()
  expect(await get(id, buyer)).toMatchObject({ status: 'paid', failure: null })
})

test('the price and the credits stay as they were when the pack was chosen', async () => {
  const buyer = await world.user()
  const regular = await pack({ duration_days: null })
  const { id } = (await buy(buyer, regular.id)).json()
  await world.db
    .update(creditPacks)
    .set({ name: 'Other', price_cents: 1_000_000, credits_amount: 1, deleted_at: '2026-03-02T08:00:00Z' })
    .where(eq(creditPacks.id, regular.id))
  stripe.pay(await sessionOf(id), GOOD_CARD)
  await stripe.allDelivered()

  expect(await get(id, buyer)).toMatchObject({ status: 'paid', pack_name: 'Regular', amount: 69_900 })
  expect(await lotsOf(buyer)).toMatchObject([{ granted: 80_000, expires_at: null }])
})

test('a pack whose price has changed since it was shown is not bought', async () => {
  const { id, price_cents } = await pack()
  const person = await world.user()
  const reply = await buy(person, id, undefined, { expected_price_cents: price_cents - 1 })

  expect([reply.statusCode, reply.json().detail]).toEqual([
    409,
    'The price of this pack has just changed. Please check it again.',
  ])
  expect((await buy(person, id, undefined, { expected_price_cents: price_cents })).statusCode).toBe(201)
})

test('packs that are hidden, deleted or free of charge cannot be bought', async () => {
  const buyer = await world.user()
  const hidden = await pack({ name: 'Hidden', is_active: false })
  const gone = await pack({ name: 'Gone', deleted_at: '2026-03-01T00:00:00Z' })
  const free = await pack({ name: 'Free', price_cents: 0 })
  const replies = [await buy(buyer, hidden.id), await buy(buyer, gone.id), await buy(buyer, 999_999)]

  for (const reply of replies)
    expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'This credit pack is not for sale.' }])
  expect((await buy(buyer, free.id)).json().detail).toBe(
    'This credit pack has no price and cannot be bought.',
  )
  const { way, packs } = (await world.get('/api/payments/options', buyer)).json()
  const names = packs.map(({ name }: { name: string }) => name)
  expect([way, names.includes('Regular')]).toEqual(['card', true])
  for (const name of ['Hidden', 'Gone', 'Free']) expect(names).not.toContain(name)
})

test('an amount that the provider does not take is refused in plain words', async () => {
  const person = await world.user()
  const reply = await buy(person, (await pack({ price_cents: 20 })).id)

  expect([reply.statusCode, reply.json().detail]).toEqual([
    409,
    'The payment provider did not accept this payment. Please choose another pack.',
  ])
  const rows = await world.db.select().from(payments).where(eq(payments.user_id, person.id))
  expect(rows.map(({ status }) => status)).toEqual(['failed'])
})

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'booking/3'])(
  'the customer is not sent back to %s',
  async (return_to) => {
    const reply = await buy(await world.user(), (await pack()).id, undefined, { return_to })

    expect([reply.statusCode, reply.json().detail[0].loc]).toEqual([422, ['body', 'return_to']])
  },
)

test('nobody sees or touches the payments of others', async () => {
  const { buyer, id } = await begun()
  const other = await world.user({ admin: true })
  const replies = [
    await world.get(`/api/payments/${id}`, other),
    await check(id, other),
    await world.post(`/api/payments/${id}/cancel`, {}, other),
    await world.post(`/api/payments/${id}/test`, { outcome: 'paid' }, other),
  ]

  for (const reply of replies)
    expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'This payment does not exist.' }])
  expect((await world.get('/api/payments', other)).json()).toEqual([])
  const own = await world.get('/api/payments', buyer)
  expect([own.headers['x-total-count'], own.json()]).toMatchObject(['1', [{ id }]])
})

test('a customer gives up a payment, and its page can no longer be paid', async () => {
  const { buyer, id, session } = await begun()
  const reply = await world.post(`/api/payments/${id}/cancel`, {}, buyer)

  expect([reply.statusCode, reply.json().status]).toEqual([200, 'expired'])
  expect(() => stripe.pay(session, GOOD_CARD)).toThrow('no longer open')
})

test('after a change of the account at the provider, a payment of the old one can be looked at, given up, and ends', async () => {
  const buyer = await world.user()
  const { id: packId } = await pack()
  const ids: number[] = []
  for (let time = 0; time < 3; time += 1) ids.push((await buy(buyer, packId)).json().id)
  await world.pool.query(`update payments set reference = 'cs_gone_' || id where id = any($1)`, [ids])
  const [looked, left, waits] = ids
  const answers = [
    await world.post(`/api/payments/${looked}/check`, {}, buyer),
    await world.post(`/api/payments/${left}/cancel`, {}, buyer),
  ]
  world.setNow('2026-03-02T08:05:00.000Z')
  await lookAfterPayments.run(world, {})
  world.setNow('2026-03-02T08:00:00.000Z')

  expect(answers.map((reply) => [reply.statusCode, reply.json().status])).toEqual([
    [200, 'expired'],
    [200, 'expired'],
  ])
  expect(await get(waits!, buyer)).toMatchObject({ status: 'expired' })
})

test('a payment that was made a moment ago cannot be given up', async () => {
  const { buyer, id, session } = await begun()
  stripe.deliverTo(undefined)
  stripe.pay(session, GOOD_CARD)
  const reply = await world.post(`/api/payments/${id}/cancel`, {}, buyer)

  expect([reply.statusCode, reply.json().detail]).toEqual([409, 'This payment has already been made.'])
  expect(await lotsOf(buyer)).toHaveLength(1)
})

test('where cards are charged, no test payment brings credits', async () => {
  const { buyer, id } = await begun()
  const reply = await world.post(`/api/payments/${id}/test`, { outcome: 'paid' }, buyer)

  expect([reply.statusCode, reply.json().detail]).toEqual([409, 'This is not a test payment.'])
  expect(await lotsOf(buyer)).toEqual([])
})

test('a page with another amount than ours brings no credits until somebody has looked at it', async () => {
  const { buyer, id, session } = await begun()
  stripe.deliverTo(undefined)
  stripe.pay(session, GOOD_CARD)
  stripe.deliverTo(endpoint)
  const event = stripe.lastEvent('checkout.session.completed')
  event.data.object.amount_total = 100

  expect(await stripe.deliver(event)).toBe(500)
  expect(await lotsOf(buyer)).toEqual([])
  expect((await get(id, buyer)).status).toBe('open')
})

test('events about payments of other programs are accepted and ignored', async () => {
  stripe.emit('checkout.session.completed', { id: 'cs_other', object: 'checkout.session', metadata: {} })
  stripe.emit('customer.created', { id: 'cus_other', object: 'customer' })
  await stripe.allDelivered()

  expect(stripe.deliveries.slice(-2).map(({ status }) => status)).toEqual([200, 200])
})

test('receipts of payments made at the same moment have numbers without gaps', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => begun()))
  for (const { session } of made) stripe.pay(session, GOOD_CARD)
  await stripe.allDelivered()
  const rows = await world.db.select().from(payments).where(eq(payments.status, 'paid'))
  const numbers = rows.map(({ receipt_number }) => receipt_number!).sort((a, b) => a - b)

  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
})

test('old events are forgotten, recent ones are kept', async () => {
  await world.db.insert(paymentEvents).values([
    { id: 'evt_old', type: 'refund.created', received_at: '2025-12-01T00:00:00Z' },
    { id: 'evt_new', type: 'refund.created', received_at: '2026-03-01T00:00:00Z' },
  ])
  await world.db
    .update(payments)
    .set({ status: 'expired' })
    .where(and(eq(payments.status, 'open'), eq(payments.way, 'card')))
  await lookAfterPayments.run(world, {})
  const kept = (await world.db.select().from(paymentEvents)).map(({ id }) => id)

  expect([kept.includes('evt_old'), kept.includes('evt_new')]).toEqual([false, true])
})

test('payments are part of the data that a member can download', async () => {
  const { buyer, id, session } = await begun()
  stripe.pay(session, GOOD_CARD)
  await stripe.allDelivered()
  const { receipt_number } = await rowOf(id)
  const data = (await world.get('/api/user-profile/export', buyer)).json()

  expect(data.payments).toMatchObject([
    { id, status: 'paid', amount: 69_900, currency: 'ILS', receipt_number },
  ])
})

test('the receipt of an account that was purged no longer names anybody', async () => {
  const { buyer, id, session } = await begun()
  stripe.pay(session, GOOD_CARD)
  await stripe.allDelivered()
  expect((await rowOf(id)).buyer_name).toBe(buyer.name)
  await world.deletion(buyer.id)
  world.setNow('2026-03-10T08:00:00.000Z')
  await purgeAccounts.run(world, {})

  expect(await rowOf(id)).toMatchObject({ buyer_name: null, amount: 69_900, status: 'paid' })
})
