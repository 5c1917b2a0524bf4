import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { auditLog } from '#server/db/schema/audit.ts'
import { creditLedger, creditLots, creditPacks } from '#server/db/schema/credits.ts'
import { payments } from '#server/db/schema/payments.ts'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import { refundCredits, spendCredits } from '#server/features/credits/spend-credits.ts'
import { lookAfterPayments } from '#server/features/payment-management/look-after-payments.ts'
import { startStripeWorld } from '../../../test/stripe-world.ts'

const GOOD_CARD = '4242 4242 4242 4242'
const PENDING_REFUNDS = '4000 0000 0000 7726'
const FAILING_REFUNDS = '4000 0000 0000 5126'

const { world, stripe } = await startStripeWorld({ CONTACT_EMAIL: 'office@keyhour.test' })
afterEach(async () => {
  // Whatever happened, every lot is the sum of its entries and every balance the sum of its lots.
  await checkLedger.run(world, {})
})

const admin = await world.user({ admin: true, name: 'Ada Admin' })
type Person = typeof admin

/** 800 credits for ₪699.00. */
async function bought(card = GOOD_CARD, duration_days: number | null = null) {
  const buyer = await world.user({ name: 'Dana Levi' })
  const [pack] = await world.db
    .insert(creditPacks)
    .values({ name: 'Regular', credits_amount: 800, price_cents: 69_900, currency: 'ILS', duration_days })
    .returning()
  const { id } = (await world.post('/api/payments', { credit_pack_id: pack!.id }, buyer)).json()
  const row = async () => (await world.db.select().from(payments).where(eq(payments.id, id)))[0]!
  stripe.pay((await row()).reference!, card)
  await stripe.allDelivered()
  await world.runJobs()
  return { id, buyer, row, charge: (await row()).charge_reference! }
}

const refund = (id: number, amount: number, { as = admin, key = '' }: { as?: Person; key?: string } = {}) =>
  world.send(
    {
      method: 'POST',
      url: `/api/admin/payments/${id}/refunds`,
      payload: { amount, reason: 'She moved away' },
      headers: key ? { 'idempotency-key': key } : {},
    },
    as,
  )

const shown = async (id: number) =>
  (await world.get('/api/admin/payments?page_size=100', admin))
    .json()
    .find((payment: { id: number }) => payment.id === id)

const lotOf = async ({ id }: Person) =>
  (await world.db.select().from(creditLots).where(eq(creditLots.user_id, id)))[0]!

const entriesOf = async (buyer: Person) => {
  const { id } = await lotOf(buyer)
  const rows = await world.db
    .select()
    .from(creditLedger)
    .where(eq(creditLedger.lot_id, id))
    .orderBy(creditLedger.id)
  return rows.map(({ kind, amount }) => [kind, amount])
}

/** In credits. */
async function spend(buyer: Person, credits: number) {
  const office = await world.office({ currency: 'ILS' })
  const order = await world.order({ office_id: office.id, user_id: buyer.id })
  await world.db.transaction((db) => spendCredits(db, order, credits * 100, world.now()))
  return order
}

test('a payment is refunded whole: the money goes back, the credits are taken, and the buyer is told', async () => {
  const { id, buyer } = await bought()
  const reply = await refund(id, 69_900)
  await stripe.allDelivered()

  expect([reply.statusCode, reply.json()]).toMatchObject([
    200,
    {
      refunded: 69_900,
      refundable: 0,
      refunds: [
        {
          amount: 69_900,
          credits: 800,
          status: 'succeeded',
          cause: 'admin',
          reason: 'She moved away',
          actor_name: 'Ada Admin',
        },
      ],
    },
  ])
  expect(stripe.refunds().at(-1)).toMatchObject({ amount: 69_900, status: 'succeeded' })
  expect(await entriesOf(buyer)).toEqual([
    ['purchase', 80_000],
    ['payback', -80_000],
  ])
  await world.runJobs()
  const mails = (await world.mailsTo(buyer.email)).filter(({ subject }) => subject?.includes('refund'))
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain('We have refunded ₪699.00 for “Regular”')
  const acts = await world.db.select().from(auditLog).where(eq(auditLog.subject_id, buyer.id))
  expect(acts).toMatchObject([
    {
      action: 'refund credits',
      actor_id: admin.id,
      details: { payment_id: id, amount: 69_900, currency: 'ILS', credits: 800 },
    },
  ])
})

test('a payment is refunded in parts, and the last part takes the last credits', async () => {
  const { id, buyer } = await bought()
  await refund(id, 10_000)
  expect(await lotOf(buyer)).toMatchObject({ remaining: 80_000 - 11_445 })
  expect((await shown(id)).refundable).toBe(59_900)
  await refund(id, 59_900)

  expect(await lotOf(buyer)).toMatchObject({ remaining: 0 })
  expect(await shown(id)).toMatchObject({ refunded: 69_900, refundable: 0 })
})

test('only the share of the unspent credits can be refunded', async () => {
  const { id, buyer } = await bought()
  await spend(buyer, 600)
  const tooMuch = await refund(id, 17_476)

  expect((await shown(id)).refundable).toBe(17_475)
  expect([tooMuch.statusCode, tooMuch.json().detail]).toEqual([
    409,
    'At most 174.75 can be refunded: the other credits were spent or have expired.',
  ])
  expect((await refund(id, 17_475)).statusCode).toBe(200)
  expect(await lotOf(buyer)).toMatchObject({ remaining: 0 })
})

test('of two refunds at the same moment, those that are too much are refused', async () => {
  const { id, buyer } = await bought()
  const replies = await Promise.all([1, 2, 3, 4].map(() => refund(id, 30_000)))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409, 409])
  expect(await shown(id)).toMatchObject({ refunded: 60_000 })
  expect((await lotOf(buyer)).remaining).toBeGreaterThanOrEqual(0)
})

test('credits that are spent while they are refunded are either spent or refunded', async () => {
  const { id, buyer } = await bought()
  const [reply] = await Promise.all([refund(id, 69_900), spend(buyer, 800)])
  const entries = await entriesOf(buyer)

  expect(entries).toHaveLength(2)
  expect(entries[1]).toEqual(reply.statusCode === 200 ? ['payback', -80_000] : ['spend', -80_000])
})

test('the same Idempotency-Key refunds once', async () => {
  const { id } = await bought()
  const before = stripe.refunds().length
  await Promise.all([refund(id, 10_000, { key: 'once' }), refund(id, 10_000, { key: 'once' })])

  expect(await shown(id)).toMatchObject({ refunded: 10_000 })
  expect(stripe.refunds()).toHaveLength(before + 1)
})

test('a refund that the bank refuses later gives the credits back', async () => {
  const { id, buyer } = await bought(FAILING_REFUNDS)
  await refund(id, 69_900)
  await stripe.allDelivered()
  stripe.endRefund(stripe.refunds().at(-1)!.id, 'failed')
  await stripe.allDelivered()

  expect(await shown(id)).toMatchObject({
    refunded: 0,
    refundable: 69_900,
    refunds: [{ status: 'failed', amount: 69_900 }],
  })
  expect(await entriesOf(buyer)).toEqual([
    ['purchase', 80_000],
    ['payback', -80_000],
    ['payback', 80_000],
  ])
})

test('reports about a refund in the reverse order lead to the same state', async () => {
  const { id, buyer } = await bought(FAILING_REFUNDS)
  const release = stripe.holdEvents()
  await refund(id, 69_900)
  stripe.endRefund(stripe.refunds().at(-1)!.id, 'failed')
  release('reversed')
  await stripe.allDelivered()

  expect(await shown(id)).toMatchObject({ refunded: 0, refunds: [{ status: 'failed' }] })
  expect(await lotOf(buyer)).toMatchObject({ remaining: 80_000 })
})

test('a slow refund is pending until the provider reports it, or the job asks', async () => {
  const { id } = await bought(PENDING_REFUNDS)
  const reply = await refund(id, 10_000)
  expect(reply.json().refunds).toMatchObject([{ status: 'pending' }])
  stripe.deliverTo(undefined)
  stripe.endRefund(stripe.refunds().at(-1)!.id, 'succeeded')
  world.setNow('2026-03-02T08:10:00.000Z')
  await lookAfterPayments.run(world, {})

  expect((await shown(id)).refunds).toMatchObject([{ status: 'succeeded' }])
})

test('a refund whose answer was lost stays pending, and the job finishes it without paying twice', async () => {
  const { id } = await bought()
  const before = stripe.refunds().length
  stripe.deliverTo(undefined)
  stripe.misbehave('does it and hangs up', /POST \/v1\/refunds/)
  const reply = await refund(id, 10_000)
  expect([reply.statusCode, reply.json().refunds]).toMatchObject([200, [{ status: 'pending' }]])
  stripe.behave()
  world.setNow('2026-03-02T08:10:00.000Z')
  await lookAfterPayments.run(world, {})

  expect((await shown(id)).refunds).toMatchObject([{ status: 'succeeded' }])
  expect(stripe.refunds()).toHaveLength(before + 1)
})

test('a refund that the provider refuses at once is told, and the credits are back', async () => {
  const { id, buyer, charge } = await bought()
  stripe.deliverTo(undefined)
  stripe.refundThere(charge, 69_900)
  const reply = await refund(id, 10_000)

  expect([reply.statusCode, reply.json().detail]).toEqual([
    409,
    'The payment provider refused this refund. The credits are back.',
  ])
  expect(await shown(id)).toMatchObject({ refunded: 0, refunds: [{ status: 'failed' }] })
  expect(await lotOf(buyer)).toMatchObject({ remaining: 80_000 })
})

test('after a refund that the provider refused, another amount can be sent under the same key', async () => {
  const { id, charge } = await bought()
  stripe.deliverTo(undefined)
  stripe.refundThere(charge, 60_000)
  expect((await refund(id, 69_900, { key: 'same' })).statusCode).toBe(409)

  expect((await refund(id, 9_900, { key: 'same' })).statusCode).toBe(200)
})

test('a refund that was made on the pages of the provider takes the credits back too', async () => {
  const { id, buyer, charge } = await bought()
  stripe.refundThere(charge, 34_950)
  await stripe.allDelivered()

  expect(await shown(id)).toMatchObject({
    refunded: 34_950,
    refunds: [{ cause: 'provider', status: 'succeeded', amount: 34_950, credits: 400, actor_name: null }],
  })
  expect(await lotOf(buyer)).toMatchObject({ remaining: 40_000 })
})

test('the buyer is told of a refund that was made on the pages of the provider', async () => {
  const { buyer, charge } = await bought()
  stripe.refundThere(charge, 34_950)
  await stripe.allDelivered()
  await world.runJobs()
  const mails = (await world.mailsTo(buyer.email)).filter(({ subject }) => subject?.includes('refund'))

  expect(mails.map(({ subject }) => subject)).toEqual(['Your refund of ₪349.50'])
})

test('a refund that is reported before its payment waits for it', async () => {
  const { buyer } = await bought()
  const [pack] = await world.db.select().from(creditPacks).limit(1)
  const { id } = (await world.post('/api/payments', { credit_pack_id: pack!.id }, buyer)).json()
  const release = stripe.holdEvents()
  stripe.pay(stripe.sessions().at(-1)!.id, GOOD_CARD)
  stripe.refundThere(stripe.sessions().at(-1)!.payment_intent!, 69_900)
  release('reversed')
  await stripe.allDelivered()

  expect(await shown(id)).toMatchObject({ status: 'paid', refunded: 69_900, refunds: [{ credits: 800 }] })
})

test('a refund that fails after its credits have expired gives them back for 30 days', async () => {
  const { id, buyer } = await bought(PENDING_REFUNDS, 10)
  await refund(id, 69_900)
  world.setNow('2026-03-20T08:00:00.000Z')
  stripe.endRefund(stripe.refunds().at(-1)!.id, 'failed')
  await stripe.allDelivered()

  expect(await lotOf(buyer)).toMatchObject({ remaining: 80_000, expires_at: '2026-04-20T00:00:00.000Z' })
})

test('credits that come back from an order after their price was refunded are taken too', async () => {
  const { id, buyer, charge } = await bought()
  const order = await spend(buyer, 700)
  stripe.refundThere(charge, 69_900)
  await stripe.allDelivered()
  await world.db.transaction((db) => refundCredits(db, order, 70_000, world.now()))

  expect(await lotOf(buyer)).toMatchObject({ remaining: 0 })
  expect(await shown(id)).toMatchObject({ refunded: 69_900, refunds: [{ credits: 800 }] })
  expect((await entriesOf(buyer)).slice(2)).toEqual([
    ['payback', -10_000],
    ['refund', 70_000],
    ['payback', -70_000],
  ])
})

test('a refund on the pages of the provider for credits that are spent takes what is left', async () => {
  const { id, buyer, charge } = await bought()
  await spend(buyer, 700)
  stripe.refundThere(charge, 69_900)
  await stripe.allDelivered()

  expect(await lotOf(buyer)).toMatchObject({ remaining: 0 })
  expect(await shown(id)).toMatchObject({ refunded: 69_900, refundable: 0, refunds: [{ credits: 100 }] })
})

test('a disputed payment freezes its credits, is in the audit log, and the office is told', async () => {
  const { id, buyer, charge } = await bought()
  await spend(buyer, 200)
  stripe.openDispute(charge)
  await stripe.allDelivered()
  await world.runJobs()

  expect(await lotOf(buyer)).toMatchObject({ remaining: 0 })
  expect((await shown(id)).refunds).toMatchObject([{ cause: 'dispute', status: 'pending', credits: 600 }])
  const acts = await world.db.select().from(auditLog).where(eq(auditLog.subject_id, buyer.id))
  expect(acts).toMatchObject([
    {
      action: 'dispute payment',
      actor_id: null,
      details: { payment_id: id, amount: 69_900, currency: 'ILS', outcome: 'open' },
    },
  ])
  const mails = await world.mailsTo('office@keyhour.test')
  expect(mails.some(({ subject }) => subject === `Payment ${id} is disputed`)).toBe(true)
})

test('a dispute that is won gives the credits back, one that is lost keeps them', async () => {
  const won = await bought()
  const lost = await bought()
  const disputes = [stripe.openDispute(won.charge), stripe.openDispute(lost.charge)]
  await stripe.allDelivered()
  stripe.closeDispute(disputes[0]!.id, 'won')
  stripe.closeDispute(disputes[1]!.id, 'lost')
  await stripe.allDelivered()

  expect([(await lotOf(won.buyer)).remaining, (await lotOf(lost.buyer)).remaining]).toEqual([80_000, 0])
  expect([(await won.row()).refunded, (await lost.row()).refunded]).toEqual([0, 69_900])
})

test.each([
  ['won', 80_000],
  ['lost', 0],
] as const)(
  'a dispute whose end (%s) is reported before its beginning ends the same',
  async (end, remaining) => {
    const { buyer, charge } = await bought()
    const release = stripe.holdEvents()
    stripe.closeDispute(stripe.openDispute(charge).id, end)
    release('reversed')
    await stripe.allDelivered()

    expect(await lotOf(buyer)).toMatchObject({ remaining })
  },
)

test('a dispute that comes during a refund keeps all credits if the refund fails, until it is won', async () => {
  const { id, buyer, charge } = await bought(PENDING_REFUNDS)
  await refund(id, 10_000)
  const dispute = stripe.openDispute(charge)
  await stripe.allDelivered()
  stripe.endRefund(stripe.refunds().at(-1)!.id, 'failed')
  await stripe.allDelivered()
  expect(await lotOf(buyer)).toMatchObject({ remaining: 0 })
  expect(await shown(id)).toMatchObject({
    refunded: 69_900,
    refunds: [
      { cause: 'dispute', status: 'pending', credits: 800 },
      { cause: 'admin', status: 'failed', credits: 0 },
    ],
  })
  stripe.closeDispute(dispute.id, 'won')
  await stripe.allDelivered()

  expect(await lotOf(buyer)).toMatchObject({ remaining: 80_000 })
  expect(await shown(id)).toMatchObject({ refunded: 0, refundable: 69_900 })
})

test.each(['won', 'lost'] as const)(
  'a dispute after a full refund that is %s changes nothing',
  async (end) => {
    const { id, buyer, charge } = await bought()
    await refund(id, 69_900)
    const dispute = stripe.openDispute(charge)
    await stripe.allDelivered()
    stripe.closeDispute(dispute.id, end)
    await stripe.allDelivered()

    expect(await lotOf(buyer)).toMatchObject({ remaining: 0 })
    expect(await shown(id)).toMatchObject({ refunded: 69_900, refundable: 0 })
  },
)

test('what is not paid, not there or not an amount cannot be refunded, and only admins refund', async () => {
  const { id, buyer } = await bought()
  const [pack] = await world.db.select().from(creditPacks).limit(1)
  const open = (await world.post('/api/payments', { credit_pack_id: pack!.id }, buyer)).json().id
  const refused = await refund(open, 100)

  expect([refused.statusCode, refused.json().detail]).toEqual([409, 'This payment has not been made.'])
  expect((await refund(999_999, 100)).statusCode).toBe(404)
  expect((await refund(id, 0)).statusCode).toBe(422)
  expect((await refund(id, 100, { as: buyer })).statusCode).toBe(403)
})
