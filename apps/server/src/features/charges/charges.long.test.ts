import type { SpaceRef } from '@keyhour/contract/offices'
import type { OrderDetails } from '@keyhour/contract/orders'
import { StripeRefusal } from '@keyhour/simulators/stripe-refusal'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { charges } from '#server/db/schema/charges.ts'
import { occupancy } from '#server/db/schema/orders.ts'
import { profiles } from '#server/db/schema/users.ts'
import { purgeAccounts } from '#server/features/account-deletion/purge-accounts.ts'
import { lookAfterCharges } from '#server/features/charges/look-after-charges.ts'
import { followOrdersOf } from '#server/features/grants/follow-order.ts'
import { startStripeWorld } from '../../../test/stripe-world.ts'

const GOOD_CARD = '4242 4242 4242 4242'
const EMPTY_CARD = '4000 0000 0000 9995'
const SECURE_CARD = '4000 0027 6000 3184'
const NOW = '2026-03-02T08:00:00.000Z'
const LAPSED = '2026-03-02T08:15:00.000Z'

const { world, stripe } = await startStripeWorld()

type Person = Awaited<ReturnType<typeof world.user>>

/** 50.00 an hour before tax: two hours cost 118.00. */
async function room(): Promise<SpaceRef> {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00' })
  const { id } = await world.subOffice(office.id)
  await world.unit(office.id, id)
  return { office_id: office.id, sub_office_id: id }
}

const TIMES = { date: '2026-03-05', start: '09:00', end: '11:00' }

const book = (place: SpaceRef, as: Person, more: object = {}) =>
  world.post('/api/orders', { ...place, ...TIMES, pay_by: 'card', ...more }, as)

const pay = (id: number, as: Person, card: 'new' | 'saved' = 'new', key?: string) =>
  world.send(
    {
      method: 'POST',
      url: `/api/orders/${id}/charges`,
      payload: { card },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    },
    as,
  )

const check = async (id: number, as: Person) =>
  (await world.post(`/api/orders/${id}/charges/check`, {}, as)).json()
const get = async (id: number, as: Person): Promise<OrderDetails> =>
  (await world.get(`/api/orders/${id}`, as)).json()
const eventsOf = async (id: number, as: Person): Promise<string[]> =>
  (await world.get(`/api/orders/${id}/events`, as)).json().map((event: { kind: string }) => event.kind)
const creditsOf = async (as: Person): Promise<number> =>
  (await world.get('/api/user-profile', as))
    .json()
    .credit_lots.reduce((sum: number, { remaining }: { remaining: number }) => sum + remaining, 0)
const chargesOf = (orderId: number) => world.db.select().from(charges).where(eq(charges.order_id, orderId))
const unitsTakenBy = (orderId: number) => world.db.$count(occupancy, eq(occupancy.order_id, orderId))
const lastSession = () => stripe.sessions().at(-1)!.id
const accessTo = async (id: number, as: Person) => (await world.get(`/api/orders/${id}/access`, as)).json()

async function subjectsTo({ email }: Person): Promise<string[]> {
  await world.runJobs()
  return (await world.mailsTo(email)).map(({ subject }) => subject!)
}

/** Someone whose order waits, with the page of the provider open. */
async function waiting(credits = 0) {
  const person = await world.user()
  if (credits > 0) await world.credits(person.id, credits)
  const place = await room()
  const { id } = (await book(place, person)).json<OrderDetails>()
  const charge = (await pay(id, person)).json()
  return { person, place, id, charge, session: lastSession() }
}

/** Someone with a card that was saved with an earlier booking. */
async function withSavedCard(card = GOOD_CARD) {
  const { person, session } = await waiting()
  if (stripe.pay(session, card) === 'needs authentication') stripe.authenticate(session, true)
  await stripe.allDelivered()
  return person
}

test('what credits do not cover is paid by card: doors and mail come with the authorisation, and the order is part credit', async () => {
  const person = await world.user()
  await world.credits(person.id, 5000)
  const reply = await book(await room(), person)
  const order = reply.json<OrderDetails>()

  expect(reply.statusCode).toBe(201)
  expect(order).toMatchObject({
    payment_status: 'part credit',
    paid_with_credits: 5000,
    left: 6800,
    pay_until: LAPSED,
  })
  expect(await get(order.id, person)).toEqual(order)
  expect((await accessTo(order.id, person)).state).toBe('removed')
  expect(await subjectsTo(person)).toEqual([])

  const { id, ...charge } = (await pay(order.id, person)).json()
  expect(charge).toEqual({
    order_id: order.id,
    created_at: NOW,
    way: 'card',
    status: 'open',
    amount: 6800,
    currency: 'ILS',
    kept: 6800,
    failure: null,
    checkout_url: stripe.sessions().at(-1)!.url,
    receipt_number: null,
  })
  const page = `http://127.0.0.1:3000/order/${order.id}?charge=${id}`
  expect(stripe.sessions().at(-1)).toMatchObject({
    amount_total: 6800,
    currency: 'ils',
    success_url: page,
    cancel_url: `${page}&left=true`,
    customer: expect.stringMatching(/^cus_/),
  })
  stripe.pay(lastSession(), GOOD_CARD)
  await stripe.allDelivered()

  expect(await get(order.id, person)).toMatchObject({
    payment_status: 'part credit',
    paid_with_credits: 5000,
    paid_by_card: 6800,
    left: 0,
    pay_until: null,
  })
  expect(await chargesOf(order.id)).toMatchObject([
    {
      status: 'authorised',
      kept: 6800,
      charge_reference: stripe.intents().at(-1)!.id,
      // By the terms of offices, cancelling is free until a day before.
      capture_at: '2026-03-04T07:00:00.001Z',
    },
  ])
  expect(stripe.intents().at(-1)).toMatchObject({ status: 'requires_capture', amount_capturable: 6800 })
  expect((await accessTo(order.id, person)).state).toBe('requested')
  expect(await eventsOf(order.id, person)).toEqual(['booked', 'paid'])
  expect(await subjectsTo(person)).toEqual([expect.stringMatching(/^Booked: /)])
})

test('without credits the whole price is paid by card, and credits that cover it leave nothing to pay', async () => {
  const { person, id, session } = await waiting()
  stripe.pay(session, GOOD_CARD)
  await stripe.allDelivered()
  expect(await get(id, person)).toMatchObject({
    payment_status: 'full credit card',
    paid_by_card: 11_800,
    left: 0,
  })

  const rich = await world.user()
  await world.credits(rich.id, 11_800)
  const order = (await book(await room(), rich)).json()
  expect(order).toMatchObject({ payment_status: 'credits', left: 0, pay_until: null })
  expect((await accessTo(order.id, rich)).state).toBe('requested')
})

test('a declined card gives the reason and keeps the booking; another card pays it', async () => {
  const { person, id, session } = await waiting()
  stripe.pay(session, EMPTY_CARD)
  await stripe.allDelivered()
  expect((await world.get(`/api/orders/${id}/charges`, person)).json()).toMatchObject([
    { status: 'open', failure: 'insufficient_funds', checkout_url: expect.any(String) },
  ])
  expect(await get(id, person)).toMatchObject({ pay_until: LAPSED, left: 11_800 })

  stripe.pay(session, GOOD_CARD)
  await stripe.allDelivered()
  expect((await chargesOf(id))[0]).toMatchObject({ status: 'authorised', failure: null })
  expect((await get(id, person)).left).toBe(0)
})

test('with 3-D Secure the order is paid once the bank has confirmed, and not before', async () => {
  const { person, id, session } = await waiting()
  stripe.pay(session, SECURE_CARD)
  await stripe.allDelivered()
  expect((await get(id, person)).pay_until).toBe(LAPSED)
  stripe.authenticate(session, false)
  await stripe.allDelivered()
  expect((await chargesOf(id))[0]).toMatchObject({ status: 'open', failure: 'authentication_failed' })

  stripe.pay(session, SECURE_CARD)
  stripe.authenticate(session, true)
  await stripe.allDelivered()
  expect(await get(id, person)).toMatchObject({ pay_until: null, payment_status: 'full credit card' })
})

test('an order that nobody pays gives back its space and its credits after 15 minutes, and the customer is told', async () => {
  const { person, place, id } = await waiting(5000)
  world.setNow('2026-03-02T08:14:59.000Z')
  await world.runJobs()
  expect([(await get(id, person)).cancelled_at, await unitsTakenBy(id)]).toEqual([null, 1])

  world.setNow(LAPSED)
  await lookAfterCharges.run(world, {})
  expect(await get(id, person)).toMatchObject({
    cancelled_at: LAPSED,
    pay_until: null,
    refunded: 5000,
    kept: 0,
    left: 0,
  })
  expect([await unitsTakenBy(id), await creditsOf(person)]).toEqual([0, 50])
  expect(await chargesOf(id)).toMatchObject([{ status: 'expired' }])
  expect(stripe.sessions().at(-1)!.status).toBe('expired')
  expect(await eventsOf(id, person)).toEqual(['booked', 'released'])
  expect(await subjectsTo(person)).toEqual([expect.stringMatching(/^Not booked: /)])
  const [mail] = await world.mailsTo(person.email)
  expect(mail!.text).toContain('₪50.00 is back in your credits.')
  expect((await book(place, await world.user())).statusCode).toBe(201)
})

/** Someone who books by card ten minutes before credits of 50.00 expire, and then waits until after. */
async function waitingAtExpiry() {
  const person = await world.user()
  const lot = await world.credits(person.id, 5000, '2026-03-03T00:00:00.000Z')
  world.setNow('2026-03-02T23:50:00.000Z')
  const { id } = (await book(await room(), person)).json<OrderDetails>()
  world.setNow('2026-03-03T00:06:00.000Z')
  const expiryOf = async () =>
    (await world.pool.query('select expires_at from credit_lots where id = $1', [lot])).rows[0].expires_at
  return { person, id, expiryOf }
}

const EXPIRED_FOR_GOOD = '₪50.00 of that has expired in the meantime and can no longer be spent.'

test('credits that expire while a booking waits for its card stay expired when nobody pays, and the mail says so', async () => {
  const { person, id, expiryOf } = await waitingAtExpiry()
  await lookAfterCharges.run(world, {})

  expect((await get(id, person)).refunded).toBe(5000)
  expect([await expiryOf(), await creditsOf(person)]).toEqual([new Date('2026-03-03T00:00:00.000Z'), 0])
  await world.runJobs()
  expect((await world.mailsTo(person.email))[0]!.text).toContain(EXPIRED_FOR_GOOD)
})

test('giving up a booking that waits does not prolong expired credits, and the customer is told before', async () => {
  const { person, id, expiryOf } = await waitingAtExpiry()
  const shown = (await world.get(`/api/orders/${id}/refund`, person)).json()
  const reply = await world.post(`/api/orders/${id}/cancel`, { refund: 5000, owed: 0 }, person)

  expect(shown).toMatchObject({ refund_credits: 5000, expired: { amount: 5000, until: null } })
  expect([reply.statusCode, await expiryOf(), await creditsOf(person)]).toEqual([
    200,
    new Date('2026-03-03T00:00:00.000Z'),
    0,
  ])
  await world.runJobs()
  expect((await world.mailsTo(person.email))[0]!.text).toContain(EXPIRED_FOR_GOOD)
})

test('a payment in the last moment, of which we have not heard, saves the booking', async () => {
  const { person, id, session } = await waiting()
  stripe.deliverTo(undefined)
  stripe.pay(session, GOOD_CARD)
  world.setNow(LAPSED)
  await lookAfterCharges.run(world, {})

  expect(await get(id, person)).toMatchObject({ cancelled_at: null, pay_until: null, left: 0 })
})

test('while the provider is away nobody is released, as they may have paid', async () => {
  const { person, id } = await waiting()
  world.setNow(LAPSED)
  await stripe.goDown()
  await expect(lookAfterCharges.run(world, {})).rejects.toThrow('could not be looked up')
  expect((await get(id, person)).cancelled_at).toBe(null)
  await stripe.comeBack()
  await lookAfterCharges.run(world, {})

  expect((await get(id, person)).cancelled_at).toBe(LAPSED)
})

test('a payment that arrives after the order was released is given back, and the customer is told', async () => {
  const { person, id, session } = await waiting()
  const release = stripe.holdEvents()
  stripe.pay(session, GOOD_CARD)
  await world.db.update(charges).set({ status: 'expired' }).where(eq(charges.order_id, id))
  world.setNow(LAPSED)
  await lookAfterCharges.run(world, {})
  expect((await get(id, person)).cancelled_at).toBe(LAPSED)
  release()
  await stripe.allDelivered()
  await world.runJobs()

  expect(await get(id, person)).toMatchObject({ paid_by_card: 0, left: 0, cancelled_at: LAPSED })
  expect(await chargesOf(id)).toMatchObject([{ status: 'released', kept: 0 }])
  expect(stripe.intents().at(-1)).toMatchObject({ status: 'canceled' })
  expect((await subjectsTo(person)).map((subject) => subject.split(':')[0]).sort()).toEqual([
    'Not booked',
    'Your payment came too late',
  ])
})

test('a card payment that arrives after an admin marked the order paid is given back, and the customer is told', async () => {
  const { person, id, session } = await waiting()
  const release = stripe.holdEvents()
  stripe.pay(session, GOOD_CARD)
  const admin = await world.user({ admin: true })
  await world.post(`/api/admin/orders/${id}/mark_paid`, { amount: 11_800, method: 'cash' }, admin)
  release()
  await stripe.allDelivered()
  await world.runJobs()

  expect(await get(id, person)).toMatchObject({ paid_otherwise: 11_800, paid_by_card: 0, left: 0 })
  expect(stripe.intents().at(-1)).toMatchObject({ status: 'canceled' })
  const mail = (await world.mailsTo(person.email)).find(({ subject }) => /^Money goes back/.test(subject!))
  expect(mail!.text).toContain('was already paid')
  expect(mail!.text).toContain('We are returning ₪118.00 to your card.')
})

test('a card payment that arrives after credits paid a part keeps the rest only, and the customer is told', async () => {
  const { person, id, session } = await waiting()
  const release = stripe.holdEvents()
  stripe.pay(session, GOOD_CARD)
  await world.credits(person.id, 10_000)
  await world.post(`/api/orders/${id}/pay`, {}, person)
  release()
  await stripe.allDelivered()
  await world.runJobs()

  expect(await get(id, person)).toMatchObject({ paid_with_credits: 10_000, paid_by_card: 1800, left: 0 })
  const mail = (await world.mailsTo(person.email)).find(({ subject }) => /^Money goes back/.test(subject!))
  expect(mail!.text).toContain('only ₪18.00 was left to pay')
  expect(mail!.text).toContain('We are returning ₪100.00 to your card.')
})

test.each([
  ['the time to pay is over', () => lookAfterCharges.run(world, {})],
  [
    'the customer gives the order up',
    (id: number, person: Person) => world.post(`/api/orders/${id}/cancel`, { refund: 0, owed: 0 }, person),
  ],
])(
  'when a payment arrives at the very moment at which %s, there are money and booking, or neither',
  async (_, end) => {
    for (let round = 0; round < 8; round += 1) {
      const { person, id, session } = await waiting()
      world.setNow(LAPSED)
      const isLate = round % 2 === 0
      const ending = isLate ? end(id, person) : undefined
      try {
        stripe.pay(session, GOOD_CARD)
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error
      }
      await Promise.all([ending ?? end(id, person), stripe.allDelivered(), check(id, person)])
      await world.runJobs()
      const { cancelled_at, pay_until, left, paid_by_card } = await get(id, person)
      const [charge] = await chargesOf(id)
      const intent = stripe.intents().find((one) => one.id === charge!.charge_reference)
      world.setNow(NOW)
      if (cancelled_at === null) {
        expect([pay_until, left, paid_by_card, intent!.status]).toEqual([null, 0, 11_800, 'requires_capture'])
      } else {
        expect([left, paid_by_card, intent?.status ?? 'canceled']).toEqual([0, 0, 'canceled'])
      }
    }
  },
)

test('events that come five times, or in the reverse order, pay an order once', async () => {
  const { person, id, session } = await waiting()
  const release = stripe.holdEvents()
  stripe.deliverTimes(5)
  stripe.pay(session, EMPTY_CARD)
  stripe.pay(session, GOOD_CARD)
  release('reversed')
  await stripe.allDelivered()

  expect(await get(id, person)).toMatchObject({ paid_by_card: 11_800, left: 0 })
  expect(await eventsOf(id, person)).toEqual(['booked', 'paid'])
  expect(await chargesOf(id)).toMatchObject([{ status: 'authorised', failure: null }])
  expect(await subjectsTo(person)).toHaveLength(1)
})

test('a customer who is back before the event, in four tabs, has the booking once', async () => {
  const { person, id, session } = await waiting()
  const release = stripe.holdEvents()
  stripe.pay(session, GOOD_CARD)
  const replies = await Promise.all([1, 2, 3, 4].map(() => check(id, person)))
  release()
  await stripe.allDelivered()

  expect(replies.every(([charge]) => charge.status === 'authorised')).toBe(true)
  expect(await get(id, person)).toMatchObject({ paid_by_card: 11_800, pay_until: null })
  expect(await eventsOf(id, person)).toEqual(['booked', 'paid'])
})

test('an event that arrives before the answer to our own request finds its charge', async () => {
  const person = await world.user()
  const { id } = (await book(await room(), person)).json()
  const before = stripe.sessions().length
  const release = stripe.hold(/POST \/v1\/checkout\/sessions$/, { onlyAnswers: true })
  const reply = pay(id, person)
  await expect.poll(() => stripe.sessions().length).toBe(before + 1)
  stripe.pay(lastSession(), GOOD_CARD)
  await stripe.allDelivered()
  expect((await get(id, person)).left).toBe(0)
  release()

  expect((await reply).json()).toMatchObject({ status: 'authorised', checkout_url: null })
})

test('the same Idempotency-Key opens one page, and a new request gives up the page before', async () => {
  const { person, id, session } = await waiting()
  const first = (await pay(id, person, 'new', 'once')).json()
  const again = (await pay(id, person, 'new', 'once')).json()

  expect(again).toEqual(first)
  expect(stripe.sessions().find((one) => one.id === session)!.status).toBe('expired')
  expect((await chargesOf(id)).map(({ status }) => status).sort()).toEqual(['expired', 'open'])
})

test('one page that was paid counts when another is asked for', async () => {
  const { person, id, session, charge } = await waiting()
  stripe.deliverTo(undefined)
  stripe.pay(session, GOOD_CARD)
  const before = stripe.sessions().length
  const reply = (await pay(id, person)).json()

  expect(reply).toMatchObject({ id: charge.id, status: 'authorised' })
  expect(stripe.sessions()).toHaveLength(before)
  expect((await get(id, person)).paid_by_card).toBe(11_800)
})

test('a saved card pays at once; one that the bank declines keeps the order waiting, and another card pays it', async () => {
  const person = await withSavedCard()
  const { id } = (await book(await room(), person)).json()
  expect((await pay(id, person, 'saved')).json()).toMatchObject({ status: 'authorised', checkout_url: null })
  expect(await get(id, person)).toMatchObject({ pay_until: null, payment_status: 'full credit card' })
  await stripe.allDelivered()
  expect(await eventsOf(id, person)).toEqual(['booked', 'paid'])

  const secure = await withSavedCard(SECURE_CARD)
  const other = (await book(await room(), secure)).json()
  const declined = await pay(other.id, secure, 'saved')
  expect([declined.statusCode, declined.json()]).toMatchObject([
    201,
    { status: 'failed', failure: 'authentication_failed' },
  ])
  expect(await get(other.id, secure)).toMatchObject({ pay_until: LAPSED, left: 11_800 })
  await pay(other.id, secure, 'new')
  stripe.pay(lastSession(), GOOD_CARD)
  await stripe.allDelivered()
  expect((await get(other.id, secure)).left).toBe(0)
})

test('a saved card whose answer was lost is charged once, and the job finds out', async () => {
  const person = await withSavedCard()
  const { id } = (await book(await room(), person)).json()
  stripe.deliverTo(undefined)
  stripe.misbehave('does it and hangs up', /POST \/v1\/payment_intents$/)
  const lost = await pay(id, person, 'saved')
  stripe.behave()
  const intents = stripe.intents().length
  expect([lost.statusCode, (await get(id, person)).pay_until]).toEqual([503, LAPSED])
  await lookAfterCharges.run(world, {})
  expect((await get(id, person)).pay_until).toBe(LAPSED)
  world.setNow('2026-03-02T08:02:01.000Z')
  await lookAfterCharges.run(world, {})

  expect(await get(id, person)).toMatchObject({ pay_until: null, paid_by_card: 11_800 })
  expect(stripe.intents()).toHaveLength(intents)
})

test('a person has one waiting order in an office at a time, also when they book many at once', async () => {
  const person = await world.user()
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00', unpaid_bookings_allowed: 5 })
  const rooms = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const { id } = await world.subOffice(office.id)
      await world.unit(office.id, id)
      return { office_id: office.id, sub_office_id: id }
    }),
  )
  const replies = await Promise.all(rooms.map((one) => book(one, person)))
  const made = replies.filter(({ statusCode }) => statusCode === 201)

  expect(made).toHaveLength(1)
  expect(replies.find(({ statusCode }) => statusCode === 409)!.json()).toEqual({
    detail: 'You have a booking awaiting payment. Please pay for it or cancel it first.',
    unpaid_orders: [made[0]!.json().id],
  })
  expect((await book(await room(), person)).statusCode).toBe(201)
})

test('neither doors nor check-in work before the payment, and the time cannot be changed', async () => {
  const person = await world.user()
  const { id } = (await book(await room(), person)).json()
  const order = await get(id, person)
  await world.pool.query("update orders set pay_until = '2026-03-06' where id = $1", [id])
  // As when an admin deletes and restores the customer.
  await world.db.transaction((db) => followOrdersOf(world, db, person.id))
  world.setNow(order.start)
  const refused = await world.post(`/api/orders/${id}/check_in`, {}, person)
  const door = await world.post(`/api/orders/${id}/doors/1/open`, {}, person)
  const { state, door_code } = await accessTo(id, person)
  world.setNow(NOW)
  const moved = await world.send(
    { method: 'PUT', url: `/api/orders/${id}/time`, payload: { ...TIMES, end: '12:00' } },
    person,
  )

  expect([refused.statusCode, refused.json().detail]).toEqual([409, 'This booking is not paid yet.'])
  expect([door.statusCode, door.json().detail]).toEqual([403, 'This booking is not paid yet.'])
  expect([state, door_code]).toEqual(['removed', null])
  expect([moved.statusCode, moved.json().detail]).toEqual([409, 'This booking is not paid yet.'])
})

test('giving up an order that waits costs nothing, even where cancelling does', async () => {
  const person = await world.user()
  await world.credits(person.id, 5000)
  const office = await world.office({
    open_hours: '08:00',
    close_hours: '20:00',
    free_cancel_hours: 2000,
    free_cancel_minutes_after_booking: 0,
    late_cancel_refund_percent: 0,
  })
  const { id: sub_office_id } = await world.subOffice(office.id)
  await world.unit(office.id, sub_office_id)
  const { id } = (await book({ office_id: office.id, sub_office_id }, person)).json()
  world.setNow('2026-03-02T08:05:00.000Z')
  const reply = await world.post(`/api/orders/${id}/cancel`, { refund: 5000, owed: 0 }, person)

  expect([reply.statusCode, reply.json()]).toMatchObject([200, { left: 0, kept: 0, pay_until: null }])
  expect(await creditsOf(person)).toBe(50)
})

test('credits that were bought meanwhile can pay for a waiting order, and then its booking is made', async () => {
  const { person, id, session } = await waiting()
  await world.credits(person.id, 20_000)
  const paid = await world.post(`/api/orders/${id}/pay`, {}, person)
  expect(paid.json()).toMatchObject({ payment_status: 'credits', pay_until: null })
  expect(await subjectsTo(person)).toEqual([expect.stringMatching(/^Booked: /)])

  stripe.pay(session, GOOD_CARD)
  await stripe.allDelivered()
  await world.runJobs()
  expect(await get(id, person)).toMatchObject({ paid_by_card: 0, payment_status: 'credits' })
  expect(await chargesOf(id)).toMatchObject([{ status: 'released', kept: 0 }])
})

test('a debt is paid by card too, and nothing can be paid twice', async () => {
  const person = await world.user({ created_at: '2025-01-01T00:00:00Z' })
  const { id } = (await book(await room(), person, { pay_by: 'later' })).json()
  expect(await get(id, person)).toMatchObject({ payment_status: 'pending', pay_until: null })
  await subjectsTo(person)
  await pay(id, person)
  stripe.pay(lastSession(), GOOD_CARD)
  await stripe.allDelivered()
  const again = await pay(id, person)

  expect(await get(id, person)).toMatchObject({ payment_status: 'full credit card', left: 0 })
  expect([again.statusCode, again.json().detail]).toEqual([409, 'Nothing is left to pay.'])
  expect(await subjectsTo(person)).toHaveLength(1)
})

test('nobody pays, sees or checks the charges of somebody else', async () => {
  const { id } = await waiting()
  const stranger = await world.user()
  const admin = await world.user({ admin: true })

  expect((await pay(id, stranger)).statusCode).toBe(404)
  expect((await pay(id, admin)).statusCode).toBe(404)
  expect((await world.get(`/api/orders/${id}/charges`, stranger)).statusCode).toBe(404)
  expect((await world.post(`/api/orders/${id}/charges/check`, {}, stranger)).statusCode).toBe(404)
  expect((await world.get(`/api/orders/${id}/charges`, admin)).json()).toHaveLength(1)
})

test('a card is saved with the payment, listed, and forgotten when its owner says so', async () => {
  const person = await withSavedCard()
  const other = await withSavedCard()
  const [card, ...more] = (await world.get('/api/cards', person)).json()
  const [theirs] = (await world.get('/api/cards', other)).json()
  const forget = (id: string) => world.send({ method: 'DELETE', url: `/api/cards/${id}` }, person)
  const hasCard = async () => {
    const [row] = await world.db.select().from(profiles).where(eq(profiles.user_id, person.id))
    return row!.has_card
  }

  expect([card, more]).toEqual([{ id: expect.stringMatching(/^pm_/), brand: 'visa', last4: '4242' }, []])
  expect((await forget(theirs.id)).statusCode).toBe(404)
  expect(await hasCard()).toBe(true)
  expect((await forget(card.id)).statusCode).toBe(200)
  expect([(await world.get('/api/cards', person)).json(), await hasCard()]).toEqual([[], false])
  const { id } = (await book(await room(), person)).json()
  const refused = await pay(id, person, 'saved')
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    'You have no saved card. Please enter one.',
  ])
})

test('a card that was entered twice is listed once, and forgotten altogether', async () => {
  const person = await withSavedCard()
  const { id } = (await book(await room(), person)).json()
  await pay(id, person)
  stripe.pay(lastSession(), GOOD_CARD)
  await stripe.allDelivered()
  const cards = (await world.get('/api/cards', person)).json()
  expect(cards).toEqual([{ id: expect.stringMatching(/^pm_/), brand: 'visa', last4: '4242' }])
  await world.send({ method: 'DELETE', url: `/api/cards/${cards[0].id}` }, person)

  expect((await world.get('/api/cards', person)).json()).toEqual([])
})

test('the charges of an account that was purged name nobody, and the provider forgets the customer and the cards', async () => {
  const { person, id, session } = await waiting()
  stripe.pay(session, GOOD_CARD)
  await stripe.allDelivered()
  const { customer } = stripe.sessions().find((one) => one.id === session)!
  expect((await chargesOf(id))[0]!.buyer_name).toBe(person.name)
  expect(stripe.customers().map((one) => one.id)).toContain(customer)
  await world.deletion(person.id)
  world.setNow('2026-03-10T08:00:00.000Z')
  await purgeAccounts.run(world, {})
  await world.runJobs()

  expect((await chargesOf(id))[0]).toMatchObject({ buyer_name: null, amount: 11_800 })
  expect(stripe.customers().map((one) => one.id)).not.toContain(customer)
  const [profile] = await world.db.select().from(profiles).where(eq(profiles.user_id, person.id))
  expect(profile).toMatchObject({ card_token_sealed: null, has_card: false })
})

test('a customer whom the provider does not know any more, as in another account, pays as a new one', async () => {
  const person = await withSavedCard()
  for (const { id } of stripe.customers())
    await fetch(`${stripe.url}/v1/customers/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${stripe.secretKey}`, 'stripe-version': 'any' },
    })
  expect((await world.get('/api/cards', person)).json()).toEqual([])
  const { id } = (await book(await room(), person)).json()
  expect((await pay(id, person)).statusCode).toBe(201)
  stripe.pay(lastSession(), GOOD_CARD)
  await stripe.allDelivered()

  expect((await get(id, person)).left).toBe(0)
  expect((await world.get('/api/cards', person)).json()).toHaveLength(1)
})

test('a price that is too little for a card is not booked by card, and a debt of it can be paid with credits', async () => {
  const person = await world.user({ created_at: '2025-01-01T00:00:00Z' })
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00' })
  const { id: sub_office_id } = await world.subOffice(office.id, { price_per_hour: 10 })
  await world.unit(office.id, sub_office_id)
  const place = { office_id: office.id, sub_office_id }
  const byCard = await book(place, person)
  const { id } = (await book(place, person, { pay_by: 'later' })).json()
  const refused = await pay(id, person)
  await world.credits(person.id, 100)

  const detail =
    'The payment provider did not accept this payment. Please pay with credits, or ask the office.'
  expect([byCard.statusCode, byCard.json().detail]).toEqual([409, detail])
  expect([refused.statusCode, refused.json().detail]).toEqual([409, detail])
  expect(await chargesOf(id)).toEqual([])
  const paid = await world.post(`/api/orders/${id}/pay`, {}, person)
  expect(paid.json()).toMatchObject({ payment_status: 'credits', left: 0 })
})

test('when credits nearly cover a booking, they pay less, so that enough is left for the card', async () => {
  const person = await world.user()
  await world.credits(person.id, 11_770)
  const stay = { ...(await room()), date: '2026-03-05', start: '09:00', end: '11:00' }
  const quote = (pay_by: string) => world.post('/api/orders/quote', { ...stay, pay_by }, person)
  expect((await quote('later')).json()).toMatchObject({ with_credits: 11_770, left: 30 })
  expect((await quote('card')).json()).toMatchObject({ due: 11_800, with_credits: 11_600, left: 200 })

  const { id, left } = (await book(stay, person)).json<OrderDetails>()
  expect((await pay(id, person)).statusCode).toBe(201)
  stripe.pay(lastSession(), GOOD_CARD)
  await stripe.allDelivered()
  expect([left, await creditsOf(person)]).toEqual([200, 1.7])
  expect(await get(id, person)).toMatchObject({ paid_by_card: 200, left: 0, payment_status: 'part credit' })
})

test('credits that nearly cover a booking that waits leave enough for the card', async () => {
  const { person, id } = await waiting()
  await world.credits(person.id, 11_770)
  const paid = await world.post(`/api/orders/${id}/pay`, {}, person)

  expect(paid.json()).toMatchObject({ paid_with_credits: 11_600, left: 200 })
})

test('when the time to pay is over, paying is refused even before the order is released', async () => {
  const person = await world.user()
  const { id } = (await book(await room(), person)).json()
  world.setNow(LAPSED)
  const refused = await pay(id, person)

  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    'The time to pay for this booking has run out. Please book again.',
  ])
})

test('while the provider is away, paying is refused in plain words, and works afterwards with the same key', async () => {
  const person = await world.user()
  const { id } = (await book(await room(), person)).json()
  await stripe.goDown()
  const refused = await pay(id, person, 'new', 'again')
  await stripe.comeBack()
  const reply = await pay(id, person, 'new', 'again')

  expect([refused.statusCode, refused.json().detail]).toEqual([
    503,
    'The payment provider cannot be reached right now. Please try again in a moment.',
  ])
  expect(reply.json().checkout_url).toBe(stripe.sessions().at(-1)!.url)
  expect(await chargesOf(id)).toHaveLength(1)
})

test('a page that the provider does not know any more, as in another account, does not keep the space for ever', async () => {
  const { id, person } = await waiting()
  const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such session' }
  stripe.misbehave({ status: 404, json: { error } }, /checkout\/sessions/, 10)
  expect((await world.post(`/api/orders/${id}/charges/check`, {}, person)).statusCode).toBe(200)
  world.setNow('2026-03-02T08:16:00.000Z')
  await lookAfterCharges.run(world, {})
  stripe.behave()

  expect((await get(id, person)).cancelled_at).not.toBeNull()
  expect(await chargesOf(id)).toMatchObject([{ status: 'expired' }])
})
