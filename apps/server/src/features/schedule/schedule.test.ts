import type { OrderDetails } from '@keyhour/contract/orders'
import type { BoardBlock, ScheduleBoard } from '@keyhour/contract/schedule'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { occupancy } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import { eventually } from '../../../test/eventually.ts'
import { hearStream } from '../../../test/hear-stream.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

/** Monday, 08:00 at the office. */
beforeEach(() => world.setNow('2026-03-02T06:00:00.000Z'))

/** An office with two rooms and an open space of three seats, and everybody who might want to know. */
async function scene(given: Parameters<typeof world.office>[0] = {}) {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00', ...given })
  const room = await world.subOffice(office.id, { name: 'Olive room' })
  const other = await world.subOffice(office.id, { name: 'Fig room' })
  const seats = await world.subOffice(office.id, { name: 'The hall', type: 'open_space', capacity: 3 })
  const unit = await world.unit(office.id, room.id)
  await world.unit(office.id, other.id)
  for (const number of [1, 2, 3]) await world.unit(office.id, seats.id, number)
  const people = {
    customer: await world.user({ name: 'Maya Cohen' }),
    admin: await world.user({ admin: true }),
    manager: await world.user(),
    owner: await world.user(),
    member: await world.user(),
    stranger: await world.user(),
    elsewhere: await world.user(),
  }
  await world.member(office.id, people.manager.id, 'manager')
  await world.member(office.id, people.owner.id, 'owner')
  await world.member(office.id, people.member.id, 'member')
  await world.member((await world.office()).id, people.elsewhere.id, 'manager')
  await world.credits(people.customer.id, 500_000)
  return { office, room, unit, other, seats, people, url: `/api/offices/${office.id}/board` }
}
type Scene = Awaited<ReturnType<typeof scene>>

async function booked({ office, people }: Scene, space: { id: number }, start: string, end: string) {
  const stay = { office_id: office.id, sub_office_id: space.id, date: '2026-03-02', start, end }
  const reply = await world.post('/api/orders', stay, people.customer)
  expect(reply.statusCode).toBe(201)
  return reply.json<OrderDetails>()
}

const boardFor = async ({ url }: Scene, as: Person, query = 'date=2026-03-02') =>
  (await world.get(`${url}?${query}`, as)).json<ScheduleBoard>()

const spaceOn = (board: ScheduleBoard, name: string) => board.spaces.find((space) => space.name === name)!
const inShort = ({ kind, start, end, units, customer }: BoardBlock) => ({ kind, start, end, units, customer })
const at = (time: string) => `2026-03-02T${time}:00.000Z`

const OUTSIDERS = ['customer', 'member', 'stranger', 'elsewhere'] as const
const STAFF = ['manager', 'admin', 'owner'] as const

test('the board of a day has all spaces by name, the opening hours, and what takes each space', async () => {
  const one = await scene({ cleaning_buffer_minutes: 30 })
  const order = await booked(one, one.room, '09:00', '11:00')

  const board = await boardFor(one, one.people.manager)

  expect(board.office).toEqual({
    id: one.office.id,
    name: one.office.name,
    name_he: null,
    time_zone: 'Asia/Jerusalem',
  })
  expect(board.days).toEqual([
    {
      date: '2026-03-02',
      start: '2026-03-01T22:00:00.000Z',
      end: '2026-03-02T22:00:00.000Z',
      openings: [{ start: at('06:00'), end: at('18:00') }],
      holiday: null,
    },
  ])
  expect(board.spaces.map(({ name, units }) => [name, units])).toEqual([
    ['Fig room', 1],
    ['Olive room', 1],
    ['The hall', 3],
  ])
  expect(spaceOn(board, 'Olive room').blocks.map(inShort)).toEqual([
    { kind: 'order', start: order.start, end: order.end, units: 1, customer: 'Maya Cohen' },
    { kind: 'cleaning', start: at('09:00'), end: at('09:30'), units: 1, customer: null },
  ])
  expect(spaceOn(board, 'Fig room').blocks).toEqual([])
})

test('an order that runs is a visit until its customer leaves', async () => {
  const one = await scene()
  await booked(one, one.room, '09:00', '11:00')
  const kindNow = async () => spaceOn(await boardFor(one, one.people.manager), 'Olive room').blocks[0]?.kind

  expect(await kindNow()).toBe('order')
  world.setNow(at('07:00'))
  expect(await kindNow()).toBe('visit')
  world.setNow(at('09:00'))
  expect(await kindNow()).toBe('order')
})

test('a visit without an end takes the time that is reserved for it', async () => {
  const one = await scene()
  const place = { office_id: one.office.id, sub_office_id: one.other.id }
  expect((await world.post('/api/orders/start_now', place, one.people.customer)).statusCode).toBe(201)

  const [block] = spaceOn(await boardFor(one, one.people.manager), 'Fig room').blocks

  expect(block).toMatchObject({ kind: 'visit', end: at('18:00'), open_ended: true, checked_in: true })
})

test('a hold is on the board until it runs out, and only managers learn whose it is', async () => {
  const one = await scene()
  await world.db.insert(occupancy).values({
    office_id: one.office.id,
    unit_id: one.unit.id,
    cause: 'hold',
    held_by: one.people.customer.id,
    held_until: at('06:05'),
    during: `[${at('10:00')},${at('11:00')})`,
  })
  const holdFor = async (as: Person) => spaceOn(await boardFor(one, as), 'Olive room').blocks.map(inShort)
  const hold = { kind: 'hold', start: at('10:00'), end: at('11:00'), units: 1 }

  expect(await holdFor(one.people.manager)).toEqual([{ ...hold, customer: 'Maya Cohen' }])
  expect(await holdFor(one.people.owner)).toEqual([{ ...hold, customer: null }])
  world.setNow(at('06:05'))
  expect(await holdFor(one.people.manager)).toEqual([])
})

test('seats of an open space that are closed together are one block, and each order is one of its own', async () => {
  const one = await scene()
  await booked(one, one.seats, '09:00', '11:00')
  await booked(one, one.seats, '10:00', '12:00')
  const closure = { sub_office_id: one.seats.id, reason: 'Painters', date: '2026-03-02' }
  const closed = { ...closure, start: '14:00', end: '16:00' }
  const reply = await world.post(`/api/owner/offices/${one.office.id}/closures`, closed, one.people.owner)
  expect(reply.statusCode).toBe(201)

  const { blocks } = spaceOn(await boardFor(one, one.people.manager), 'The hall')

  expect(blocks.map(({ kind, units }) => [kind, units])).toEqual([
    ['order', 1],
    ['order', 1],
    ['closure', 3],
  ])
  expect(blocks[2]?.closure).toMatchObject({ reason: 'Painters', whole_office: false })
})

test('managers may open what managers closed, owners all but what admins closed, and admins everything', async () => {
  const one = await scene()
  const { manager, owner, admin } = one.people
  const desk = await world.post(
    `/api/offices/${one.office.id}/closures`,
    { sub_office_id: one.room.id, reason: 'Leak', until: '09:00' },
    manager,
  )
  const closure = { sub_office_id: one.other.id, date: '2026-03-02' }
  const owned = await world.post(
    `/api/owner/offices/${one.office.id}/closures`,
    { ...closure, reason: 'Party', start: '10:00', end: '12:00' },
    owner,
  )
  const ours = await world.post(
    `/api/admin/offices/${one.office.id}/closures`,
    { ...closure, reason: 'Inspection', start: '14:00', end: '15:00' },
    admin,
  )
  expect([desk.statusCode, owned.statusCode, ours.statusCode]).toEqual([201, 201, 201])
  const mayOpen = async (as: Person) =>
    Object.fromEntries(
      (await boardFor(one, as)).spaces.flatMap(({ blocks }) =>
        blocks.map(({ closure }) => [closure?.reason, closure?.may_open]),
      ),
    )

  expect(await mayOpen(manager)).toEqual({ Leak: true, Party: false, Inspection: false })
  expect(await mayOpen(owner)).toEqual({ Leak: true, Party: true, Inspection: false })
  expect(await mayOpen(admin)).toEqual({ Leak: true, Party: true, Inspection: true })
})

test('owners see customers by first name and initial, and of a deleted account nobody sees a name', async () => {
  const one = await scene()
  await booked(one, one.room, '09:00', '11:00')
  const nameFor = async (as: Person) => spaceOn(await boardFor(one, as), 'Olive room').blocks[0]?.customer

  expect(await nameFor(one.people.owner)).toBe('Maya C.')
  expect((await boardFor(one, one.people.owner)).roles).toEqual(['owner'])
  await world.db
    .update(users)
    .set({ purged_at: at('06:00') })
    .where(eq(users.id, one.people.customer.id))
  for (const role of STAFF) expect(await nameFor(one.people[role]), role).toBeNull()
})

test('only staff of the office and admins know of its board', async () => {
  const one = await scene()

  for (const role of STAFF)
    expect((await world.get(`${one.url}?date=2026-03-02`, one.people[role])).statusCode, role).toBe(200)
  for (const role of OUTSIDERS)
    expect((await world.get(`${one.url}?date=2026-03-02`, one.people[role])).statusCode, role).toBe(404)
  expect((await world.get(`${one.url}?date=2026-03-02`)).statusCode).toBe(401)
})

test('a week is of one space, and each of its days has its own hours and holiday', async () => {
  const one = await scene({
    week_hours: [{ weekday: 6, hours: null }],
    holidays: [
      { first_day: '2026-03-03', last_day: '2026-03-03', name: 'Purim', name_he: 'פורים', hours: null },
    ],
  })
  await booked(one, one.room, '09:00', '11:00')
  await booked(one, one.other, '09:00', '11:00')
  const week = `date=2026-03-01&length=week`

  const board = await boardFor(one, one.people.manager, `${week}&sub_office_id=${one.room.id}`)

  expect(board.days.map(({ date, openings }) => [date.slice(8), openings.length])).toEqual([
    ['01', 1],
    ['02', 1],
    ['03', 0],
    ['04', 1],
    ['05', 1],
    ['06', 1],
    ['07', 0],
  ])
  expect(board.days[2]?.holiday).toEqual({ name: 'Purim', name_he: 'פורים' })
  expect(board.spaces.map(({ name, blocks }) => [name, blocks.length])).toEqual([['Olive room', 1]])
  const whole = await world.get(`${one.url}?${week}`, one.people.manager)
  expect(whole.statusCode).toBe(404)
  expect(whole.json()).toEqual({ detail: 'This space does not exist.' })
})

test('an office that is rented whole is the only space on its board, in a week, too', async () => {
  const office = await world.office()
  await world.unit(office.id)
  const manager = await world.user()
  await world.member(office.id, manager.id, 'manager')

  for (const length of ['day', 'week']) {
    const reply = await world.get(`/api/offices/${office.id}/board?date=2026-03-02&length=${length}`, manager)
    expect(reply.json<ScheduleBoard>().spaces).toEqual([
      { sub_office_id: null, name: office.name, name_he: null, type: 'office', units: 1, blocks: [] },
    ])
  }
})

test('an opening past midnight is on both days, and a day on which the clocks change has 23 or 25 hours', async () => {
  const one = await scene({ open_hours: '18:00', close_hours: '02:00', time_zone: 'Asia/Jerusalem' })
  const lengthOn = async (date: string) => {
    const { days } = await boardFor(one, one.people.manager, `date=${date}`)
    return (Date.parse(days[0]!.end) - Date.parse(days[0]!.start)) / 3_600_000
  }

  const { days } = await boardFor(one, one.people.manager)
  expect(days[0]!.openings).toEqual([
    { start: '2026-03-01T22:00:00.000Z', end: at('00:00') },
    { start: at('16:00'), end: at('22:00') },
  ])
  expect(await lengthOn('2026-03-27')).toBe(23)
  expect(await lengthOn('2026-10-25')).toBe(25)
})

test('a day that is none is refused', async () => {
  const one = await scene()

  const reply = await world.get(`${one.url}?date=2026-02-30`, one.people.manager)

  expect(reply.statusCode).toBe(422)
})

test('a hold appears for those who watch, and says when it is given up', async () => {
  const one = await scene()
  const stream = await hearStream(world.app, `/api/offices/${one.office.id}/live`)
  const place = { office_id: one.office.id, sub_office_id: one.room.id, date: '2026-03-02' }

  const reply = await world.post(
    '/api/orders/hold',
    { ...place, start: '10:00', end: '11:00' },
    one.people.customer,
  )

  await eventually(async () => expect(stream.heard()).toContain('changed'))
  const [block] = spaceOn(await boardFor(one, one.people.manager), 'Olive room').blocks
  expect(block).toMatchObject({ kind: 'hold', held_until: reply.json().expires_at })
})
