import type { BookingRequest } from '@keyhour/contract/bookings'
import type { SpaceRef } from '@keyhour/contract/offices'
import type { AdminAct, Settlement, SpaceForOrder } from '@keyhour/contract/order-management'
import type { OrderDetails, OrderEvent } from '@keyhour/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import type { offices, subOffices } from '#server/db/schema/offices.ts'
import { purgeAccounts } from '#server/features/account-deletion/purge-accounts.ts'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import { readCalendar } from '../../../test/read-calendar.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ PUBLIC_URL: 'https://keyhour.example' })
type Person = Awaited<ReturnType<typeof world.user>>

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

const admin = await world.user({ admin: true, name: 'Ada ActingAdmin' })

async function addOffice(given: Partial<typeof offices.$inferInsert> = {}): Promise<number> {
  return (await world.office({ open_hours: '08:00', close_hours: '20:00', ...given })).id
}

async function addRoom(officeId: number, given: Partial<typeof subOffices.$inferInsert> = {}) {
  const room = await world.subOffice(officeId, given)
  await world.unit(officeId, room.id)
  return { office_id: officeId, sub_office_id: room.id }
}

const newRoom = async (given: Partial<typeof subOffices.$inferInsert> = {}) =>
  addRoom(await addOffice(), given)

async function book(as: Person, place: SpaceRef, times: Partial<BookingRequest> = {}): Promise<OrderDetails> {
  const booking = { ...place, date: '2026-03-05', start: '09:00', end: '11:00', ...times }
  const reply = await world.post('/api/orders', booking, as)
  expect(reply.statusCode).toBe(201)
  return reply.json()
}

/** A customer with that many credits, in hundredths, and an order of two hours for 118.00 with tax. */
async function bookedWith(credits: number, place?: SpaceRef) {
  const person = await world.user({ name: 'Maya Cohen' })
  const lot = credits > 0 ? await world.credits(person.id, credits) : 0
  return { person, lot, order: await book(person, place ?? (await newRoom())) }
}

const at = (orderId: number, what: string) => `/api/admin/orders/${orderId}/${what}`
const settlement = async (orderId: number) =>
  (await world.get(at(orderId, 'settlement'), admin)).json<Settlement>()
const history = async (orderId: number) => (await world.get(at(orderId, 'history'), admin)).json<AdminAct[]>()
const eventsOf = async (orderId: number, as: Person = admin) =>
  (await world.get(`/api/orders/${orderId}/events`, as)).json<OrderEvent[]>()
const orderOf = async (orderId: number) =>
  (await world.get(`/api/orders/${orderId}`, admin)).json<OrderDetails>()
const pay = (orderId: number, payment: object, as = admin) =>
  world.post(at(orderId, 'mark_paid'), payment, as)
const cancel = (orderId: number, cancellation: object, as = admin) =>
  world.post(at(orderId, 'cancel'), { reason: 'The roof leaks', ...cancellation }, as)
const spacesFor = async (orderId: number, q = '') =>
  (await world.get(at(orderId, `spaces?q=${encodeURIComponent(q)}`), admin)).json<SpaceForOrder[]>()
const placeOf = async (orderId: number): Promise<SpaceRef> => {
  const { Office, SubOffice } = await orderOf(orderId)
  return { office_id: Office.id, sub_office_id: SubOffice?.id ?? null }
}
const move = async (orderId: number, to: SpaceRef, change: object = {}) => {
  const from = await placeOf(orderId)
  const payload = { ...to, from, price: 'as agreed', due: 11_800, ...change }
  return world.send({ method: 'PUT', url: at(orderId, 'space'), payload }, admin)
}
const remainingIn = async (lot: number) =>
  (await world.pool.query('select remaining from credit_lots where id = $1', [lot])).rows[0].remaining
const takenBy = async (orderId: number) =>
  (
    await world.pool.query(
      `select units.sub_office_id::integer, cause, lower(during) as from, upper(during) as to
       from occupancy join units on units.office_id = occupancy.office_id and units.id = unit_id
       where order_id = $1 order by lower(during), cause`,
      [orderId],
    )
  ).rows
const conflict = (detail: string) => [409, { detail }]

/** Mails after the confirmation. */
async function newsTo({ email }: Person) {
  await world.runJobs()
  const mail = (await world.mailsTo(email)).find(({ subject }) => !/^(Booked|ההזמנה אושרה)/.test(subject!))
  const file = mail!.attachments.find(({ mimeType }) => mimeType === 'application/ics')!
  const content = Buffer.from(file.content as ArrayBuffer).toString()
  return { ...mail!, calendar: readCalendar(content.replace(/\r?\n/g, '\r\n')) }
}

// Paid ------------------------------------------------------------------------------------------------------

test('a cash payment can be marked as paid, and the customer sees how much and when', async () => {
  const { person, order } = await bookedWith(0)
  expect(await settlement(order.id)).toMatchObject({ due: 11_800, paid: 0, left: 11_800, currency: 'ILS' })
  const reply = await pay(order.id, { amount: 11_800, method: 'cash', reference: 'Receipt 17' })

  expect([reply.statusCode, reply.json()]).toMatchObject([
    200,
    { payment_status: 'paid', paid_otherwise: 11_800, paid_by_card: 0 },
  ])
  expect(await settlement(order.id)).toMatchObject({ paid: 11_800, paid_in_credits: 0, left: 0 })
  expect((await eventsOf(order.id, person)).at(-1)).toEqual({
    at: '2026-03-02T08:00:00.000Z',
    kind: 'paid',
    actor_name: 'Ada ActingAdmin',
    amount: 11_800,
  })
  expect(await history(order.id)).toMatchObject([
    {
      kind: 'mark order paid',
      actor_name: 'Ada ActingAdmin',
      amount: 11_800,
      method: 'cash',
      words: 'Receipt 17',
    },
  ])
})

test('an order partly paid with credits becomes paid once the rest has been paid', async () => {
  const { order } = await bookedWith(5000)
  expect(order.payment_status).toBe('part credit')
  const reply = await pay(order.id, { amount: 6800, method: 'bank transfer' })

  expect(reply.json()).toMatchObject({
    payment_status: 'paid',
    paid_with_credits: 5000,
    paid_otherwise: 6800,
  })
})

test('of two admins who simultaneously mark an order as paid, one succeeds and the other is refused', async () => {
  const { order } = await bookedWith(0)
  const replies = await Promise.all([1, 2, 3].map(() => pay(order.id, { amount: 11_800, method: 'cash' })))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  expect(replies.find(({ statusCode }) => statusCode === 409)!.json()).toEqual({
    detail: 'This order is already paid.',
  })
  expect((await orderOf(order.id)).paid_otherwise).toBe(11_800)
  expect(await history(order.id)).toHaveLength(1)
})

test('only the exact amount that is left can be marked as paid', async () => {
  const { order } = await bookedWith(0)
  const reply = await pay(order.id, { amount: 10_000, method: 'cash' })

  expect([reply.statusCode, reply.json()]).toEqual(
    conflict('The amount left to pay has changed in the meantime. Please check it again.'),
  )
})

test.each([
  ['nothing', { amount: 0, method: 'cash' }, 'amount'],
  ['an unknown way', { amount: 11_800, method: 'barter' }, 'method'],
  ['another way that nobody names', { amount: 11_800, method: 'other' }, 'reference'],
  ['too many words', { amount: 11_800, method: 'cash', reference: 'x'.repeat(201) }, 'reference'],
])('%s cannot be marked as paid', async (_, payment, field) => {
  const { order } = await bookedWith(0)
  const reply = await pay(order.id, payment)

  expect([reply.statusCode, reply.json().detail[0].loc]).toEqual([422, ['body', field]])
})

test('an order that is paid, cancelled or not priced yet cannot be marked as paid', async () => {
  const paid = await bookedWith(20_000)
  const cancelled = await bookedWith(0)
  await cancel(cancelled.order.id, { refund: 0, paid: 0 })
  const person = await world.user()
  const visit = await world.post('/api/orders/start_now', await newRoom(), person)
  const payment = { amount: 11_800, method: 'cash' }
  const replies = [
    await pay(paid.order.id, payment),
    await pay(cancelled.order.id, payment),
    await pay(visit.json().id, payment),
    await pay(987_654, payment),
  ]

  expect(replies.map((reply) => reply.json().detail)).toEqual([
    'This order is already paid.',
    'This order is cancelled.',
    'This visit is in progress. Its price is set when it ends.',
    'This order does not exist.',
  ])
})

test('a cash-paid order owes the difference when extended, and gets it back when shortened', async () => {
  const { person, order } = await bookedWith(0)
  await pay(order.id, { amount: 11_800, method: 'cash' })
  const time = (end: string) =>
    world.send(
      {
        method: 'PUT',
        url: `/api/orders/${order.id}/time`,
        payload: { date: '2026-03-05', start: '09:00', end },
      },
      person,
    )
  expect((await time('12:00')).json()).toMatchObject({ payment_status: 'pending', paid_otherwise: 11_800 })
  expect(await settlement(order.id)).toMatchObject({ left: 5900 })
  const shorter = await time('10:00')

  expect(shorter.json()).toMatchObject({ payment_status: 'paid', refunded: 5900 })
  expect(await settlement(order.id)).toMatchObject({ paid: 5900, left: 0, refunded_otherwise: 5900 })
})

// Cancelled ---------------------------------------------------------------------------------------------------

test("the office's cancellation rule is shown, and an admin may refund everything after the start", async () => {
  const place = await newRoom()
  const { person, lot, order } = await bookedWith(20_000, place)
  world.setNow('2026-03-05T07:30:00.000Z')
  expect(await settlement(order.id)).toMatchObject({ paid: 11_800, by_rule: { percent: 0, refund: 0 } })
  const reply = await cancel(order.id, { refund: 11_800, paid: 11_800 })

  expect([reply.statusCode, reply.json()]).toMatchObject([
    200,
    { cancelled_at: '2026-03-05T07:30:00.000Z', refunded: 11_800 },
  ])
  expect(await remainingIn(lot)).toBe(20_000)
  expect(await takenBy(order.id)).toEqual([])
  const { subject, text, calendar } = await newsTo(person)
  expect(subject).toMatch(/^We had to cancel: /)
  expect(text).toContain('Reason: The roof leaks')
  expect(text).toContain('₪118.00 is back in your credits.')
  expect(calendar).toMatchObject({ method: 'CANCEL', status: 'CANCELLED' })
  expect(await history(order.id)).toMatchObject([
    { kind: 'cancel order', refund: 11_800, refund_credits: 11_800, words: 'The roof leaks' },
  ])
  expect((await eventsOf(order.id)).at(-1)).toMatchObject({ kind: 'cancelled', refund: 11_800 })
})

/** An order from 9:00 to 11:00 in a room with half an hour of cleaning, cancelled at this time without a refund. */
async function cancelledAt(time: string, meanwhile: (orderId: number) => Promise<unknown> = async () => {}) {
  const place = await addRoom(await addOffice({ cleaning_buffer_minutes: 30, time_zone: 'UTC' }))
  const { order } = await bookedWith(0, place)
  await meanwhile(order.id)
  world.setNow(moment(time))
  const reply = await cancel(order.id, { refund: 0, paid: 0 })
  expect(reply.statusCode).toBe(200)
  return { place, order }
}
const moment = (time: string) => `2026-03-05T${time}:00.000Z`
const arrival = (time: string, what: 'check_in' | 'check_out') => async (orderId: number) => {
  world.setNow(moment(time))
  expect((await world.post(`/api/orders/${orderId}/${what}`, {}, admin)).statusCode).toBe(200)
}

test.each([
  ['while it goes on', '09:40', undefined, ['09:40', '10:10']],
  ['by somebody who came early', '08:55', arrival('08:52', 'check_in'), ['09:00', '09:30']],
  ['after check-out', '10:00', arrival('09:45', 'check_out'), ['09:45', '10:15']],
  ['once its time is up', '11:10', undefined, ['11:00', '11:30']],
] as const)('the room of a visit that is cancelled %s is cleaned', async (_, time, meanwhile, [from, to]) => {
  const { order } = await cancelledAt(time, meanwhile)

  expect(await takenBy(order.id)).toMatchObject([
    { cause: 'buffer', from: new Date(moment(from)), to: new Date(moment(to)) },
  ])
})

test('the room of a cancelled visit can be booked again right after its cleaning, and not before', async () => {
  const { place } = await cancelledAt('09:30')
  const next = { ...place, date: '2026-03-05', end: '12:00' }
  const person = await world.user()

  expect((await world.post('/api/orders', { ...next, start: '09:30' }, person)).statusCode).toBe(409)
  expect((await world.post('/api/orders', { ...next, start: '10:00' }, person)).statusCode).toBe(201)
})

test('an order that is cancelled before its customer came needs no cleaning', async () => {
  const { place, order } = await cancelledAt('08:55')

  expect(await takenBy(order.id)).toEqual([])
  await book(await world.user(), place, { start: '09:00', end: '10:00' })
})

test('an order that ended long ago can be cancelled, and its doors stay locked', async () => {
  const { order } = await bookedWith(20_000)
  world.setNow('2026-04-05T07:30:00.000Z')
  const reply = await cancel(order.id, { refund: 5000, paid: 11_800 })

  expect(reply.json()).toMatchObject({ refunded: 5000, cancelled_at: '2026-04-05T07:30:00.000Z' })
})

test('a partial refund is split in the proportion of the payments, each back to where it came from', async () => {
  const { person, lot, order } = await bookedWith(5900)
  await pay(order.id, { amount: 5900, method: 'cash' })
  const reply = await cancel(order.id, { refund: 4000, paid: 11_800 })

  expect(reply.json()).toMatchObject({ refunded: 4000 })
  expect(await remainingIn(lot)).toBe(2000)
  expect(await settlement(order.id)).toMatchObject({
    paid: 7800,
    paid_in_credits: 3900,
    refunded_otherwise: 2000,
    left: 0,
  })
  const { text } = await newsTo(person)
  expect(text).toContain('₪20.00 is back in your credits.')
  expect(text).toContain('We will refund ₪20.00 the way you paid.')
  await checkLedger.run(world, {})
})

test('credits are refunded to the lots they came from, last taken first', async () => {
  const person = await world.user()
  const first = await world.credits(person.id, 5000, '2026-06-01T00:00:00.000Z')
  const second = await world.credits(person.id, 10_000)
  const order = await book(person, await newRoom())
  await cancel(order.id, { refund: 8000, paid: 11_800 })

  expect([await remainingIn(first), await remainingIn(second)]).toEqual([1200, 10_000])
})

test('a settlement can be read while another transaction changes the order', async () => {
  const { order } = await bookedWith(0)
  const other = await world.pool.connect()
  await other.query('begin')
  await other.query('select from orders where id = $1 for update', [order.id])
  const settled = await settlement(order.id)
  await other.query('rollback')
  other.release()

  expect(settled).toMatchObject({ left: 11_800 })
  expect((await world.get(at(987_654, 'settlement'), admin)).json()).toEqual({
    detail: 'This order does not exist.',
  })
})

test('an admin can cancel without a refund, and the mail says so, in Hebrew, too', async () => {
  const person = await world.user({ language: 'he' })
  const lot = await world.credits(person.id, 20_000)
  const order = await book(person, await newRoom())
  await cancel(order.id, { refund: 0, paid: 11_800, reason: 'אין חשמל' })

  expect(await remainingIn(lot)).toBe(8200)
  const { text } = await newsTo(person)
  expect(text).toMatch(/ביטלנו את ההזמנה שלך: \S/)
  expect(text).toContain('הסיבה: אין חשמל')
  expect(text).toContain('אין החזר.')
})

test('of two admins who simultaneously cancel with different refunds, one succeeds and the other is refused', async () => {
  const { lot, order } = await bookedWith(20_000)
  const replies = await Promise.all(
    [11_800, 5900].map((refund) => cancel(order.id, { refund, paid: 11_800 })),
  )

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(replies.find(({ statusCode }) => statusCode === 409)!.json()).toEqual({
    detail: 'This order is cancelled.',
  })
  expect(await remainingIn(lot)).toBe(8200 + (await orderOf(order.id)).refunded)
})

test('a cancellation with an outdated amount, too high a refund or no reason is refused', async () => {
  const { order } = await bookedWith(0)
  await pay(order.id, { amount: 11_800, method: 'cash' })
  const stale = await cancel(order.id, { refund: 0, paid: 0 })
  const tooMuch = await cancel(order.id, { refund: 11_801, paid: 11_800 })
  const noReason = await cancel(order.id, { refund: 0, paid: 11_800, reason: '  ' })

  expect([stale.statusCode, stale.json()]).toEqual(
    conflict('The amount paid has changed in the meantime. Please check it again.'),
  )
  expect([tooMuch.statusCode, tooMuch.json().detail]).toMatchObject([
    422,
    [{ loc: ['body', 'refund'], msg: 'You cannot refund more than was paid' }],
  ])
  expect([noReason.statusCode, noReason.json().detail[0].loc]).toEqual([422, ['body', 'reason']])
})

test('a visit without an end cannot be cancelled, only checked out', async () => {
  const visit = await world.post('/api/orders/start_now', await newRoom(), await world.user())
  const reply = await cancel(visit.json().id, { refund: 0, paid: 0 })

  expect([reply.statusCode, reply.json()]).toEqual(
    conflict('This visit is in progress. Check out to end it.'),
  )
})

// Moved -------------------------------------------------------------------------------------------------------

test('only free and open spaces are offered: those of the same office first, then the nearest', async () => {
  const home = await addOffice({ name: 'Moving House', lat: 31, lon: 34 })
  const place = await addRoom(home)
  const next = await addRoom(home, { name: 'Next door' })
  const busy = await addRoom(home, { name: 'Busy' })
  await addRoom(home, { name: 'By the day', rent_type: 'day' })
  const near = await addRoom(await addOffice({ name: 'Near', lat: 31.01, lon: 34 }))
  const far = await addRoom(await addOffice({ name: 'Far', lat: 31.2, lon: 34 }))
  await addRoom(await addOffice({ name: 'Opens late', lat: 31, lon: 34, open_hours: '10:00' }))
  await addRoom(await addOffice({ name: 'In another zone', lat: 31, lon: 34, time_zone: 'America/New_York' }))
  await addRoom(await addOffice({ name: 'Shut', lat: 31, lon: 34, temporarily_closed: true }))
  const whole = await addOffice({ name: 'Whole', lat: 31.02, lon: 34, price_per_hour: 20_000 })
  await world.unit(whole)
  await book(await world.user(), busy, { start: '10:30', end: '12:00' })
  const order = await book(await world.user(), place)
  const spaces = (await spacesFor(order.id)).slice(0, 4)

  expect(spaces.map(({ office_id, sub_office_id }) => ({ office_id, sub_office_id }))).toEqual([
    next,
    near,
    { office_id: whole, sub_office_id: null },
    far,
  ])
  expect(spaces[0]).toMatchObject({
    name: 'Next door',
    office_name: 'Moving House',
    due: 11_800,
    start: order.start,
    end: order.end,
    distance_km: 0,
  })
  expect(spaces[2]).toMatchObject({ name: 'Whole', due: 47_200 })
  expect(spaces[1]!.distance_km).toBeCloseTo(1.11, 1)
  expect((await spacesFor(order.id, 'fAr')).map(({ office_name }) => office_name)).toEqual(['Far'])
  expect(await spacesFor(order.id, '100%')).toEqual([])
})

test('a space whose cleaning would overlap the next order is not offered', async () => {
  const home = await addOffice({ cleaning_buffer_minutes: 30 })
  const [place, tight] = [await addRoom(home), await addRoom(home)]
  await book(await world.user(), tight, { start: '11:00', end: '12:00' })
  const order = await book(await world.user(), place)

  expect((await spacesFor(order.id)).filter(({ office_id }) => office_id === home)).toEqual([])
  expect((await move(order.id, tight)).json()).toEqual({
    detail: 'This space is no longer free at that time. Please choose another one.',
  })
})

test('an order that moves within its office keeps its id, price and door code, and frees its old space', async () => {
  const home = await addOffice({ name: 'Moving House' })
  const from = await addRoom(home, { name: 'Old room' })
  const to = await addRoom(home, { name: 'New room', price_per_hour: 9000 })
  const { person, order } = await bookedWith(20_000, from)
  const codeOf = async () =>
    (await world.pool.query('select door_code_hash, state from grants where order_id = $1', [order.id])).rows
  const code = await codeOf()
  const reply = await move(order.id, to)

  expect([reply.statusCode, reply.json()]).toMatchObject([
    200,
    { id: order.id, SubOffice: { name: 'New room' }, total_price: 10_000, payment_status: 'credits' },
  ])
  expect(await takenBy(order.id)).toMatchObject([{ sub_office_id: to.sub_office_id, cause: 'order' }])
  expect(await codeOf()).toEqual(code)
  await book(await world.user(), from)
  expect((await eventsOf(order.id, person)).at(-1)).toMatchObject({
    kind: 'changed space',
    space: 'New room',
  })
  expect(await history(order.id)).toMatchObject([
    {
      kind: 'move order',
      from_space: 'Old room · Moving House',
      to_space: 'New room · Moving House',
      price: 'as agreed',
    },
  ])
  const { subject, text, calendar } = await newsTo(person)
  expect(subject).toBe('New space: New room · Moving House')
  expect(text).toContain(
    'Your booking has moved from Old room · Moving House to New room · Moving House: Thursday, 5 March',
  )
  expect(calendar).toMatchObject({ method: 'REQUEST', uid: `order-${order.id}@keyhour.example` })
})

test('a new price charges credits for a dearer space and refunds for a cheaper one', async () => {
  const home = await addOffice()
  const place = await addRoom(home)
  const dear = await addRoom(home, { price_per_hour: 10_000 })
  const cheap = await addRoom(home, { price_per_hour: 1000 })
  const { lot, order } = await bookedWith(20_000, place)
  const up = await move(order.id, dear, { price: 'anew', due: 23_600 })
  expect(up.json()).toMatchObject({
    total_price: 20_000,
    base_price: 10_000,
    paid_with_credits: 20_000,
    payment_status: 'part credit',
  })
  const down = await move(order.id, cheap, { price: 'anew', due: 2360 })

  expect(down.json()).toMatchObject({ total_price: 2000, refunded: 17_640, payment_status: 'credits' })
  expect(await remainingIn(lot)).toBe(20_000 - 2360)
})

test('the payment status follows what was paid and not refunded, even after all credits were refunded', async () => {
  const home = await addOffice()
  const cheap = await addRoom(home, { price_per_hour: 1000 })
  const { person, order } = await bookedWith(5900, await addRoom(home))
  await world.pool.query('update orders set paid_by_card = 5900 where id = $1', [order.id])
  const down = await move(order.id, cheap, { price: 'anew', due: 2360 })
  expect(down.json()).toMatchObject({ refunded: 9440, payment_status: 'full credit card' })
  expect(await settlement(order.id)).toMatchObject({ paid: 2360, paid_in_credits: 0 })
  const payload = { date: '2026-03-05', start: '09:00', end: '12:00' }
  const longer = await world.send({ method: 'PUT', url: `/api/orders/${order.id}/time`, payload }, person)

  expect(longer.json()).toMatchObject({ paid_with_credits: 7080, payment_status: 'part credit' })
})

test('the mail about a move says what was taken from credits, and what is refunded and how', async () => {
  const home = await addOffice()
  const place = await addRoom(home)
  const dear = await addRoom(home, { price_per_hour: 6000 })
  const cheap = await addRoom(home, { price_per_hour: 1000 })
  const dearer = await bookedWith(20_000, place)
  await move(dearer.order.id, dear, { price: 'anew', due: 14_160 })
  expect((await newsTo(dearer.person)).text).toContain('We have taken ₪23.60 of it from your credits now.')
  const cheaper = await bookedWith(5900, place)
  await pay(cheaper.order.id, { amount: 5900, method: 'cash' })
  await move(cheaper.order.id, cheap, { price: 'anew', due: 2360 })

  const { text } = await newsTo(cheaper.person)
  expect(text).toContain('₪59.00 is back in your credits.')
  expect(text).toContain('We will refund ₪35.40 the way you paid.')
})

test('a move is refused if the price is no longer the one shown', async () => {
  const home = await addOffice()
  const [place, to] = [await addRoom(home), await addRoom(home, { price_per_hour: 9000 })]
  const { order } = await bookedWith(0, place)
  const reply = await move(order.id, to, { price: 'anew', due: 11_800 })

  expect([reply.statusCode, reply.json()]).toEqual(
    conflict('The price has changed in the meantime. Please check it again.'),
  )
})

test('a move that costs nothing extra does not take credits that were bought later', async () => {
  const home = await addOffice()
  const [place, to] = [await addRoom(home), await addRoom(home)]
  const { person, order } = await bookedWith(0, place)
  const lot = await world.credits(person.id, 20_000)
  await move(order.id, to)

  expect(await remainingIn(lot)).toBe(20_000)
})

test('of two orders that simultaneously move to one room, one gets it and the other is refused', async () => {
  const home = await addOffice()
  const to = await addRoom(home)
  const rooms = await Promise.all([addRoom(home), addRoom(home), addRoom(home)])
  const orders = await Promise.all(rooms.map(async (room) => (await bookedWith(0, room)).order))
  const replies = await Promise.all(orders.map(({ id }) => move(id, to)))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  expect(replies.find(({ statusCode }) => statusCode === 409)!.json()).toEqual({
    detail: 'This space is no longer free at that time. Please choose another one.',
  })
  const loser = orders[replies.findIndex(({ statusCode }) => statusCode === 409)]!
  expect(await takenBy(loser.id)).toHaveLength(1)
})

test('of two admins who simultaneously move one order to two rooms, one succeeds and the other is refused', async () => {
  const home = await addOffice()
  const [place, left, right] = [await addRoom(home), await addRoom(home), await addRoom(home)]
  const { order } = await bookedWith(0, place)
  const replies = await Promise.all([left, right].map((to) => move(order.id, to, { from: place })))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(replies.find(({ statusCode }) => statusCode === 409)!.json()).toEqual({
    detail: 'This order has moved in the meantime. Please check it again.',
  })
  expect(await takenBy(order.id)).toHaveLength(1)
  const { SubOffice } = await orderOf(order.id)
  expect((await takenBy(order.id))[0].sub_office_id).toBe(SubOffice!.id)
})

test('a running visit moves within its office for the time that is left, and the old room is cleaned', async () => {
  const home = await addOffice({ cleaning_buffer_minutes: 30 })
  const [place, to] = [await addRoom(home), await addRoom(home)]
  const { order } = await bookedWith(20_000, place)
  await book(await world.user(), to, { start: '08:00', end: '09:00' })
  const elsewhere = await newRoom()
  world.setNow('2026-03-05T08:00:00.000Z')
  expect(new Set((await spacesFor(order.id)).map(({ office_id }) => office_id))).toEqual(new Set([home]))
  const away = await move(order.id, elsewhere)
  expect([away.statusCode, away.json()]).toEqual(
    conflict('This order has started. You can only move it within its office.'),
  )
  const reply = await move(order.id, to)

  expect(reply.json()).toMatchObject({ start: order.start, end: order.end, total_price: 10_000 })
  const moment = (time: string) => new Date(`2026-03-05T${time}:00.000Z`)
  expect(await takenBy(order.id)).toEqual([
    { sub_office_id: place.sub_office_id, cause: 'buffer', from: moment('08:00'), to: moment('08:30') },
    { sub_office_id: to.sub_office_id, cause: 'order', from: moment('08:00'), to: moment('09:00') },
    { sub_office_id: to.sub_office_id, cause: 'buffer', from: moment('09:00'), to: moment('09:30') },
  ])
})

test('an order that moves to another office gets a new id, and keeps its payments and calendar entry', async () => {
  const from = await addRoom(await addOffice({ name: 'Old House' }), { name: 'Old room' })
  const to = await addRoom(await addOffice({ name: 'New House', address: 'Dizengoff 5' }), {
    name: 'New room',
  })
  const { person, lot, order } = await bookedWith(5900, from)
  await pay(order.id, { amount: 5900, method: 'cash' })
  const reply = await move(order.id, to)
  const moved = reply.json<OrderDetails>()

  expect(moved.id).not.toBe(order.id)
  expect(moved).toMatchObject({
    user_id: person.id,
    start: order.start,
    end: order.end,
    date: order.date,
    Office: { name: 'New House' },
    total_price: 10_000,
    paid_with_credits: 5900,
    paid_otherwise: 5900,
    payment_status: 'paid',
    cancelled_at: null,
  })
  expect(await orderOf(order.id)).toMatchObject({
    cancelled_at: '2026-03-02T08:00:00.000Z',
    total_price: 0,
    paid_with_credits: 0,
    paid_otherwise: 0,
    refunded: 0,
  })
  expect([await takenBy(order.id), (await takenBy(moved.id)).length]).toEqual([[], 1])
  expect((await eventsOf(order.id, person)).at(-1)).toMatchObject({ kind: 'went on', order_id: moved.id })
  expect(await eventsOf(moved.id, person)).toMatchObject([{ kind: 'came from', order_id: order.id }])
  const acts = [
    { kind: 'move order', to_space: 'New room · New House', order_id: moved.id },
    { kind: 'mark order paid', amount: 5900 },
  ]
  expect(await history(order.id)).toMatchObject(acts)
  expect(await history(moved.id)).toMatchObject(acts)
  const { rows } = await world.pool.query(
    'select order_id::integer, state from grants where order_id in ($1, $2) order by order_id',
    [order.id, moved.id],
  )
  expect(rows).toEqual([
    { order_id: order.id, state: 'removed' },
    { order_id: moved.id, state: 'requested' },
  ])
  const { text, calendar } = await newsTo(person)
  expect(text).toContain('The address is Dizengoff 5.')
  expect(text).toContain(`https://keyhour.example/order/${moved.id}`)
  expect(calendar).toMatchObject({ method: 'REQUEST', uid: `order-${order.id}@keyhour.example` })
  await checkLedger.run(world, {})

  await cancel(moved.id, { refund: 11_800, paid: 11_800 })
  expect(await remainingIn(lot)).toBe(5900)
})

test('credits that expired after they were spent move along with the order', async () => {
  const person = await world.user()
  await world.credits(person.id, 20_000, '2026-03-03T00:00:00.000Z')
  const order = await book(person, await newRoom())
  world.setNow('2026-03-04T05:00:00.000Z')
  const reply = await move(order.id, await newRoom())

  expect(reply.json()).toMatchObject({ paid_with_credits: 11_800, payment_status: 'credits' })
})

test('a daily order keeps its dates, with the opening hours of the other office', async () => {
  const days = { rent_type: 'day' as const }
  const from = await newRoom(days)
  const to = await addRoom(await addOffice({ open_hours: '10:00', close_hours: '22:00' }), days)
  const person = await world.user()
  const order = await book(person, from, { end_date: '2026-03-06' })
  const reply = await move(order.id, to, { due: 70_800 })

  expect(reply.json()).toMatchObject({
    start: '2026-03-05T08:00:00.000Z',
    end: '2026-03-06T20:00:00.000Z',
    total_price: 60_000,
  })
})

test('a move to an office with another currency keeps the agreed price', async () => {
  const to = await addRoom(await addOffice({ currency: 'EUR', name: 'Euro House' }))
  const { order } = await bookedWith(0)
  expect((await spacesFor(order.id, 'Euro House'))[0]).toMatchObject({ due: null })
  const anew = await move(order.id, to, { price: 'anew' })
  expect([anew.statusCode, anew.json()]).toEqual(
    conflict('This office charges in another currency. The price must stay as agreed.'),
  )

  expect((await move(order.id, to)).json()).toMatchObject({ currency: 'ILS', total_price: 10_000 })
})

test('days added in an office with another currency cost the agreed rate, not a weekly rate there', async () => {
  const to = await addRoom(await addOffice({ currency: 'GBP' }), {
    rent_type: 'day',
    price_per_day: 9000,
    price_per_week: 45_000,
    price_per_month: 90_000,
  })
  const person = await world.user()
  const here = await newRoom({ rent_type: 'day', price_per_day: 40_000 })
  const days = { date: '2026-03-09', end_date: '2026-03-10' }
  const order = (await world.post('/api/orders', { ...here, ...days }, person)).json<OrderDetails>()
  const { id } = (await move(order.id, to, { due: 94_400 })).json<OrderDetails>()
  const week = { date: '2026-03-09', end_date: '2026-03-15' }

  expect((await world.post(`/api/orders/${id}/time/quote`, week, person)).json()).toMatchObject({
    currency: 'ILS',
    due: 330_400,
  })
})

test('an order that is over, cancelled, without an end, or already in that space cannot move', async () => {
  const to = await newRoom()
  const over = await bookedWith(0)
  const gone = await bookedWith(0)
  await cancel(gone.order.id, { refund: 0, paid: 0 })
  const place = await newRoom()
  const there = await bookedWith(0, place)
  const visit = await world.post('/api/orders/start_now', await newRoom(), await world.user())
  const closed = await addRoom(await addOffice({ open_hours: '10:00' }))
  const daily = await newRoom({ rent_type: 'day' })
  const replies = [
    await move(gone.order.id, to),
    await move(there.order.id, place),
    await move(visit.json().id, to),
    await move(there.order.id, closed),
    await move(there.order.id, daily),
    await move(there.order.id, { office_id: 987_654, sub_office_id: null }),
  ]
  world.setNow('2026-03-06T08:00:00.000Z')
  replies.push(await move(over.order.id, to))

  expect(replies.map((reply) => [reply.statusCode, reply.json().detail])).toEqual([
    [409, 'This order is cancelled.'],
    [409, 'The order is already in this space.'],
    [409, 'A visit without an end time cannot be moved.'],
    [409, 'The office is closed at that time'],
    [409, 'This space is rented by the day.'],
    [404, 'This space cannot be booked.'],
    [409, 'This order is already over.'],
  ])
})

// Notes -------------------------------------------------------------------------------------------------------

test('only admins can read a note, with its author and time', async () => {
  const { person, order } = await bookedWith(0)
  const manager = await world.user()
  await world.member(order.Office.id, manager.id, 'manager')
  const reply = await world.post(at(order.id, 'notes'), { words: '  Maya asked for a ramp.  ' }, admin)

  expect(reply.statusCode).toBe(201)
  expect(await history(order.id)).toEqual([
    {
      id: expect.any(Number),
      at: '2026-03-02T08:00:00.000Z',
      kind: 'add order note',
      actor_name: 'Ada ActingAdmin',
      words: 'Maya asked for a ramp.',
      is_forgotten: false,
    },
  ])
  for (const reader of [person, manager]) {
    expect((await world.get(at(order.id, 'history'), reader)).statusCode).toBe(403)
    expect(JSON.stringify(await eventsOf(order.id, reader))).not.toContain('ramp')
    expect((await world.get(`/api/orders/${order.id}`, reader)).body).not.toContain('ramp')
  }
  expect((await world.get('/api/user-profile/export', person)).body).not.toContain('ramp')
  const { rows } = await world.pool.query(
    "select details::text from audit_log where action = 'add order note'",
  )
  expect(JSON.stringify(rows)).not.toContain('ramp')
})

test.each([
  ['empty', '   ', 'Cannot be empty'],
  ['too long', 'x'.repeat(2001), 'Should have at most 2000 characters'],
])('a note that is %s is refused', async (_, words, msg) => {
  const { order } = await bookedWith(0)
  const reply = await world.post(at(order.id, 'notes'), { words }, admin)

  expect([reply.statusCode, reply.json().detail[0].msg]).toEqual([422, msg])
})

test("notes cannot be changed or deleted, but are erased with the customer's account", async () => {
  const { person, order } = await bookedWith(0)
  await world.post(at(order.id, 'notes'), { words: 'Maya Cohen is allergic to cats.' }, admin)
  const note = [order.id]
  await expect(world.pool.query('delete from order_notes where order_id = $1', note)).rejects.toThrow(
    'append-only',
  )
  await expect(
    world.pool.query("update order_notes set words = 'x' where order_id = $1", note),
  ).rejects.toThrow('append-only')
  await world.deletion(person.id)
  world.setNow('2026-03-20T08:00:00.000Z')
  await purgeAccounts.run(world, {})

  expect(await history(order.id)).toMatchObject([{ kind: 'add order note', words: null, is_forgotten: true }])
  expect((await world.pool.query('select words from order_notes where order_id = $1', note)).rows).toEqual([
    { words: null },
  ])
})

test('the history shows what admins do for the customer, and not what customers do themselves', async () => {
  const { person, order } = await bookedWith(0)
  const payload = { date: '2026-03-05', start: '09:00', end: '10:00' }
  await world.send({ method: 'PUT', url: `/api/orders/${order.id}/time`, payload }, person)
  await world.send(
    { method: 'PUT', url: `/api/orders/${order.id}/time`, payload: { ...payload, end: '11:00' } },
    admin,
  )
  world.setNow('2026-03-05T07:00:00.000Z')
  await world.post(`/api/orders/${order.id}/check_in`, {}, admin)
  world.setNow('2026-03-05T07:10:00.000Z')
  await world.post(`/api/orders/${order.id}/check_out`, {}, admin)

  expect((await history(order.id)).map(({ kind }) => kind)).toEqual([
    'check out order',
    'check in order',
    'change order time',
  ])
})

test('an order that does not exist has no history', async () => {
  expect((await world.get(at(987_654, 'history'), admin)).json()).toEqual({
    detail: 'This order does not exist.',
  })
})
