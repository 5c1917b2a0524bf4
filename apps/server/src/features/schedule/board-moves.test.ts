import type { OrderDetails } from '@keyhour/contract/orders'
import type { ScheduleBoard } from '@keyhour/contract/schedule'
import type { MoveQuote } from '@keyhour/contract/schedule-moves'
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditLog } from '#server/db/schema/audit.ts'
import type { offices } from '#server/db/schema/offices.ts'
import { orderEvents } from '#server/db/schema/orders.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

/** Monday, 08:00 at the office. */
beforeEach(() => world.setNow('2026-03-02T06:00:00.000Z'))

/** An hour costs 50.00 in the Olive room and 80.00 in the Fig room, and 18 % tax. Booked is Thursday. */
async function scene(given: Partial<typeof offices.$inferInsert> = {}) {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00', ...given })
  const olive = await world.subOffice(office.id, { name: 'Olive room', price_per_hour: 5000 })
  const fig = await world.subOffice(office.id, { name: 'Fig room', price_per_hour: 8000 })
  await world.unit(office.id, olive.id)
  await world.unit(office.id, fig.id)
  const people = {
    customer: await world.user({ name: 'Maya Cohen' }),
    second: await world.user({ name: 'Dan Peretz' }),
    admin: await world.user({ admin: true }),
    manager: await world.user(),
    owner: await world.user(),
    elsewhere: await world.user(),
  }
  await world.member(office.id, people.manager.id, 'manager')
  await world.member(office.id, people.owner.id, 'owner')
  await world.member((await world.office()).id, people.elsewhere.id, 'manager')
  await world.credits(people.customer.id, 100_000)
  await world.credits(people.second.id, 100_000)
  return { office, olive, fig, people, url: `/api/offices/${office.id}/board` }
}
type Scene = Awaited<ReturnType<typeof scene>>

const DAY = '2026-03-05'
type Stay = { start?: string; end?: string; date?: string; end_date?: string; business_id?: number }

async function book({ office, people }: Scene, room: { id: number }, stay: Stay = {}, as?: Person) {
  const payload = { office_id: office.id, sub_office_id: room.id, date: DAY, start: '10:00', end: '12:00' }
  const reply = await world.post('/api/orders', { ...payload, ...stay }, as ?? people.customer)
  expect(reply.statusCode).toBe(201)
  return reply.json<OrderDetails>()
}

type To = Stay & { room: { id: number }; expected_total?: number; from?: object }

const bodyOf = (order: OrderDetails, { room, ...to }: To) => ({
  sub_office_id: room.id,
  date: DAY,
  start: '10:00',
  end: '12:00',
  from: { sub_office_id: order.SubOffice!.id, start: order.start, end: order.end },
  ...to,
})

const move = ({ url, people }: Scene, order: OrderDetails, to: To, as: Person = people.manager) =>
  world.send({ method: 'PUT', url: `${url}/orders/${order.id}/move`, payload: bodyOf(order, to) }, as)

const quote = ({ url, people }: Scene, order: OrderDetails, to: To, as: Person = people.manager) =>
  world.post(`${url}/orders/${order.id}/move/quote`, bodyOf(order, to), as)

const orderOf = async ({ people }: Scene, { id }: OrderDetails) =>
  (await world.get(`/api/orders/${id}`, people.manager)).json<OrderDetails>()

const eventsOf = (id: number) =>
  world.db.select().from(orderEvents).where(eq(orderEvents.order_id, id)).orderBy(orderEvents.id)

async function actsOn(id: number) {
  const acts = await world.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, 'order'), eq(auditLog.subject_id, id)))
    .orderBy(auditLog.id)
  return acts.map(({ action, actor_id }) => [action, actor_id])
}

const takenBy = async (id: number) =>
  (
    await world.pool.query(
      `select units.sub_office_id::integer as space, cause, lower(during) as from, upper(during) as to
       from occupancy join units on units.office_id = occupancy.office_id and units.id = occupancy.unit_id
       where order_id = $1 order by lower(during), cause`,
      [id],
    )
  ).rows

const at = (time: string, day = DAY) => `${day}T${time}:00.000Z`
const [TWO_HOURS, DEARER] = [11_800, 18_880]

test('a manager moves a booking to another time and a dearer space: the quote says what it costs, and the move does it', async () => {
  const one = await scene({ cleaning_buffer_minutes: 30 })
  const { customer, manager } = one.people
  const order = await book(one, one.olive)
  const to = { room: one.fig, start: '14:00', end: '16:00' }

  const quoted = await quote(one, order, to)
  expect(quoted.json<MoveQuote>()).toMatchObject({
    sub_office_id: one.fig.id,
    start: at('12:00'),
    end: at('14:00'),
    due_before: TWO_HOURS,
    due: DEARER,
    more: DEARER - TWO_HOURS,
    with_credits: DEARER - TWO_HOURS,
    left: 0,
    back: 0,
    refusal: null,
  })
  const reply = await move(one, order, { ...to, expected_total: DEARER })

  expect([reply.statusCode, reply.json()]).toMatchObject([
    200,
    {
      id: order.id,
      SubOffice: { name: 'Fig room' },
      start: at('12:00'),
      end: at('14:00'),
      base_price: 8000,
      total_price: 16_000,
      paid_with_credits: DEARER,
      left: 0,
    },
  ])
  expect(await takenBy(order.id)).toEqual([
    { space: one.fig.id, cause: 'order', from: new Date(at('12:00')), to: new Date(at('14:00')) },
    { space: one.fig.id, cause: 'buffer', from: new Date(at('14:00')), to: new Date(at('14:30')) },
  ])
  expect((await eventsOf(order.id)).map(({ kind, actor_id }) => [kind, actor_id])).toEqual([
    ['booked', customer.id],
    ['changed space', manager.id],
  ])
  expect(await actsOn(order.id)).toEqual([
    ['change order time', manager.id],
    ['move order', manager.id],
  ])
  await world.runJobs()
  const mails = await world.mailsTo(customer.email)
  const mail = mails.find(({ subject }) => subject === `New space: Fig room · ${one.office.name}`)
  expect(mail?.text).toContain('and has a new time: Thursday, 5 March')
  await book(one, one.olive, {}, one.people.second)
})

test('a cheaper space refunds the difference, and back again takes it: the same call the other way', async () => {
  const one = await scene()
  const order = await book(one, one.fig)
  const there = await move(one, order, { room: one.olive, expected_total: TWO_HOURS })
  expect(there.json()).toMatchObject({ refunded: DEARER - TWO_HOURS, left: 0 })

  const back = await move(one, there.json(), { room: one.fig, expected_total: DEARER })

  expect(back.json()).toMatchObject({
    ...{ SubOffice: { name: 'Fig room' }, start: order.start, end: order.end },
    ...{ base_price: order.base_price, total_price: order.total_price, left: 0 },
  })
})

test('in its own space a booking keeps the price it was booked at; only the time is told to the customer', async () => {
  const one = await scene()
  const order = await book(one, one.olive)
  await world.pool.query('update sub_offices set price_per_hour = 9000 where id = $1', [one.olive.id])

  const reply = await move(one, order, { room: one.olive, start: '15:00', end: '17:00' })

  expect(reply.json()).toMatchObject({ start: at('13:00'), total_price: order.total_price })
  expect((await eventsOf(order.id)).at(-1)!.kind).toBe('moved')
  expect(await actsOn(order.id)).toEqual([['change order time', one.people.manager.id]])
  await world.runJobs()
  const subjects = (await world.mailsTo(one.people.customer.email)).map(({ subject }) => subject)
  expect(subjects).toContain(`New time: Olive room · ${one.office.name}`)
})

test('of two managers who drag one booking, the second is told that it has moved', async () => {
  const one = await scene()
  const order = await book(one, one.olive)
  const replies = await Promise.all([
    move(one, order, { room: one.olive, start: '14:00', end: '16:00' }),
    move(one, order, { room: one.fig }, one.people.admin),
  ])

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(replies.find(({ statusCode }) => statusCode === 409)!.json()).toEqual({
    detail: 'This booking has been moved in the meantime. Please look at it again.',
  })
  expect(await takenBy(order.id)).toHaveLength(1)
})

test('what others have booked meanwhile is refused, with other times and spaces of the office', async () => {
  const one = await scene()
  const order = await book(one, one.olive)
  await book(one, one.fig, { start: '13:00', end: '15:00' }, one.people.second)
  const to = { room: one.fig, start: '14:00', end: '16:00' }

  for (const reply of [await quote(one, order, to), await move(one, order, to)]) {
    expect([reply.statusCode, reply.json().detail]).toEqual([409, 'This time is no longer free.'])
    expect(reply.json().alternatives).toContainEqual(
      expect.objectContaining({ sub_office_id: one.fig.id, date: DAY, start: '15:00', end: '17:00' }),
    )
    expect(reply.json().alternatives).toContainEqual(
      expect.objectContaining({ sub_office_id: one.olive.id, date: DAY, start: '14:00', end: '16:00' }),
    )
  }
  expect(await takenBy(order.id)).toMatchObject([{ space: one.olive.id }])
})

test('a booking and a drag that want the same time at once never both get it', async () => {
  const one = await scene()
  for (const hour of ['08', '10', '12', '14', '16']) {
    const order = await book(one, one.olive, { start: `${hour}:00`, end: `${hour}:30` })
    const stay = { date: '2026-03-06', start: `${hour}:00`, end: `${hour}:30` }
    const place = { office_id: one.office.id, sub_office_id: one.fig.id }
    const replies = await Promise.all([
      move(one, order, { room: one.fig, ...stay }),
      world.post('/api/orders', { ...place, ...stay }, one.people.second),
    ])
    expect(replies.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1)
    expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(1)
    expect(await takenBy(order.id)).toHaveLength(1)
  }
})

test('two bookings that are dragged to each other’s place are both refused, and stay', async () => {
  const one = await scene()
  const [left, right] = [await book(one, one.olive), await book(one, one.fig, {}, one.people.second)]

  const replies = await Promise.all([
    move(one, left, { room: one.fig }),
    move(one, right, { room: one.olive }, one.people.admin),
  ])

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([409, 409])
  expect(await takenBy(left.id)).toMatchObject([{ space: one.olive.id }])
  expect(await takenBy(right.id)).toMatchObject([{ space: one.fig.id }])
})

test('a price that is not the one shown moves nothing, and the refusal has the new quote', async () => {
  const one = await scene()
  const order = await book(one, one.olive)

  const reply = await move(one, order, { room: one.fig, expected_total: TWO_HOURS })

  expect([reply.statusCode, reply.json()]).toMatchObject([409, { time_quote: { due: DEARER } }])
  expect(await orderOf(one, order)).toMatchObject({ SubOffice: { name: 'Olive room' } })
})

test('time given up late is charged by the terms, in another space, too', async () => {
  const one = await scene()
  const order = await book(one, one.olive)
  world.setNow(at('06:00'))
  const to = { room: one.fig, end: '11:00' }

  const { due, kept } = (await quote(one, order, to)).json<MoveQuote>()

  // Half of the hour that is given up at 50.00, and an hour at 80.00.
  expect([due, kept]).toEqual([2950 + 9440, 2950])
  expect((await move(one, order, { ...to, expected_total: due })).json()).toMatchObject({
    total_price: 10_500,
    left: 0,
  })
})

test('what the customer owed before stays owed: only what the move makes dearer is taken from credits', async () => {
  const one = await scene()
  const stay = { sub_office_id: one.olive.id, date: DAY, start: '10:00', end: '12:00' }
  const customer = { user_id: one.people.second.id }
  await world.member(one.office.id, one.people.second.id, 'member')
  const booked = await world.post(
    `${one.url}/orders`,
    { ...stay, customer, payment: 'pending' },
    one.people.manager,
  )
  const order = booked.json<OrderDetails>()

  const later = await move(one, order, { room: one.olive, start: '14:00', end: '16:00' })
  expect(later.json()).toMatchObject({ paid_with_credits: 0, left: TWO_HOURS })
  const to = { room: one.fig, start: '14:00', end: '16:00' }
  expect((await quote(one, later.json(), to)).json()).toMatchObject({
    with_credits: DEARER - TWO_HOURS,
    left: TWO_HOURS,
  })
  const dearer = await move(one, later.json(), to)
  expect(dearer.json()).toMatchObject({ paid_with_credits: DEARER - TWO_HOURS, left: TWO_HOURS })
})

test('of a visit that runs only the end and the space change, and the room it leaves is cleaned', async () => {
  const one = await scene({ cleaning_buffer_minutes: 30 })
  const order = await book(one, one.olive)
  world.setNow(at('09:00'))

  const early = await move(one, order, { room: one.olive, start: '12:00', end: '14:00' })
  expect([early.statusCode, early.json().detail]).toEqual([
    409,
    'This booking has started. Only its end and its space can change.',
  ])
  const reply = await move(one, order, { room: one.fig, end: '13:00' })

  expect(reply.json()).toMatchObject({ start: order.start, end: at('11:00') })
  expect(await takenBy(order.id)).toMatchObject([
    { space: one.olive.id, cause: 'buffer', from: new Date(at('09:00')), to: new Date(at('09:30')) },
    { space: one.fig.id, cause: 'order', from: new Date(at('09:00')), to: new Date(at('11:00')) },
    { space: one.fig.id, cause: 'buffer' },
  ])
})

test('what makes no sense is refused: the same place, closed hours, another rent, the past', async () => {
  const one = await scene()
  const daily = await world.subOffice(one.office.id, { name: 'Day room', rent_type: 'day' })
  await world.unit(one.office.id, daily.id)
  const order = await book(one, one.olive)
  const refusals: [To, unknown][] = [
    [{ room: one.olive }, 'The booking already has this time and space.'],
    [{ room: daily }, 'This space is rented by the day.'],
    [{ room: { id: 999_999 } }, 'This space cannot be booked.'],
    [
      { room: one.olive, start: '20:00', end: '22:00' },
      [expect.objectContaining({ msg: 'The office is closed at that time' })],
    ],
    [
      { room: one.olive, date: '2026-03-01' },
      [expect.objectContaining({ msg: 'Date cannot be in the past' })],
    ],
  ]
  for (const [to, detail] of refusals) {
    expect((await quote(one, order, to)).json().detail).toEqual(detail)
    expect((await move(one, order, to)).json().detail).toEqual(detail)
  }
  expect(await orderOf(one, order)).toMatchObject({ start: order.start, SubOffice: { name: 'Olive room' } })
})

test('a booking by the day moves by whole days and keeps their number', async () => {
  const one = await scene()
  const rates = { rent_type: 'day' as const, price_per_day: 30_000, price_per_week: 0 }
  const [left, right] = [
    await world.subOffice(one.office.id, { name: 'Left', ...rates }),
    await world.subOffice(one.office.id, { name: 'Right', ...rates }),
  ]
  for (const { id } of [left, right]) await world.unit(one.office.id, id)
  const order = await book(one, left, { end_date: '2026-03-06' })
  const board = await world.get(`${one.url}?date=${DAY}`, one.people.manager)
  const blocks = board.json<ScheduleBoard>().spaces.flatMap((space) => space.blocks)
  expect(blocks).toMatchObject([{ movable: { start: order.start, end: order.end, days: 2 } }])

  const reply = await move(one, order, { room: right, date: '2026-03-09', end_date: '2026-03-10' })

  expect(reply.json()).toMatchObject({
    SubOffice: { name: 'Right' },
    start: at('06:00', '2026-03-09'),
    end: at('18:00', '2026-03-10'),
    total_price: 60_000,
  })
})

test('a company that does not cover the change refuses it, and managers do not learn its rules', async () => {
  const one = await scene()
  const boss = await world.user()
  const company = await world.company(boss.id, { left: TWO_HOURS })
  await world.employee(company.id, one.people.customer.id)
  const order = await book(one, one.olive, { business_id: company.id })
  const sentence = 'The company that pays for this booking does not cover this change.'

  expect((await quote(one, order, { room: one.fig })).json()).toMatchObject({ refusal: sentence })
  const reply = await move(one, order, { room: one.fig })

  expect([reply.statusCode, reply.json()]).toEqual([409, { detail: sentence }])
  await world.pool.query('update business_members set allowed_types = $2 where business_id = $1', [
    company.id,
    ['meeting_room'],
  ])
  await world.pool.query(`update sub_offices set type = 'open_space', price_per_hour = 100 where id = $1`, [
    one.fig.id,
  ])
  expect((await move(one, order, { room: one.fig })).json()).toEqual({ detail: sentence })
  const later = await move(one, order, { room: one.olive, start: '13:00', end: '15:00' })
  expect(later.json()).toMatchObject({ paid_with_credits: TWO_HOURS, left: 0 })
})

test('only managers of the office and admins move, and only orders of that office', async () => {
  const one = await scene()
  const order = await book(one, one.olive)
  const to = { room: one.olive, start: '14:00', end: '16:00' }
  for (const person of [one.people.owner, one.people.customer, one.people.elsewhere]) {
    expect((await quote(one, order, to, person)).statusCode).toBe(404)
    expect((await move(one, order, to, person)).statusCode).toBe(404)
  }
  const other = await scene()
  expect((await move({ ...other, people: one.people }, order, to, one.people.admin)).statusCode).toBe(404)
  expect((await move(one, order, to, one.people.admin)).statusCode).toBe(200)
})

test('the board says to managers what they may move, and to owners nothing', async () => {
  const one = await scene()
  const order = await book(one, one.olive)
  const movableFor = async (as: Person) => {
    const board = (await world.get(`${one.url}?date=${DAY}`, as)).json<ScheduleBoard>()
    return board.spaces.flatMap(({ blocks }) => blocks.map(({ movable }) => movable))
  }

  expect(await movableFor(one.people.manager)).toEqual([{ start: order.start, end: order.end, days: null }])
  expect(await movableFor(one.people.owner)).toEqual([null])
  world.setNow(at('10:00'))
  expect(await movableFor(one.people.manager)).toEqual([null])
})
