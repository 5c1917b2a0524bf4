import { randomUUID } from 'node:crypto'
import type { OrderDetails } from '@keyhour/contract/orders'
import type { BoardCustomer, ScheduleBoard } from '@keyhour/contract/schedule'
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditLog } from '#server/db/schema/audit.ts'
import { officeMembers } from '#server/db/schema/offices.ts'
import { orderEvents, orders } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

/** Monday, 08:00 at the office. */
beforeEach(() => world.setNow('2026-03-02T06:00:00.000Z'))

/** A room for 50.00 an hour and 18 % tax, and everybody who might want to book it for somebody. */
async function scene() {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00', unpaid_bookings_allowed: 0 })
  const room = await world.subOffice(office.id, { name: 'Olive room', price_per_hour: 5000 })
  await world.unit(office.id, room.id)
  const people = {
    customer: await world.user({ name: 'Maya Cohen' }),
    admin: await world.user({ admin: true }),
    manager: await world.user(),
    owner: await world.user(),
    member: await world.user({ name: 'Dan Peretz' }),
    stranger: await world.user({ name: 'Maya Stranger' }),
    elsewhere: await world.user(),
  }
  await world.member(office.id, people.manager.id, 'manager')
  await world.member(office.id, people.owner.id, 'owner')
  await world.member(office.id, people.member.id, 'member')
  await world.member(office.id, people.customer.id, 'member')
  await world.member((await world.office()).id, people.elsewhere.id, 'manager')
  return { office, room, people, url: `/api/offices/${office.id}/board` }
}
type Scene = Awaited<ReturnType<typeof scene>>

const OUTSIDERS = ['customer', 'member', 'stranger', 'elsewhere'] as const

type Booking = { start?: string; end?: string; customer?: object; payment?: string }

const bookFor = ({ url, room, people }: Scene, booking: Booking & object, as?: Person, key?: string) =>
  world.send(
    {
      method: 'POST',
      url: `${url}/orders`,
      payload: {
        sub_office_id: room.id,
        date: '2026-03-02',
        start: '10:00',
        end: '12:00',
        customer: { user_id: people.customer.id },
        payment: 'pending',
        ...booking,
      },
      ...(key && { headers: { 'idempotency-key': key } }),
    },
    as,
  )

const ordersOf = ({ id }: { id: number }) => world.db.select().from(orders).where(eq(orders.user_id, id))
const actsOn = async (subject: 'order' | 'user', id: number) =>
  (
    await world.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, subject), eq(auditLog.subject_id, id)))
      .orderBy(auditLog.id)
  ).map(({ action, actor_id }) => ({ action, actor_id }))
const accountOf = async (email: string) =>
  (await world.db.select().from(users).where(eq(users.email, email)))[0]

/** Nobody whom another test knows. */
const newGuest = () => ({ name: 'Rina Guest', email: `rina-${randomUUID()}@example.com` })

test('a manager books for a customer on their credits: the order, its mail and its doors are the customer’s', async () => {
  const one = await scene()
  const { customer, manager } = one.people
  await world.credits(customer.id, 20_000)

  const reply = await bookFor(one, { payment: 'credits' }, manager)

  expect(reply.statusCode).toBe(201)
  const order = reply.json<OrderDetails>()
  expect(order).toMatchObject({ user_id: customer.id, payment_status: 'credits', paid_with_credits: 11_800 })
  const [booked] = await world.db.select().from(orderEvents).where(eq(orderEvents.order_id, order.id))
  expect(booked).toMatchObject({ kind: 'booked', actor_id: manager.id })
  expect(await actsOn('order', order.id)).toEqual([{ action: 'book for customer', actor_id: manager.id }])
  await world.runJobs()
  expect(await world.mailsTo(customer.email)).toHaveLength(1)
  const board = await world.get(`${one.url}?date=2026-03-02`, manager)
  expect(board.json<ScheduleBoard>().spaces[0]!.blocks).toMatchObject([
    { kind: 'order', order_id: order.id, customer: 'Maya Cohen' },
  ])
})

test('credits that do not cover all of it book nothing, and none are taken', async () => {
  const one = await scene()
  await world.credits(one.people.customer.id, 5000)

  const reply = await bookFor(one, { payment: 'credits' }, one.people.manager)

  expect([reply.statusCode, reply.json().detail]).toEqual([
    409,
    'The credits of this customer do not cover this booking.',
  ])
  expect(await ordersOf(one.people.customer)).toEqual([])
})

test('a pending booking is owed in full, also where customers may leave none unpaid themselves', async () => {
  const one = await scene()
  await world.credits(one.people.customer.id, 20_000)

  const reply = await bookFor(one, { payment: 'pending' }, one.people.manager)

  expect(reply.json()).toMatchObject({ payment_status: 'pending', paid_with_credits: 0, left: 11_800 })
})

test('only admins book as paid, and that is in the history of the order', async () => {
  const one = await scene()
  const { admin, manager } = one.people

  expect((await bookFor(one, { payment: 'paid' }, manager)).statusCode).toBe(403)
  const reply = await bookFor(one, { payment: 'paid' }, admin)

  const order = reply.json<OrderDetails>()
  expect(order).toMatchObject({ payment_status: 'paid', paid_otherwise: 11_800, left: 0 })
  expect((await world.get(`/api/orders/${order.id}`, admin)).json()).toMatchObject({
    payment_status: 'paid',
    paid_otherwise: 11_800,
    left: 0,
  })
  expect(await actsOn('order', order.id)).toEqual([
    { action: 'book for customer', actor_id: admin.id },
    { action: 'mark order paid', actor_id: admin.id },
  ])
  const history = await world.get(`/api/admin/orders/${order.id}/history`, admin)
  expect(history.json()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'mark order paid', amount: 11_800, method: 'cash' }),
      expect.objectContaining({ kind: 'book for customer' }),
    ]),
  )
})

test('a guest gets an account in the office, with a link to set a password', async () => {
  const one = await scene()
  const { manager } = one.people
  const guest = newGuest()

  const reply = await bookFor(one, { customer: guest }, manager)

  expect(reply.statusCode).toBe(201)
  const account = (await accountOf(guest.email))!
  expect(account).toMatchObject({ name: 'Rina Guest', admin: false })
  expect(await ordersOf(account)).toHaveLength(1)
  const roles = await world.db.select().from(officeMembers).where(eq(officeMembers.user_id, account.id))
  expect(roles).toMatchObject([{ office_id: one.office.id, role: 'member' }])
  expect(await actsOn('user', account.id)).toEqual([{ action: 'add user', actor_id: manager.id }])
  await world.runJobs()
  expect((await world.mailsTo(guest.email)).map(({ subject }) => subject)).toContain('Your Keyhour account')
})

test('a guest whose address has an account is that customer, under the name they gave themselves', async () => {
  const one = await scene()
  const { stranger, manager } = one.people

  await bookFor(one, { customer: { name: 'Somebody', email: stranger.email.toUpperCase() } }, manager)

  expect(await ordersOf(stranger)).toHaveLength(1)
  expect((await accountOf(stranger.email))!.name).toBe('Maya Stranger')
})

test('a manager cannot reach the credits of somebody by their address, not even after booking for them', async () => {
  const one = await scene()
  const { stranger, manager } = one.people
  await world.credits(stranger.id, 50_000)
  const guest = { name: 'Somebody', email: stranger.email }

  const refused = await bookFor(one, { customer: guest, payment: 'credits' }, manager)
  expect([refused.statusCode, refused.json().detail]).toMatchObject([422, [{ loc: ['body', 'payment'] }]])
  expect((await bookFor(one, { customer: guest }, manager)).statusCode).toBe(201)
  const again = { start: '14:00', end: '15:00', customer: { user_id: stranger.id }, payment: 'credits' }
  expect((await bookFor(one, again, manager)).statusCode).toBe(404)
})

test('for the address of a deleted account nothing is booked', async () => {
  const one = await scene()
  const deleted = await world.user({ deleted_at: '2026-03-01T00:00:00.000Z' })

  const reply = await bookFor(one, { customer: { name: 'Back', email: deleted.email } }, one.people.manager)

  expect(reply.statusCode).toBe(422)
})

test('a time that is taken is refused with others, and leaves no account of the guest behind', async () => {
  const one = await scene()
  await bookFor(one, {}, one.people.manager)
  const guest = newGuest()

  const reply = await bookFor(one, { customer: guest, start: '11:00', end: '13:00' }, one.people.manager)

  expect([reply.statusCode, reply.json().detail]).toEqual([409, 'This time is no longer free.'])
  expect(reply.json().alternatives).toBeDefined()
  expect(await accountOf(guest.email)).toBeUndefined()
})

test('two who book the same time at once for two guests make one order', async () => {
  const one = await scene()
  const { manager, admin } = one.people

  const replies = await Promise.all([
    bookFor(one, { customer: newGuest() }, manager),
    bookFor(one, { customer: newGuest() }, admin),
  ])

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  const made = await world.db.select().from(orders).where(eq(orders.office_id, one.office.id))
  expect(made).toHaveLength(1)
})

test('the same Idempotency-Key books once, also for a guest', async () => {
  const one = await scene()
  const guest = newGuest()

  const first = await bookFor(one, { customer: guest }, one.people.manager, 'once')
  const again = await bookFor(one, { customer: guest }, one.people.manager, 'once')

  expect([first.statusCode, again.statusCode]).toEqual([201, 201])
  expect(again.json<OrderDetails>().id).toBe(first.json<OrderDetails>().id)
  const other = await bookFor(one, { start: '14:00', end: '15:00' }, one.people.manager, 'once')
  expect(other.statusCode).toBe(409)
})

test('another price than was shown is refused with the new quote', async () => {
  const one = await scene()

  const reply = await bookFor(one, { expected_total: 1 } as Booking, one.people.manager)

  expect([reply.statusCode, reply.json().quote?.due]).toEqual([409, 11_800])
})

test('only managers of the office and admins book for others, and learn of prices and customers', async () => {
  const one = await scene()
  const stay = { sub_office_id: one.room.id, date: '2026-03-02', start: '10:00', end: '12:00' }
  const asked = (as?: Person) => [
    bookFor(one, {}, as),
    world.post(`${one.url}/quote`, stay, as),
    world.get(`${one.url}/customers?q=maya`, as),
  ]
  for (const role of [...OUTSIDERS, 'owner'] as const)
    for (const reply of await Promise.all(asked(one.people[role]))) expect(reply.statusCode, role).toBe(404)
  for (const reply of await Promise.all(asked())) expect(reply.statusCode).toBe(401)
  expect(await ordersOf(one.people.customer)).toEqual([])

  for (const role of ['manager', 'admin'] as const)
    for (const reply of (await Promise.all(asked(one.people[role]))).slice(1))
      expect(reply.statusCode, role).toBe(200)
})

test('a quote says what the credits of the customer cover', async () => {
  const one = await scene()
  await world.credits(one.people.customer.id, 5000)
  const stay = { sub_office_id: one.room.id, date: '2026-03-02', start: '10:00', end: '12:00' }
  const quoted = (more: object) => world.post(`${one.url}/quote`, { ...stay, ...more }, one.people.manager)

  expect((await quoted({ user_id: one.people.customer.id })).json()).toMatchObject({
    due: 11_800,
    with_credits: 5000,
  })
  expect((await quoted({})).json()).toMatchObject({ due: 11_800, with_credits: 0 })
  expect((await quoted({ user_id: one.people.stranger.id })).statusCode).toBe(404)
})

test('managers find and book for the people of their office, admins for everybody', async () => {
  const one = await scene()
  const { manager, admin, stranger } = one.people
  const found = async (q: string, as: Person) =>
    (await world.get(`${one.url}/customers?q=${q}`, as)).json<BoardCustomer[]>().map(({ name }) => name)

  expect(await found('maya', manager)).toEqual(['Maya Cohen'])
  expect(await found(encodeURIComponent(one.people.member.email), manager)).toEqual(['Dan Peretz'])
  expect(await found(encodeURIComponent(stranger.email), admin)).toEqual(['Maya Stranger'])
  expect(await found(encodeURIComponent(stranger.email), manager)).toEqual([])
  expect(await found('100%25', manager)).toEqual([])
  expect((await bookFor(one, { customer: { user_id: stranger.id } }, manager)).statusCode).toBe(404)
  await world.credits(stranger.id, 50_000)
  const own = { office_id: one.office.id, sub_office_id: one.room.id, date: '2026-03-02' }
  await world.post('/api/orders', { ...own, start: '16:00', end: '17:00' }, stranger)
  expect(await found('stranger', manager)).toEqual(['Maya Stranger'])
})

test('staff close a stretch, over bookings only around them, and nobody is told whose they are', async () => {
  const one = await scene()
  await bookFor(one, {}, one.people.manager)
  const stretch = { sub_office_id: one.room.id, reason: 'Painters', date: '2026-03-02' }
  const close = (more: object, as?: Person) =>
    world.post(`${one.url}/closures`, { ...stretch, start: '11:00', end: '14:00', ...more }, as)

  for (const role of OUTSIDERS) expect((await close({}, one.people[role])).statusCode, role).toBe(404)
  expect((await close({})).statusCode).toBe(401)
  for (const role of ['manager', 'owner', 'admin'] as const) {
    const refused = await close({}, one.people[role])
    expect([refused.statusCode, refused.json()], role).toEqual([
      409,
      { detail: 'There are bookings during this time. You can close the rest of it.', orders_in_the_way: 1 },
    ])
  }
  expect((await close({ orders: 'cancel' }, one.people.manager)).statusCode).toBe(422)

  expect((await close({ orders: 'keep' }, one.people.manager)).statusCode).toBe(201)
  const board = await world.get(`${one.url}?date=2026-03-02`, one.people.manager)
  expect(board.json<ScheduleBoard>().spaces[0]!.blocks.map(({ kind, start }) => [kind, start])).toEqual([
    ['order', '2026-03-02T08:00:00.000Z'],
    ['closure', '2026-03-02T10:00:00.000Z'],
  ])
  expect((await bookFor(one, { start: '13:00', end: '14:00' }, one.people.manager)).statusCode).toBe(409)
})
