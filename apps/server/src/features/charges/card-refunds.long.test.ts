import type { OrderDetails } from '@keyhour/contract/orders'
import { expect, test } from 'vitest'
import { settleDueCharges } from '#server/features/charges/settle-due-charges.ts'
import { GOOD_CARD, startCardWorld } from '../../../test/card-world.ts'

const PENDING_REFUNDS = '4000000000007726'
const FAILING_REFUNDS = '4000000000005126'

const shop = await startCardWorld()
const { world, stripe, admin, booked, orderOf, chargesOf, refundsOf, later, cancel, moneyOf, mailsTo } = shop

/** Free cancellation of the usual order ends at 07:00 on March 4; it begins a day later. */
const FREE = '2026-03-04T06:59:00.000Z'
const LATE = '2026-03-04T07:10:00.000Z'

const changeTime = (id: number, as: typeof admin, payload: object) =>
  world.send({ method: 'PUT', url: `/api/orders/${id}/time`, payload }, as)

test('cancelling in time gives the reserved money back, and nothing was ever taken', async () => {
  const { id, person, charge } = await booked()
  const shown = await cancel(id, person)

  expect(shown).toMatchObject({ refund: 11_800, refund_credits: 0, refund_card: 11_800, owed: 0 })
  expect((await chargesOf(id))[0]).toMatchObject({ status: 'released', kept: 0, receipt_number: null })
  expect(moneyOf(charge)).toMatchObject({ status: 'canceled', amount_received: 0 })
  expect(await orderOf(id)).toMatchObject({ paid_by_card: 11_800, refunded: 11_800, left: 0 })
  const [mail] = await mailsTo(person.email, /^Cancelled/)
  expect(mail!.text).toContain('₪118.00 goes back to your card.')
  expect(mail!.text).not.toContain('the way you paid')
})

test('cancelling late takes only what the terms keep, and there is a receipt for that', async () => {
  const { id, person, charge } = await booked()
  // Before the money was taken.
  world.setNow('2026-03-04T07:00:00.001Z')
  const shown = await cancel(id, person)

  expect(shown).toMatchObject({ kept: 5900, refund: 5900, refund_card: 5900 })
  expect((await chargesOf(id))[0]).toMatchObject({ status: 'captured', kept: 5900, capturing: 5900 })
  expect(moneyOf(charge)).toMatchObject({ status: 'succeeded', amount_received: 5900 })
  expect(await refundsOf(charge.id)).toEqual([])
  const [mail] = await mailsTo(person.email, /^Receipt/)
  expect(mail!.text).toContain('You paid ₪59.00 by card')
})

test('the money is taken when free cancellation ends, not before, with a receipt for customer and admins', async () => {
  const { id, person, charge } = await booked()
  await later(FREE)
  expect(moneyOf(charge).status).toBe('requires_capture')
  await later(LATE)
  const [taken] = await chargesOf(id)

  expect(taken).toMatchObject({ status: 'captured', kept: 11_800, captured_at: LATE })
  expect(moneyOf(charge)).toMatchObject({ status: 'succeeded', amount_received: 11_800 })
  const [mail] = await mailsTo(person.email, /^Receipt/)
  const name = `keyhour-receipt-${taken!.receipt_number}.pdf`
  expect(mail!.subject).toMatch(`Receipt ${taken!.receipt_number}: `)
  expect(mail!.text).toContain('You paid ₪118.00 by card')
  expect(mail!.attachments).toMatchObject([{ filename: name, mimeType: 'application/pdf' }])
  const url = `/api/orders/${id}/charges/${charge.id}/receipt.pdf`
  const replies = await Promise.all([person, admin, await world.user()].map((as) => world.get(url, as)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404])
  expect(replies[0]!.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(replies[0]!.headers['content-disposition']).toBe(`attachment; filename="${name}"`)
  expect(await shop.eventsOf(id)).toEqual(['booked', 'paid'])
})

test('there is no receipt before the money was taken', async () => {
  const { id, person, charge } = await booked()
  const reply = await world.get(`/api/orders/${id}/charges/${charge.id}/receipt.pdf`, person)

  expect([reply.statusCode, reply.json().detail]).toEqual([404, 'There is no receipt for this payment.'])
})

test('money for a stay that is far away is taken after six days, before the bank lets go of it', async () => {
  const { charge } = await booked({ times: { date: '2026-04-20' } })
  await later('2026-03-08T07:59:00.000Z')
  expect(moneyOf(charge).status).toBe('requires_capture')
  await later('2026-03-08T08:05:00.000Z')

  expect(moneyOf(charge).status).toBe('succeeded')
})

test('receipts of bookings are numbered without gaps', async () => {
  const orders = [await booked(), await booked()]
  await later(LATE)
  const taken = await Promise.all(orders.map(async ({ id }) => (await chargesOf(id))[0]!.receipt_number!))

  const [first, second] = taken.sort((a, b) => a - b)
  expect(second! - first!).toBe(1)
})

test('cancelling after the money was taken refunds it to the card', async () => {
  const { id, person, charge } = await booked({ times: { date: '2026-04-20' } })
  await later('2026-03-08T08:05:00.000Z')
  await cancel(id, person)

  expect(await refundsOf(charge.id)).toMatchObject([
    { cause: 'order', amount: 11_800, status: 'succeeded', reference: expect.stringMatching(/^re_/) },
  ])
  expect(stripe.refunds().at(-1)).toMatchObject({ amount: 11_800, payment_intent: charge.charge_reference })
  expect((await chargesOf(id))[0]).toMatchObject({ status: 'captured', kept: 0 })
  expect(await shop.settlementOf(id)).toMatchObject({ paid: 0, held_on_cards: 0, refunded_otherwise: 0 })
})

test('an admin cancels with any refund: credits go back to credits, the card gets its part', async () => {
  const { id, person, charge } = await booked({ credits: 4720 })
  await later(LATE)
  const { paid, paid_in_credits, held_on_cards } = await shop.settlementOf(id)
  const body = { refund: 5000, paid, reason: 'The roof leaks' }
  const reply = await world.post(`/api/admin/orders/${id}/cancel`, body, admin)
  await world.runJobs()

  expect([paid, paid_in_credits, held_on_cards, reply.statusCode]).toEqual([11_800, 4720, 7080, 200])
  const { rows } = await world.pool.query('select remaining from credit_lots where user_id = $1', [person.id])
  expect(rows).toEqual([{ remaining: 2000 }])
  expect(stripe.refunds().at(-1)).toMatchObject({ amount: 3000, payment_intent: charge.charge_reference })
  expect(await shop.settlementOf(id)).toMatchObject({
    paid: 6800,
    held_on_cards: 4080,
    refunded_otherwise: 0,
  })
  const [mail] = await mailsTo(person.email, /^We had to cancel/)
  expect(mail!.text).toContain('₪20.00 is back in your credits.')
  expect(mail!.text).toContain('₪30.00 goes back to your card.')
})

test('an order that is partly paid by card and cancelled in time gives both parts back', async () => {
  const { id, person, charge } = await booked({ credits: 5000 })
  const shown = await cancel(id, person)

  expect(shown).toMatchObject({ refund: 11_800, refund_credits: 5000, refund_card: 6800 })
  expect(moneyOf(charge)).toMatchObject({ amount: 6800, status: 'canceled' })
})

test('a shorter stay lowers what is taken later; shorter still, after that, refunds the rest', async () => {
  const { id, person, charge } = await booked({ times: { date: '2026-04-20', end: '12:00' } })
  await changeTime(id, person, { date: '2026-04-20', start: '09:00', end: '11:00' })
  expect((await chargesOf(id))[0]).toMatchObject({ status: 'authorised', amount: 17_700, kept: 11_800 })
  await later('2026-03-08T08:05:00.000Z')
  expect(moneyOf(charge)).toMatchObject({ amount_received: 11_800 })
  await changeTime(id, person, { date: '2026-04-20', start: '09:00', end: '10:00' })
  await world.runJobs()

  expect(stripe.refunds().at(-1)).toMatchObject({ amount: 5900, payment_intent: charge.charge_reference })
  expect(await orderOf(id)).toMatchObject({ paid_by_card: 17_700, refunded: 11_800, left: 0 })
  const mails = await mailsTo(person.email, /^New time/)
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining('₪59.00 goes back to your card.'),
    expect.stringContaining('₪59.00 goes back to your card.'),
  ])
})

test('a space that is withdrawn gives everything back', async () => {
  const { id, place, charge } = await booked()
  const { office_id, sub_office_id } = place
  const url = `/api/offices/${office_id}/sub-offices/${sub_office_id}?cancel_orders=true`
  const reply = await world.send({ method: 'DELETE', url }, admin)
  await world.runJobs()

  expect([reply.statusCode, (await orderOf(id)).refunded]).toEqual([200, 11_800])
  expect(moneyOf(charge).status).toBe('canceled')
})

test('what an admin took in cash is refunded by hand, after the card', async () => {
  const { id, person, charge } = await booked()
  await changeTime(id, person, { date: '2026-03-05', start: '09:00', end: '12:00' })
  const paid = await world.post(`/api/admin/orders/${id}/mark_paid`, { amount: 5900, method: 'cash' }, admin)
  const body = { refund: 14_000, paid: 17_700, reason: 'The roof leaks' }
  const cancelled = await world.post(`/api/admin/orders/${id}/cancel`, body, admin)
  await world.runJobs()

  expect([paid.statusCode, cancelled.statusCode]).toEqual([200, 200])
  expect(moneyOf(charge).status).toBe('canceled')
  expect(await shop.settlementOf(id)).toMatchObject({
    paid: 3700,
    held_on_cards: 0,
    refunded_otherwise: 2200,
  })
})

test('money that the bank no longer reserves is owed again, and the customer is told where to pay', async () => {
  const { id, person, charge } = await booked()
  await world.payments.cancel(charge.charge_reference!)
  await later(LATE)

  expect((await chargesOf(id))[0]).toMatchObject({ status: 'failed', kept: 0 })
  expect(await orderOf(id)).toMatchObject({ paid_by_card: 0, left: 11_800, payment_status: 'pending' })
  expect(await shop.eventsOf(id)).toEqual(['booked', 'paid', 'payment failed'])
  const [mail] = await mailsTo(person.email, /did not arrive/)
  expect(mail!.text).toContain('₪118.00 is left to pay.')
  expect(mail!.text).toContain(`/order/${id}`)
  expect(await mailsTo(person.email, /^Receipt/)).toEqual([])

  await shop.post(id, 'charges', person, { card: 'new' })
  stripe.pay(stripe.sessions().at(-1)!.id, GOOD_CARD)
  await stripe.allDelivered()
  expect(await orderOf(id)).toMatchObject({
    paid_by_card: 11_800,
    left: 0,
    payment_status: 'full credit card',
  })
})

test('a late cancellation whose money the bank no longer reserves owes what the terms keep', async () => {
  const { id, person, charge } = await booked()
  await world.payments.cancel(charge.charge_reference!)
  world.setNow('2026-03-04T07:00:00.001Z')
  await cancel(id, person)

  expect(await orderOf(id)).toMatchObject({ kept: 5900, left: 5900, payment_status: 'pending' })
})

test('money that was taken by hand at the provider, and is more than the order keeps, goes back by itself', async () => {
  const { id, person, charge } = await booked()
  await changeTime(id, person, { date: '2026-03-05', start: '09:00', end: '10:00' })
  stripe.captureThere(charge.charge_reference!, 11_800)
  await later(LATE)

  expect((await chargesOf(id))[0]).toMatchObject({ status: 'captured', capturing: 11_800, kept: 5900 })
  expect(await refundsOf(charge.id)).toMatchObject([{ cause: 'order', amount: 5900, status: 'succeeded' }])
  expect(await orderOf(id)).toMatchObject({ paid_by_card: 11_800, refunded: 5900, left: 0 })
  expect(await mailsTo(person.email, /^Receipt/)).toHaveLength(1)
})

test('money that was taken by hand for an order that is cancelled for free goes back, except what went back by hand', async () => {
  const [whole, part, nothing] = [await booked(), await booked(), await booked()]
  for (const { charge } of [whole, part, nothing]) stripe.captureThere(charge.charge_reference!, 11_800)
  await cancel(whole.id, whole.person)
  for (const [{ id, person, charge }, amount] of [[part, 1800] as const, [nothing, 11_800] as const]) {
    const release = stripe.holdEvents()
    stripe.refundThere(charge.charge_reference!, amount)
    await shop.post(id, 'cancel', person, { refund: 11_800, owed: 0 })
    await world.runJobs()
    release('in order')
    await stripe.allDelivered()
  }

  const madeByUs = async ({ charge }: typeof whole) =>
    (await refundsOf(charge.id)).map(({ amount }) => amount)
  expect((await chargesOf(whole.id))[0]).toMatchObject({ status: 'captured', capturing: 11_800, kept: 0 })
  expect([await madeByUs(whole), await madeByUs(part), await madeByUs(nothing)]).toEqual([
    [11_800],
    [10_000],
    [],
  ])
  expect((await chargesOf(nothing.id))[0]).toMatchObject({ status: 'released', kept: 0 })
  for (const { charge } of [whole, part, nothing])
    expect(
      stripe
        .refunds()
        .filter(({ payment_intent }) => payment_intent === charge.charge_reference)
        .reduce((sum, { amount }) => sum + amount, 0),
    ).toBe(11_800)
})

test('when less was taken by hand than the order keeps, the rest is owed again', async () => {
  const { id, person, charge } = await booked()
  stripe.captureThere(charge.charge_reference!, 10_000)
  await later(LATE)

  expect((await chargesOf(id))[0]).toMatchObject({ status: 'captured', capturing: 10_000, kept: 10_000 })
  expect(await orderOf(id)).toMatchObject({ paid_by_card: 10_000, left: 1800, payment_status: 'pending' })
  const [mail] = await mailsTo(person.email, /did not arrive/)
  expect(mail!.text).toContain('₪18.00 is left to pay.')
})

test.each(['does it and hangs up', 'hangs up'] as const)(
  'a provider that %s when the money is to be taken takes it once',
  async (fault) => {
    const { id, person, charge } = await booked()
    world.setNow(LATE)
    stripe.misbehave(fault, /capture$/)
    await settleDueCharges.run(world, {})
    await expect(world.runJobs()).rejects.toThrow('cannot be reached')
    expect((await chargesOf(id))[0]).toMatchObject({ status: 'authorised', capturing: 11_800 })
    stripe.behave()
    await later('2026-03-04T07:20:00.000Z')

    expect((await chargesOf(id))[0]).toMatchObject({ status: 'captured', kept: 11_800 })
    expect(moneyOf(charge)).toMatchObject({ status: 'succeeded', amount_received: 11_800 })
    expect(await mailsTo(person.email, /^Receipt/)).toHaveLength(1)
  },
  20_000,
)

test('a cancellation while the money is being taken refunds its part afterwards', async () => {
  const { id, person, charge } = await booked()
  world.setNow(LATE)
  stripe.misbehave('hangs up', /capture$/)
  await settleDueCharges.run(world, {})
  await expect(world.runJobs()).rejects.toThrow('cannot be reached')
  stripe.behave()
  await cancel(id, person)

  expect((await chargesOf(id))[0]).toMatchObject({ status: 'captured', capturing: 11_800, kept: 5900 })
  expect(moneyOf(charge)).toMatchObject({ amount_received: 11_800 })
  expect(await refundsOf(charge.id)).toMatchObject([{ amount: 5900, status: 'succeeded' }])
})

test.each(['does it and hangs up', 'hangs up'] as const)(
  'a provider that %s when money is to go back refunds it once',
  async (fault) => {
    const { id, charge } = await booked()
    await later(LATE)
    stripe.misbehave(fault, /refunds$/)
    const body = { refund: 11_800, paid: 11_800, reason: 'The roof leaks' }
    await world.post(`/api/admin/orders/${id}/cancel`, body, admin)
    await expect(world.runJobs()).rejects.toThrow('cannot be reached')
    stripe.behave()
    await stripe.allDelivered()
    await later('2026-03-04T07:20:00.000Z')

    const made = stripe.refunds().filter(({ payment_intent }) => payment_intent === charge.charge_reference)
    expect(made.map(({ amount }) => amount)).toEqual([11_800])
    expect(await refundsOf(charge.id)).toMatchObject([{ amount: 11_800, status: 'succeeded' }])
  },
  20_000,
)

test('a provider that did not answer when reserved money was to be given back is asked again', async () => {
  const { id, person, charge } = await booked()
  stripe.misbehave('does it and hangs up', /cancel$/)
  await expect(cancel(id, person)).rejects.toThrow('cannot be reached')
  stripe.behave()
  await later('2026-03-02T08:10:00.000Z')

  expect((await chargesOf(id))[0]).toMatchObject({ status: 'released', kept: 0 })
  expect(moneyOf(charge).status).toBe('canceled')
})

test('a refund that takes time is finished by its event; one that fails in the end has to be paid by hand', async () => {
  const slow = await booked({ card: PENDING_REFUNDS })
  await later(LATE)
  await cancel(slow.id, slow.person)
  expect(await refundsOf(slow.charge.id)).toMatchObject([{ status: 'pending', amount: 5900 }])
  stripe.endRefund(stripe.refunds().at(-1)!.id, 'succeeded')
  await stripe.allDelivered()
  expect(await refundsOf(slow.charge.id)).toMatchObject([{ status: 'succeeded' }])

  world.setNow('2026-03-02T08:00:00.000Z')
  const failing = await booked({ card: FAILING_REFUNDS })
  await later(LATE)
  await cancel(failing.id, failing.person)
  stripe.endRefund(stripe.refunds().at(-1)!.id, 'failed')
  await stripe.allDelivered()
  expect(await refundsOf(failing.charge.id)).toMatchObject([{ status: 'failed' }])
  expect(await shop.settlementOf(failing.id)).toMatchObject({ refunded_otherwise: 5900 })
  const [mail] = await mailsTo('office@keyhour.test', /A refund to a card failed/)
  expect(mail!.text).toContain(`₪59.00 of booking ${failing.id} was to go back`)
})

test('a refund on the pages of the provider makes the order owe again', async () => {
  const { id, charge } = await booked()
  await later(LATE)
  stripe.refundThere(charge.charge_reference!, 1800)
  await stripe.allDelivered()

  expect(await orderOf(id)).toMatchObject({ paid_by_card: 10_000, left: 1800, payment_status: 'pending' })
  expect(await refundsOf(charge.id)).toMatchObject([{ cause: 'provider', amount: 1800, status: 'succeeded' }])
  expect(await shop.settlementOf(id)).toMatchObject({ held_on_cards: 10_000, refunded_otherwise: 0 })
})

/** Someone who cancelled late: 59.00 are kept, and the refund of the other 59.00 to the card has failed. */
async function failedRefund() {
  const { id, person, charge } = await booked({ card: FAILING_REFUNDS })
  await later(LATE)
  await cancel(id, person)
  const { id: refund } = stripe.refunds().at(-1)!
  stripe.endRefund(refund, 'failed')
  await stripe.allDelivered()
  const refundThere = async (amount: number) => {
    stripe.refundThere(charge.charge_reference!, amount)
    await stripe.allDelivered()
  }
  return { id, charge, refundThere }
}

test('a refund that failed and is then made on the pages of the provider, also in parts, is made, and nobody owes it', async () => {
  const { id, charge, refundThere } = await failedRefund()
  await refundThere(2000)
  expect(await shop.settlementOf(id)).toMatchObject({ held_on_cards: 5900, refunded_otherwise: 3900 })
  await refundThere(3900)

  expect(await orderOf(id)).toMatchObject({ paid_by_card: 11_800, kept: 5900, left: 0 })
  expect(await shop.settlementOf(id)).toMatchObject({ held_on_cards: 5900, refunded_otherwise: 0 })
  expect((await refundsOf(charge.id)).map(({ cause, amount, status }) => [cause, amount, status])).toEqual([
    ['order', 3900, 'succeeded'],
    ['order', 2000, 'succeeded'],
  ])
})

test('one that fails on the pages of the provider, too, has to be made again', async () => {
  const { id, charge, refundThere } = await failedRefund()
  await refundThere(5900)
  stripe.endRefund(stripe.refunds().at(-1)!.id, 'failed')
  await stripe.allDelivered()

  expect(await refundsOf(charge.id)).toMatchObject([{ amount: 5900, status: 'failed' }])
  expect(await shop.settlementOf(id)).toMatchObject({ held_on_cards: 5900, refunded_otherwise: 5900 })
})

test('a cancelled order keeps less when somebody refunds it on the pages of the provider, and nobody owes that', async () => {
  const { id, person, charge } = await booked()
  await later(LATE)
  await cancel(id, person)
  stripe.refundThere(charge.charge_reference!, 4000)
  await stripe.allDelivered()

  expect(await orderOf(id)).toMatchObject({ kept: 1900, left: 0 })
  expect(await shop.settlementOf(id)).toMatchObject({ due: 1900, held_on_cards: 1900, left: 0 })
  expect((await chargesOf(id))[0]).toMatchObject({ kept: 1900 })
})

test('a disputed charge is owed until the dispute is won; the operator is told', async () => {
  const { id, charge } = await booked()
  await later(LATE)
  const { id: dispute } = stripe.openDispute(charge.charge_reference!)
  await stripe.allDelivered()

  expect(await orderOf(id)).toMatchObject({ paid_by_card: 0, left: 11_800, payment_status: 'pending' })
  const [mail] = await mailsTo('office@keyhour.test', new RegExp(`disputed: booking ${id}`))
  expect(mail!.text).toContain('disputes ₪118.00')
  stripe.closeDispute(dispute, 'won')
  await stripe.allDelivered()
  expect(await orderOf(id)).toMatchObject({
    paid_by_card: 11_800,
    left: 0,
    payment_status: 'full credit card',
  })
  expect((await chargesOf(id))[0]).toMatchObject({ kept: 11_800 })
  expect(await shop.eventsOf(id)).toEqual(['booked', 'paid', 'payment failed', 'paid'])
  const acts = (await world.get(`/api/admin/orders/${id}/history`, admin)).json()
  expect(acts).toMatchObject([
    { kind: 'dispute charge', actor_name: null, amount: 11_800, outcome: 'won' },
    { kind: 'dispute charge', actor_name: null, amount: 11_800, outcome: 'open' },
  ])
})

test('a dispute that is lost changes nothing more, and the news of its end may come first', async () => {
  const { id, charge } = await booked()
  await later(LATE)
  const release = stripe.holdEvents()
  const { id: dispute } = stripe.openDispute(charge.charge_reference!)
  stripe.closeDispute(dispute, 'lost')
  release('reversed')
  await stripe.allDelivered()

  expect(await orderOf(id)).toMatchObject({ paid_by_card: 0, left: 11_800 })
  expect(await refundsOf(charge.id)).toMatchObject([{ cause: 'dispute', status: 'succeeded' }])
})

test('a dispute that is won after the order was paid in cash gives the money back to the card', async () => {
  const { id, charge } = await booked()
  await later(LATE)
  const { id: dispute } = stripe.openDispute(charge.charge_reference!)
  await stripe.allDelivered()
  await world.post(`/api/admin/orders/${id}/mark_paid`, { amount: 11_800, method: 'cash' }, admin)
  stripe.closeDispute(dispute, 'won')
  await stripe.allDelivered()
  await world.runJobs()

  expect(await orderOf(id)).toMatchObject({ paid_by_card: 0, paid_otherwise: 11_800, left: 0 })
  expect(stripe.refunds().at(-1)).toMatchObject({ amount: 11_800, payment_intent: charge.charge_reference })
})

test('an order that moves to another office takes its card payment along', async () => {
  const { id, person, place, charge } = await booked()
  const to = await shop.room()
  const payload = { ...to, from: place, price: 'as agreed', due: 11_800 }
  const reply = await world.send({ method: 'PUT', url: `/api/admin/orders/${id}/space`, payload }, admin)
  const moved = reply.json<OrderDetails>()

  expect([reply.statusCode, moved.id]).toEqual([200, expect.any(Number)])
  expect(moved).toMatchObject({ paid_by_card: 11_800, left: 0, payment_status: 'full credit card' })
  expect(await orderOf(id)).toMatchObject({ paid_by_card: 0 })
  expect(await chargesOf(id)).toEqual([])
  const shown = await cancel(moved.id, person)
  expect(shown.refund_card).toBe(11_800)
  expect(moneyOf(charge).status).toBe('canceled')
})

test('a move that becomes cheaper gives the difference back to the card', async () => {
  const { id, place, charge } = await booked()
  const { id: office } = await world.office({ open_hours: '08:00', close_hours: '20:00' })
  const cheap = await world.subOffice(office, { price_per_hour: 2500 })
  await world.unit(office, cheap.id)
  const payload = { office_id: office, sub_office_id: cheap.id, from: place, price: 'anew', due: 5900 }
  const reply = await world.send({ method: 'PUT', url: `/api/admin/orders/${id}/space`, payload }, admin)
  await later(LATE)

  expect(reply.statusCode).toBe(200)
  expect((await chargesOf(reply.json().id))[0]).toMatchObject({
    status: 'captured',
    capturing: 5900,
    kept: 5900,
  })
  expect(moneyOf(charge)).toMatchObject({ amount_received: 5900 })
})

test('events that come five times are carried out once', async () => {
  const { id, charge } = await booked()
  await later(LATE)
  stripe.deliverTimes(5)
  stripe.refundThere(charge.charge_reference!, 1800)
  stripe.openDispute(charge.charge_reference!)
  await stripe.allDelivered()
  stripe.deliverTimes(1)

  expect(await orderOf(id)).toMatchObject({ paid_by_card: 0, left: 11_800 })
  expect((await refundsOf(charge.id)).map(({ cause, amount }) => [cause, amount])).toEqual([
    ['provider', 1800],
    ['dispute', 10_000],
  ])
})

test('a bank that only asks about a payment takes no money', async () => {
  const { id, charge } = await booked()
  await later('2026-03-04T07:10:00.000Z')
  const inquiry = { id: 'du_1', object: 'dispute', amount: 11_800, payment_intent: charge.charge_reference }
  stripe.emit('charge.dispute.created', { ...inquiry, status: 'warning_needs_response' })
  await stripe.allDelivered()
  expect((await orderOf(id)).left).toBe(0)
  stripe.emit('charge.dispute.funds_withdrawn', { ...inquiry, status: 'needs_response' })
  await stripe.allDelivered()

  expect((await orderOf(id)).left).toBe(11_800)
})

test('an order that is moved is charged when cancelling its new time stops being free', async () => {
  const { id, person } = await booked()
  const captureOf = async () => (await chargesOf(id))[0]!.capture_at
  const moved = { start: '09:00', end: '11:00' }
  expect((await changeTime(id, person, { date: '2026-03-06', ...moved })).statusCode).toBe(200)
  expect(await captureOf()).toBe('2026-03-05T07:00:00.001Z')
  await changeTime(id, person, { date: '2026-04-20', ...moved })
  expect(await captureOf()).toBe('2026-03-08T08:00:00.000Z')
  await changeTime(id, person, { date: '2026-03-03', ...moved })

  expect(await captureOf()).toBe('2026-03-02T08:15:00.001Z')
})
