import type { OrderDetails } from '@keyhour/contract/orders'
import { expect, test } from 'vitest'
import { chargeVisit } from '#server/features/charges/charge-visit.ts'
import { lookAfterCharges } from '#server/features/charges/look-after-charges.ts'
import { endOverdueVisits } from '#server/features/visits/end-overdue-visits.ts'
import { startCardWorld } from '../../../test/card-world.ts'

const shop = await startCardWorld()
const { world, stripe, admin, booked, room, post, orderOf, chargesOf, later, moneyOf, mailsTo } = shop

type Person = typeof admin
type Place = Awaited<ReturnType<typeof room>>

/** Their bank says no from now on: the number behind their saved card is another one. */
const breakCards = () =>
  stripe.misbehave(
    {
      status: 402,
      json: {
        error: {
          type: 'card_error',
          code: 'card_declined',
          decline_code: 'insufficient_funds',
          message: 'Your card has insufficient funds.',
        },
      },
    },
    /^POST \/v1\/payment_intents$/,
  )

const startNow = (place: Place, as: Person, more: object = { pay_by: 'saved_card' }) =>
  world.post('/api/orders/start_now', { ...place, ...more }, as)

async function started() {
  const { person } = await booked()
  const reply = await startNow(await room({ unpaid_bookings_allowed: 0 }), person)
  expect(reply.statusCode).toBe(201)
  return { person, id: reply.json<OrderDetails>().id }
}

async function checkOut(id: number, as: Person) {
  const reply = await post(id, 'check_out', as)
  expect(reply.statusCode).toBe(200)
  await world.runJobs()
  await stripe.allDelivered()
}

/** Until `stripe.behave()`. */
async function checkOutWithoutProvider(id: number, as: Person) {
  const error = { type: 'api_error', message: 'Sorry' }
  stripe.misbehave({ status: 503, json: { error } }, /^POST \/v1\/payment_intents$/, 1000)
  await post(id, 'check_out', as)
  await expect(world.runJobs()).rejects.toThrow()
}

const changeTime = (id: number, as: Person, end: string, more: object = {}) => {
  const payload = { date: '2026-03-05', start: '09:00', end, pay_by: 'saved_card', ...more }
  return world.send({ method: 'PUT', url: `/api/orders/${id}/time`, payload }, as)
}

test('a visit that was started on the saved card is charged to it at check-out, and taken when nobody can undo it', async () => {
  const { person, id } = await started()
  await later('2026-03-02T09:00:00.000Z')
  const cost = await world.send({ method: 'GET', url: `/api/orders/${id}/check_out` }, person)
  expect(cost.json()).toMatchObject({ left: 5900, on_saved_card: true })
  await checkOut(id, person)
  const [charge] = await chargesOf(id)

  expect(charge).toMatchObject({ status: 'authorised', amount: 5900, kept: 5900, purpose: 'order' })
  expect(await orderOf(id)).toMatchObject({ paid_by_card: 5900, left: 0, payment_status: 'full credit card' })
  await later('2026-03-02T09:10:00.000Z')
  expect(moneyOf(charge!)).toMatchObject({ status: 'succeeded', amount_received: 5900 })
})

test('credits pay first, and the saved card the rest', async () => {
  const { person, id } = await started()
  await world.credits(person.id, 1000)
  await later('2026-03-02T09:00:00.000Z')
  await checkOut(id, person)

  expect(await orderOf(id)).toMatchObject({
    paid_with_credits: 1000,
    paid_by_card: 4900,
    left: 0,
    payment_status: 'part credit',
  })
})

test('when credits nearly cover a visit or a longer stay, they pay less, so that enough is left for the card', async () => {
  const { person, id: booking } = await booked()
  const visit = (await startNow(await room(), person)).json<OrderDetails>().id
  await world.credits(person.id, 2920)
  const longer = { date: '2026-03-05', start: '09:00', end: '11:30', pay_by: 'saved_card' }
  const quote = (await world.post(`/api/orders/${booking}/time/quote`, longer, person)).json()
  expect(quote).toMatchObject({ more: 2950, with_credits: 2750, left: 200 })
  expect((await changeTime(booking, person, '11:30', { expected_left: 200 })).json()).toMatchObject({
    paid_with_credits: 2750,
    paid_by_card: 12_000,
    left: 0,
  })

  await world.credits(person.id, 2750)
  await later('2026-03-02T08:25:00.000Z')
  const cost = await world.send({ method: 'GET', url: `/api/orders/${visit}/check_out` }, person)
  expect(cost.json()).toMatchObject({ due: 2950, with_credits: 2750, left: 200, on_saved_card: true })
  await checkOut(visit, person)
  expect(await orderOf(visit)).toMatchObject({ paid_with_credits: 2750, paid_by_card: 200, left: 0 })
})

test('a visit that costs too little for a card stays owed, and nobody gets a mail about a card that was refused', async () => {
  const { person } = await booked()
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00' })
  const part = await world.subOffice(office.id, { price_per_hour: 100 })
  await world.unit(office.id, part.id)
  const reply = await startNow({ office_id: office.id, sub_office_id: part.id }, person)
  const { id } = reply.json<OrderDetails>()
  await later('2026-03-02T08:25:00.000Z')
  const cost = await world.send({ method: 'GET', url: `/api/orders/${id}/check_out` }, person)
  await checkOut(id, person)

  expect(cost.json()).toMatchObject({ left: 59, on_saved_card: false })
  expect([(await orderOf(id)).left, await chargesOf(id)]).toEqual([59, []])
  expect(await mailsTo(person.email, /not charged/)).toEqual([])
})

test('a visit that ends by itself is charged to the saved card, too', async () => {
  const { id } = await started()
  world.setNow('2026-03-02T18:05:00.000Z')
  await endOverdueVisits.run(world, {})
  await world.runJobs()
  await stripe.allDelivered()

  expect(await orderOf(id)).toMatchObject({ left: 0, payment_status: 'full credit card' })
})

test('undoing the check-out gives the money back, and the next one charges the card again', async () => {
  const { person, id } = await started()
  await later('2026-03-02T09:00:00.000Z')
  await checkOut(id, person)
  world.setNow('2026-03-02T09:00:30.000Z')
  const reply = await post(id, 'check_out/undo', person)
  await world.runJobs()

  expect(reply.json()).toMatchObject({ end: null, paid_by_card: 0 })
  expect((await chargesOf(id)).map(({ status }) => status)).toEqual(['released'])
  await later('2026-03-02T10:00:00.000Z')
  await checkOut(id, person)
  expect(await orderOf(id)).toMatchObject({ paid_by_card: 11_800, left: 0 })
  expect((await chargesOf(id)).map(({ status }) => status)).toEqual(['authorised', 'released'])
})

test('a card that is declined at check-out is not tried again: the visit stays owed, and the mail says why and where to pay', async () => {
  const { person, id } = await started()
  await later('2026-03-02T09:00:00.000Z')
  breakCards()
  await checkOut(id, person)
  await later('2026-03-02T09:30:00.000Z')

  expect((await chargesOf(id)).map(({ status, failure }) => [status, failure])).toEqual([
    ['failed', 'insufficient_funds'],
  ])
  expect(await orderOf(id)).toMatchObject({ paid_by_card: 0, left: 5900, payment_status: 'pending' })
  const mails = await mailsTo(person.email, /^Your card was not charged/)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain('There is not enough money on the card.')
  expect(mails[0]!.text).toContain('₪59.00 is left to pay.')
  expect(mails[0]!.text).toContain(`/order/${id}`)
})

test('a card that was forgotten during the visit leaves it owed, and the customer is told', async () => {
  const { person, id } = await started()
  const [card] = (await world.get('/api/cards', person)).json()
  await world.send({ method: 'DELETE', url: `/api/cards/${card.id}` }, person)
  await later('2026-03-02T09:00:00.000Z')
  await checkOut(id, person)

  expect(await orderOf(id)).toMatchObject({ left: 5900 })
  expect(await mailsTo(person.email, /^Your card was not charged/)).toHaveLength(1)
})

test('a bank whose answer is lost at check-out charges once', async () => {
  const { person, id } = await started()
  await later('2026-03-02T09:00:00.000Z')
  const before = stripe.intents().length
  stripe.misbehave('does it and hangs up', /^POST \/v1\/payment_intents$/)
  await post(id, 'check_out', person)
  await expect(world.runJobs()).rejects.toThrow('cannot be reached')
  stripe.behave()
  world.setNow('2026-03-02T09:05:00.000Z')
  await lookAfterCharges.run(world, {})
  await stripe.allDelivered()

  expect(stripe.intents()).toHaveLength(before + 1)
  expect(await orderOf(id)).toMatchObject({ paid_by_card: 5900, left: 0 })
}, 20_000)

test('a provider that is away for hours at check-out charges the card when it is back', async () => {
  const { person, id } = await started()
  await later('2026-03-02T09:00:00.000Z')
  await checkOutWithoutProvider(id, person)
  world.setNow('2026-03-02T10:30:00.000Z')
  await lookAfterCharges.run(world, {})
  expect((await chargesOf(id)).map(({ status }) => status)).toEqual(['expired'])
  stripe.behave()
  await chargeVisit.run(world, { order_id: id })
  await stripe.allDelivered()

  expect(await orderOf(id)).toMatchObject({ paid_by_card: 5900, left: 0 })
})

test('a provider that does not come back leaves the visit owed, and the customer is told', async () => {
  const { person, id } = await started()
  await later('2026-03-02T09:00:00.000Z')
  await checkOutWithoutProvider(id, person)
  await chargeVisit.givenUp!(world, { order_id: id })
  stripe.behave()
  await world.runJobs()

  expect(await mailsTo(person.email, /^Your card was not charged/)).toHaveLength(1)
})

test('without a saved card nobody starts on it', async () => {
  const reply = await startNow(await room(), await world.user())

  expect([reply.statusCode, reply.json().detail]).toEqual([
    409,
    'You have no saved card. A card is saved when you pay for a booking with it.',
  ])
})

test('a saved card makes up for the limit of an office, but not for what is owed there already', async () => {
  const { person } = await booked()
  const place = await room({ unpaid_bookings_allowed: 0 })
  const later = await startNow(place, person, {})
  const debt = await world.order({ ...place, user_id: person.id })
  const onCard = await startNow(place, person)

  expect(later.statusCode).toBe(409)
  expect([onCard.statusCode, onCard.json().unpaid_orders]).toEqual([409, [debt.id]])
  await world.post(`/api/admin/orders/${debt.id}/mark_paid`, { amount: 5900, method: 'cash' }, admin)
  expect((await startNow(place, person)).statusCode).toBe(201)
})

test('a longer stay is paid with the saved card', async () => {
  const { person, id } = await booked({ office: { unpaid_bookings_allowed: 0 } })
  const reply = await changeTime(id, person, '12:00')
  const [longer] = await chargesOf(id)

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({ paid_by_card: 17_700, left: 0, payment_status: 'full credit card' })
  expect(longer).toMatchObject({ status: 'authorised', purpose: 'order', amount: 5900, kept: 5900 })
  await later('2026-03-04T07:10:00.000Z')
  expect(moneyOf(longer!)).toMatchObject({ status: 'succeeded', amount_received: 5900 })
  const [mail] = await mailsTo(person.email, /^New time/)
  expect(mail!.text).toContain('The price is now ₪177.00 with tax, paid in full.')
})

test('a declined card refuses the longer stay with the reason, and nothing changes', async () => {
  const { person, id } = await booked()
  const before = await orderOf(id)
  breakCards()
  const reply = await changeTime(id, person, '12:00')

  expect([reply.statusCode, reply.json().detail]).toEqual([409, 'There is not enough money on the card.'])
  expect(await orderOf(id)).toEqual(before)
  expect((await chargesOf(id)).map(({ status }) => status)).toEqual(['failed', 'authorised'])
})

test('when somebody else has taken the time meanwhile, the reserved money is given back', async () => {
  const { person, place, id } = await booked()
  const other = await world.user()
  await world.credits(other.id, 100_000)
  const theirs = { ...place, date: '2026-03-05', start: '11:00', end: '12:00' }
  await world.post('/api/orders', theirs, other)
  const reply = await changeTime(id, person, '12:00')
  await world.runJobs()
  const [longer] = await chargesOf(id)

  expect([reply.statusCode, reply.json().detail]).toEqual([409, 'This time is no longer free.'])
  expect(longer).toMatchObject({ status: 'released', amount: 5900, kept: 0 })
  expect(moneyOf(longer!).status).toBe('canceled')
  expect(await orderOf(id)).toMatchObject({ paid_by_card: 11_800, end: '2026-03-05T09:00:00.000Z' })
})

test('a longer stay whose bank did not answer is not made, and what was reserved for it is given back', async () => {
  const { person, id } = await booked()
  stripe.misbehave('does it and hangs up', /^POST \/v1\/payment_intents$/)
  const reply = await changeTime(id, person, '12:00')
  stripe.behave()
  world.setNow('2026-03-02T08:05:00.000Z')
  await lookAfterCharges.run(world, {})
  await world.runJobs()
  const [longer] = await chargesOf(id)

  expect(reply.statusCode).toBe(503)
  expect(longer).toMatchObject({ status: 'released', kept: 0 })
  expect(moneyOf(longer!).status).toBe('canceled')
  expect(await orderOf(id)).toMatchObject({ paid_by_card: 11_800, end: '2026-03-05T09:00:00.000Z' })
}, 20_000)

test('two taps on the same longer stay reserve it twice at most, and one is given back', async () => {
  const { person, id } = await booked()
  const replies = await Promise.all([changeTime(id, person, '12:00'), changeTime(id, person, '12:00')])
  await world.runJobs()

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await orderOf(id)).toMatchObject({ paid_by_card: 17_700, left: 0 })
})

test('credits that cover the longer stay leave the card alone, and an admin cannot use it', async () => {
  const { person, id } = await booked()
  const byAdmin = await changeTime(id, admin, '12:00')
  await world.credits(person.id, 100_000)
  const reply = await changeTime(id, person, '12:00')

  expect([byAdmin.statusCode, byAdmin.json().detail]).toEqual([
    409,
    'Only the customer can pay with the saved card.',
  ])
  expect(reply.json()).toMatchObject({ paid_with_credits: 5900, paid_by_card: 11_800, left: 0 })
  expect(await chargesOf(id)).toHaveLength(1)
})

test('a price that has changed reserves nothing', async () => {
  const { person, id } = await booked()
  const reply = await changeTime(id, person, '12:00', { expected_total: 1 })

  expect([reply.statusCode, reply.json().time_quote.due]).toEqual([409, 17_700])
  expect(await chargesOf(id)).toHaveLength(1)
})

test('a longer stay is charged to the card as it was shown, or not at all', async () => {
  const { person, id } = await booked()
  const quote = () =>
    world.post(`/api/orders/${id}/time/quote`, { date: '2026-03-05', start: '09:00', end: '12:00' }, person)
  await world.credits(person.id, 2000)
  const shown = (await quote()).json()
  await world.credits(person.id, 1000)
  const price = { expected_total: shown.due, expected_left: shown.left }
  const reply = await changeTime(id, person, '12:00', price)

  expect([reply.statusCode, reply.json()]).toMatchObject([
    409,
    {
      detail: 'The amount left to pay has changed in the meantime. Please check it again.',
      time_quote: { due: 17_700, with_credits: 3000, left: 2900 },
    },
  ])
  expect(await chargesOf(id)).toHaveLength(1)
  expect((await changeTime(id, person, '12:00', { ...price, expected_left: 2900 })).statusCode).toBe(200)
})

test('the quote of a shorter stay says what goes back to the card', async () => {
  const { person, id } = await booked({ credits: 2000 })
  const shorter = { date: '2026-03-05', start: '09:00', end: '10:00' }
  const quote = (await world.post(`/api/orders/${id}/time/quote`, shorter, person)).json()

  expect(quote).toMatchObject({ back: 5900, back_card: 3900 })
  await changeTime(id, person, '10:00', { pay_by: 'later' })
  expect((await chargesOf(id))[0]).toMatchObject({ amount: 9800, kept: 5900 })
})

test('a customer who opens the page of the provider right after check-out pays once, with the saved card', async () => {
  const { person, id } = await started()
  world.setNow('2026-03-02T09:00:00.000Z')
  await post(id, 'check_out', person)
  await post(id, 'charges', person, { card: 'new' })
  await world.runJobs()
  await stripe.allDelivered()

  expect(await orderOf(id)).toMatchObject({ paid_by_card: 5900, left: 0 })
  expect((await chargesOf(id)).map(({ status }) => status)).toEqual(['authorised', 'expired'])
})

test('a look at the payments of an order does not stop a longer stay that waits for the bank', async () => {
  const { person, id } = await booked()
  stripe.misbehave('stays silent', /^POST \/v1\/payment_intents$/, 1)
  const change = changeTime(id, person, '12:00')
  await expect.poll(async () => (await chargesOf(id)).length).toBe(2)
  await post(id, 'charges/check', person)

  expect((await change).statusCode).toBe(200)
  expect(await orderOf(id)).toMatchObject({ paid_by_card: 17_700, left: 0 })
})

test('the card is charged what was shown as left, or nothing', async () => {
  const { person, id } = await booked()
  await changeTime(id, person, '11:30', { pay_by: 'later' })
  const { left } = await orderOf(id)
  await changeTime(id, person, '18:00', { pay_by: 'later' })
  const reply = await post(id, 'charges', person, { card: 'saved', expected_left: left })

  expect([reply.statusCode, reply.json().detail]).toEqual([
    409,
    'The amount left to pay has changed in the meantime. Please check it again.',
  ])
  expect(await chargesOf(id)).toHaveLength(1)
})

async function waiting() {
  const { person } = await booked()
  const times = { date: '2026-03-05', start: '09:00', end: '11:00', pay_by: 'card' }
  const { id } = (
    await world.post('/api/orders', { ...(await room()), ...times }, person)
  ).json<OrderDetails>()
  return { person, id }
}

test('a saved card that the provider could not charge does not keep the customer from another one', async () => {
  const { person, id } = await waiting()
  const error = { type: 'api_error', message: 'Sorry' }
  stripe.misbehave({ status: 500, json: { error } }, /^POST \/v1\/payment_intents$/, 1000)
  expect((await post(id, 'charges', person, { card: 'saved' })).statusCode).toBe(503)
  const other = await post(id, 'charges', person, { card: 'new' })
  stripe.behave()

  expect([other.statusCode, other.json().status]).toEqual([201, 'open'])
  expect((await chargesOf(id)).map(({ status }) => status)).toEqual(['open', 'expired'])
})

test('money that the saved card reserved although the answer was lost counts when another card is tried', async () => {
  const { person, id } = await waiting()
  const release = stripe.holdEvents()
  stripe.misbehave('does it and hangs up', /^POST \/v1\/payment_intents$/, 3)
  expect((await post(id, 'charges', person, { card: 'saved' })).statusCode).toBe(503)
  stripe.behave()
  const other = await post(id, 'charges', person, { card: 'new' })
  release()
  await stripe.allDelivered()

  expect(other.json()).toMatchObject({ status: 'authorised', checkout_url: null })
  expect(await orderOf(id)).toMatchObject({ paid_by_card: 11_800, left: 0, pay_until: null })
})

test('for an order that was cancelled meanwhile, the saved card is not asked again', async () => {
  const { person, id } = await waiting()
  const error = { type: 'api_error', message: 'Down' }
  stripe.misbehave({ status: 503, json: { error } }, /^POST \/v1\/payment_intents$/, 3)
  await post(id, 'charges', person, { card: 'saved' })
  await post(id, 'cancel', person, { refund: 0, owed: 0 })
  stripe.behave()
  const before = stripe.intents().length
  world.setNow('2026-03-02T08:05:00.000Z')
  await lookAfterCharges.run(world, {})
  await world.runJobs()

  expect(stripe.intents()).toHaveLength(before)
  expect((await chargesOf(id)).map(({ status }) => status)).toEqual(['expired'])
})
