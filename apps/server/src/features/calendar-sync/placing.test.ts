import type { BookingRequest } from '@keyhour/contract/bookings'
import type { Conflict } from '@keyhour/contract/conflicts'
import type { OrderDetails } from '@keyhour/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import { tendConflicts } from '#server/features/conflicts/tend-conflicts.ts'
import { linkedRoom } from '../../../test/linked-room.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>
const admin = await world.user({ admin: true, name: 'Ada Admin' })

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

type Room = Awaited<ReturnType<typeof linkedRoom>>
/** The office is in Jerusalem: 09:00 there is 07:00 in UTC. */
const at = (time: string) => `2026-03-05T${time}:00.000Z`
const event = (id: string, from: string, to: string, title: string | null = null) => ({
  ...{ id, title },
  from: at(from),
  to: at(to),
})

const book = (room: Room, times: Partial<BookingRequest> = {}, as?: Person) =>
  (async () => {
    const person = as ?? (await world.user({ name: 'Maya Cohen' }))
    return world.post('/api/orders', { ...room.place, date: '2026-03-05', ...times } as object, person)
  })()
async function booked(room: Room, start: string, end: string, as?: Person): Promise<OrderDetails> {
  const reply = await book(room, { start, end }, as)
  expect(reply.statusCode).toBe(201)
  return reply.json()
}
const list = async (state = 'open') =>
  (await world.get(`/api/admin/conflicts?state=${state}`, admin)).json<Conflict[]>()
const of = async (order: OrderDetails, state = 'open') =>
  (await list(state)).filter(({ order_id }) => order_id === order.id)
/** What events take, by unit. */
const taken = async (room: Room) =>
  (
    await world.pool.query(
      `select event_id, to_char(lower(during) at time zone 'UTC', 'HH24:MI') as from,
         to_char(upper(during) at time zone 'UTC', 'HH24:MI') as to
       from occupancy join units on units.office_id = occupancy.office_id and units.id = unit_id
       where units.sub_office_id = $1 and cause = 'calendar' order by units.number, lower(during)`,
      [room.place.sub_office_id],
    )
  ).rows.map(({ event_id, from, to }) => `${event_id} ${from}-${to}`)

test('an outside event takes its time in every unit, and nobody can book it', async () => {
  const room = await linkedRoom(world, { units: 2, type: 'open_space' })
  await room.read([event('a', '07:00', '09:00')])

  expect(await taken(room)).toEqual(['a 07:00-09:00', 'a 07:00-09:00'])
  expect((await book(room, { start: '09:00', end: '10:00' })).statusCode).toBe(409)
  expect((await book(room, { start: '11:00', end: '12:00' })).statusCode).toBe(201)
  expect(await list()).toEqual([])
})

test('reading the same again changes nothing, and an event that moves or goes frees its time', async () => {
  const room = await linkedRoom(world)
  await room.read([event('a', '07:00', '08:00'), event('b', '10:00', '11:00')])
  await room.read([event('a', '07:00', '08:00'), event('b', '10:00', '11:00')])
  expect(await taken(room)).toEqual(['a 07:00-08:00', 'b 10:00-11:00'])

  await room.read([event('a', '12:00', '13:00')], ['b', 'never known'])
  expect(await taken(room)).toEqual(['a 12:00-13:00'])
  await room.readWhole([event('c', '09:00', '10:00')])
  expect(await taken(room)).toEqual(['c 09:00-10:00'])
})

test('of overlapping events each moment is taken once, and stays taken until the last of them is gone', async () => {
  const room = await linkedRoom(world)
  await room.read([event('a', '07:00', '09:00'), event('b', '08:00', '10:00'), event('c', '07:30', '08:30')])
  expect(await taken(room)).toEqual(['a 07:00-09:00', 'b 09:00-10:00'])

  await room.read([], ['a'])
  expect(await taken(room)).toEqual(['c 07:30-08:00', 'b 08:00-09:00', 'b 09:00-10:00'])
})

test('events of two links of one room may overlap', async () => {
  const room = await linkedRoom(world)
  const other = await room.linkTo('outlook')
  await room.read([event('a', '07:00', '09:00')])
  await other.read([event('a', '08:00', '10:00')])
  await room.read([], ['a'])

  expect(await taken(room)).toEqual(['a 08:00-09:00', 'a 09:00-10:00'])
})

test('an event that collides with an order takes the rest of its time, and an admin is asked', async () => {
  const room = await linkedRoom(world, { name: 'Blue room' })
  const order = await booked(room, '10:00', '11:00')
  await room.read([event('a', '07:00', '10:00', 'Board meeting')])

  expect(await taken(room)).toEqual(['a 07:00-08:00', 'a 09:00-10:00'])
  expect(await of(order)).toMatchObject([
    {
      ...{ kind: 'overlap', provider: 'google', event_title: 'Board meeting', answer: null },
      ...{ event_start: at('07:00'), event_end: at('10:00'), customer_name: 'Maya Cohen', name: 'Blue room' },
      order_start: at('08:00'),
    },
  ])
})

test('an event that comes in while someone decides ends the hold', async () => {
  const room = await linkedRoom(world)
  const person = await world.user()
  const times = { ...room.place, date: '2026-03-05', start: '10:00', end: '11:00' }
  expect((await world.post('/api/orders/hold', times, person)).statusCode).toBeLessThan(300)
  await room.read([event('a', '08:00', '09:00')])

  expect(await taken(room)).toEqual(['a 08:00-09:00'])
  expect((await book(room, { start: '10:00', end: '11:00' }, person)).statusCode).toBe(409)
})

test('a cancelled order gives its time, and that of its cleaning, to the events that want it', async () => {
  const room = await linkedRoom(world, {}, { cleaning_buffer_minutes: 30 })
  const person = await world.user()
  const order = await booked(room, '10:00', '11:00', person)
  await room.read([event('a', '08:00', '10:00')])
  expect(await taken(room)).toEqual(['a 09:30-10:00'])
  expect((await world.post(`/api/orders/${order.id}/cancel`, { refund: 0 }, person)).statusCode).toBe(200)

  expect(await taken(room)).toEqual(['a 08:00-09:30', 'a 09:30-10:00'])
  await world.runJobs()
  expect(await of(order)).toEqual([])
  expect(await of(order, 'answered')).toMatchObject([{ answer: 'over' }])
})

test('after a cancellation only the events that overlap its time are placed again', async () => {
  const room = await linkedRoom(world)
  const person = await world.user()
  const order = await booked(room, '10:00', '11:00', person)
  await room.read([event('near', '08:00', '10:00'), event('far', '15:00', '16:00')])
  expect((await world.post(`/api/orders/${order.id}/cancel`, { refund: 0 }, person)).statusCode).toBe(200)
  await world.pool.query(`delete from occupancy where cause = 'calendar' and office_id = $1`, [
    room.place.office_id,
  ])
  await world.runJobs()

  expect(await taken(room)).toEqual(['near 08:00-10:00'])
})

test('an event that moves from one order to another asks about the other, and one that goes about none', async () => {
  const room = await linkedRoom(world)
  const first = await booked(room, '10:00', '11:00')
  const second = await booked(room, '12:00', '13:00')
  await room.read([event('a', '08:00', '09:00')])
  expect([(await of(first)).length, (await of(second)).length]).toEqual([1, 0])

  await room.read([event('a', '10:00', '11:00')])
  expect([(await of(first)).length, (await of(second)).length]).toEqual([0, 1])
  expect(await taken(room)).toEqual([])
  await room.read([event('a', '10:30', '11:30', 'Later')])
  expect(await of(second)).toMatchObject([{ event_start: at('10:30'), event_title: 'Later' }])
  await room.read([], ['a'])
  expect([...(await of(first)), ...(await of(second))]).toEqual([])
  expect(await of(second, 'answered')).toMatchObject([{ answer: 'over', answered_by_name: null }])
})

test('keeping ours leaves the order, and the same event is not asked about again until it moves', async () => {
  const room = await linkedRoom(world)
  const order = await booked(room, '10:00', '11:00')
  await room.read([event('a', '08:00', '09:00')])
  const [conflict] = await of(order)
  const reply = await world.post(`/api/admin/conflicts/${conflict!.id}/keep_ours`, {}, admin)
  expect([reply.statusCode, reply.json().answer, reply.json().answered_by_name]).toEqual([
    ...[200, 'ours'],
    'Ada Admin',
  ])

  await room.readWhole([event('a', '08:00', '09:00'), event('b', '17:00', '18:00')])
  expect(await of(order)).toEqual([])
  await room.read([event('a', '08:30', '09:00')])
  expect(await of(order)).toHaveLength(1)
  const again = await world.post(`/api/admin/conflicts/${conflict!.id}/keep_ours`, {}, admin)
  expect([again.statusCode, again.json().detail]).toEqual([
    409,
    'This conflict has been answered in the meantime.',
  ])
})

test('keeping theirs cancels the order with a full refund and a mail, and the event takes the time', async () => {
  const room = await linkedRoom(world)
  const person = await world.user()
  await world.credits(person.id, 20_000)
  const order = await booked(room, '10:00', '11:00', person)
  await room.read([event('a', '08:00', '10:00')])
  const [conflict] = await of(order)
  expect(conflict!.paid).toBe(5900)
  const answers = await Promise.all(
    [1, 2].map(() => world.post(`/api/admin/conflicts/${conflict!.id}/keep_theirs`, { paid: 5900 }, admin)),
  )

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await taken(room)).toEqual(['a 08:00-09:00', 'a 09:00-10:00'])
  await world.runJobs()
  const mails = await world.mailsTo(person.email)
  expect(mails.map(({ subject }) => subject).some((subject) => subject?.startsWith('We had to cancel'))).toBe(
    true,
  )
  expect((await world.get(`/api/orders/${order.id}`, admin)).json()).toMatchObject({ refunded: 5900 })
  const { rows } = await world.pool.query(
    `select action from audit_log where subject = 'conflict' and subject_id = $1`,
    [conflict!.id],
  )
  expect(rows).toEqual([{ action: 'keep theirs' }])
})

test('an order that is moved out of the way answers its conflict, and its old time goes to the event', async () => {
  const room = await linkedRoom(world)
  const order = await booked(room, '10:00', '11:00')
  await room.read([event('a', '08:00', '09:00')])
  const times = { date: '2026-03-05', start: '15:00', end: '16:00' }
  const moved = await world.send(
    { method: 'PUT', url: `/api/orders/${order.id}/time`, payload: times },
    admin,
  )
  expect(moved.statusCode).toBe(200)
  await world.runJobs()

  expect(await taken(room)).toEqual(['a 08:00-09:00'])
  expect(await of(order, 'answered')).toMatchObject([{ answer: 'moved', answered_by_name: 'Ada Admin' }])
})

test('a conflict whose time has passed is over', async () => {
  const room = await linkedRoom(world)
  const order = await booked(room, '10:00', '11:00')
  await room.read([event('a', '08:00', '09:00')])
  world.setNow(at('12:00'))
  await tendConflicts.run(world, {})

  expect(await of(order, 'answered')).toMatchObject([{ answer: 'over' }])
})

test('bookings and events that want the same time at once never both get it, and never wait for each other for ever', async () => {
  const room = await linkedRoom(world, { units: 3, type: 'open_space' })
  const people = await Promise.all([1, 2, 3, 4].map(() => world.user()))
  const replies = await Promise.all([
    ...people.map((person) => book(room, { start: '10:00', end: '11:00' }, person)),
    room.read([event('a', '08:00', '09:00')]),
  ])
  const orders = replies.slice(0, 4).filter((reply) => (reply as { statusCode: number }).statusCode === 201)

  expect((await taken(room)).length + orders.length).toBe(3)
  await room.read([event('b', '17:00', '18:00')])
  expect((await list()).filter(({ event_start }) => event_start === at('08:00'))).toHaveLength(orders.length)
})

test('thousands of instances of a recurring event are read in parts, and read again in a moment', async () => {
  const room = await linkedRoom(world)
  const start = Date.parse('2026-03-10T00:00:00.000Z')
  const events = Array.from({ length: 3000 }, (_, index) => ({
    id: `weekly_${index}`,
    title: null,
    from: new Date(start + index * 7_200_000).toISOString(),
    to: new Date(start + index * 7_200_000 + 3_600_000).toISOString(),
  }))
  await room.readWhole(events)
  const { rows } = await world.pool.query('select count(*) from occupancy where event_id like $1', [
    'weekly%',
  ])
  expect(Number(rows[0].count)).toBe(3000)

  await room.readWhole([])
  expect(await taken(room)).toEqual([])
})

test('new seats get the coming events of the others', async () => {
  const room = await linkedRoom(world, { units: 1, type: 'open_space', capacity: 1 })
  await room.read([event('a', '08:00', '09:00'), event('b', '12:00', '13:00')])
  const url = `/api/offices/${room.place.office_id}/sub-offices/${room.place.sub_office_id}`
  const grown = await world.send({ method: 'PUT', url, payload: { capacity: 3 } }, admin)
  expect(grown.statusCode).toBe(200)

  const each = ['a 08:00-09:00', 'b 12:00-13:00']
  expect(await taken(room)).toEqual([...each, ...each, ...each])
  expect((await book(room, { start: '10:00', end: '11:00' })).statusCode).toBe(409)
})

test('a removed closure leaves its time to the events', async () => {
  const room = await linkedRoom(world)
  const closure = {
    sub_office_id: room.place.sub_office_id,
    date: '2026-03-05',
    reason: 'Paint',
    orders: 'keep',
  }
  const closed = await world.post(`/api/admin/offices/${room.place.office_id}/closures`, closure, admin)
  expect(closed.statusCode).toBeLessThan(300)
  await room.read([event('a', '08:00', '09:00')])
  expect(await taken(room)).toEqual([])
  const url = `/api/admin/offices/${room.place.office_id}/closures/${closed.json().id}`
  expect((await world.send({ method: 'DELETE', url }, admin)).statusCode).toBe(200)

  expect(await taken(room)).toEqual(['a 08:00-09:00'])
})

const act = (order: OrderDetails, what: string, as: Person) =>
  world.post(`/api/orders/${order.id}/${what}`, {}, as)

test('undoing a check-out takes the time back from the event that collided with the order before, and asks again', async () => {
  const room = await linkedRoom(world)
  const person = await world.user()
  const order = await booked(room, '10:00', '14:00', person)
  await room.read([event('a', '10:00', '11:00')])
  world.setNow(at('09:00'))
  expect((await act(order, 'check_out', person)).statusCode).toBe(200)
  await world.runJobs()
  expect(await taken(room)).toEqual(['a 10:00-11:00'])
  expect(await of(order)).toEqual([])

  expect((await act(order, 'check_out/undo', person)).statusCode).toBe(200)
  await world.runJobs()
  expect(await taken(room)).toEqual([])
  expect(await of(order)).toMatchObject([{ kind: 'overlap', event_start: at('10:00') }])
})

test('a check-out cannot be undone once an outside event has come in for the time', async () => {
  const room = await linkedRoom(world)
  const person = await world.user()
  const order = await booked(room, '10:00', '14:00', person)
  world.setNow(at('09:00'))
  await act(order, 'check_out', person)
  await room.read([event('a', '10:00', '11:00')])
  const undone = await act(order, 'check_out/undo', person)

  expect([undone.statusCode, undone.json().detail]).toEqual([
    409,
    'Someone else has booked this time in the meantime. You stay checked out.',
  ])
  expect(await taken(room)).toEqual(['a 10:00-11:00'])
})

test('an event is never placed without the conflict that it causes', async () => {
  const room = await linkedRoom(world)
  const order = await booked(room, '10:00', '11:00')
  await world.pool.query(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'the server dies here'; end $$`)
  await world.pool.query(
    'create trigger fail before insert on calendar_conflicts for each row execute function fail()',
  )
  const colliding = [event('a', '08:00', '10:00')]
  await expect(room.read(colliding)).rejects.toThrow()
  const known = await world.pool.query('select from outside_events where link_id = $1', [room.id])
  expect([known.rowCount, await taken(room)]).toEqual([0, []])

  await world.pool.query('drop function fail cascade')
  await world.pool.query('update calendar_links set leased_until = null')
  await room.read(colliding)
  expect(await taken(room)).toEqual(['a 09:00-10:00'])
  expect(await of(order)).toHaveLength(1)
})
