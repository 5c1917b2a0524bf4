import type { OrderDetails } from '@keyhour/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import { copyOrders } from '#server/features/calendar-sync/copy-orders.ts'
import { findDueLink, releaseLinkLease, takeLinkLease } from '#server/features/calendar-sync/link-queries.ts'
import { CalendarFailed, type CalendarService, type Copy } from '#server/outside/calendar-service.ts'
import { linkedRoom } from '../../../test/linked-room.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true })
type Room = Awaited<ReturnType<typeof linkedRoom>>

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

/**
 * A calendar in memory. As at real services, the same key makes one event, and it can be told to refuse, to fail, or to
 * do what it should without an answer.
 */
function outsideCalendar() {
  const events = new Map<string, Copy>()
  const calls: string[] = []
  let trouble: 'refused' | 'no answer' | CalendarFailed | null = null
  const service = {
    async write(_: string, copy: Copy, eventId: string | null) {
      calls.push('write')
      if (trouble instanceof CalendarFailed) throw trouble
      if (trouble === 'refused') return { outcome: 'refused' as const }
      const event_id = eventId ?? `event ${copy.key}`
      events.set(event_id, copy)
      if (trouble === 'no answer') throw new CalendarFailed('too_slow')
      return { outcome: 'written' as const, event_id }
    },
    async remove(_: string, eventId: string | null, key: string) {
      calls.push('remove')
      events.delete(eventId ?? `event ${key}`)
    },
  } as Partial<CalendarService> as CalendarService
  return {
    service,
    calls,
    times: () => [...events.values()].map(({ from, to }) => `${from.slice(5, 16)} ${to.slice(11, 16)}`),
    texts: () => JSON.stringify([...events.values()]),
    fail: (next: typeof trouble) => {
      trouble = next
    },
  }
}

/** Runs the jobs that compare orders with their copies, then writes what is due. */
async function copyTo(calendar: ReturnType<typeof outsideCalendar>, room: Room) {
  await world.pool.query(`update calendar_links set failure = 'unreachable', due_at = '2099-01-01'`)
  await world.runJobs()
  await world.pool.query('update calendar_links set failure = null')
  const link = await findDueLink(world.db, room.id, world.now())
  const lease = link && (await takeLinkLease(world.db, room.id))
  if (!link || !lease || lease === 'busy') return
  await copyOrders(world, calendar.service, { link, lease })
  await releaseLinkLease(world.db, lease)
}

async function book(room: Room, start: string, end: string): Promise<OrderDetails> {
  const person = await world.user({ name: 'Maya Cohen', email: `maya-${start}-${room.id}@keyhour.test` })
  const booking = { ...room.place, date: '2026-03-05', start, end }
  const reply = await world.post('/api/orders', booking, person)
  expect(reply.statusCode).toBe(201)
  return reply.json()
}
const cancel = async ({ id }: OrderDetails) => {
  const payload = { reason: 'The roof leaks', refund: 0, paid: 0, waive: true }
  expect((await world.post(`/api/admin/orders/${id}/cancel`, payload, admin)).statusCode).toBe(200)
}
const move = async ({ id }: OrderDetails, start: string, end: string) => {
  const payload = { date: '2026-03-05', start, end }
  const reply = await world.send({ method: 'PUT', url: `/api/orders/${id}/time`, payload }, admin)
  expect(reply.statusCode).toBe(200)
}
const copyOf = async ({ id }: OrderDetails) =>
  (await world.pool.query('select event_id, state, generation from order_copies where order_id = $1', [id]))
    .rows[0]
/** Lists of services may lag behind what was just written. */
const afterAMinute = () =>
  world.pool.query("update order_copies set changed_at = changed_at - interval '61 seconds'")
const conflictsOf = async ({ id }: OrderDetails) =>
  (
    await world.pool.query('select kind, answer from calendar_conflicts where order_id = $1 order by id', [
      id,
    ])
  ).rows

test('an order is copied, moves with its order, and is removed with it, with nothing about the customer', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  const order = await book(room, '10:00', '11:00')
  await copyTo(calendar, room)
  expect(calendar.times()).toEqual(['03-05T08:00 09:00'])
  expect(calendar.texts()).not.toMatch(/Maya|maya/)

  await move(order, '14:00', '16:00')
  await copyTo(calendar, room)
  expect(calendar.times()).toEqual(['03-05T12:00 14:00'])
  await cancel(order)
  await copyTo(calendar, room)
  expect(calendar.times()).toEqual([])
})

test('a change that is not about the time writes nothing', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  const order = await book(room, '10:00', '11:00')
  await copyTo(calendar, room)
  const payment = { amount: 5900, method: 'cash' }
  expect((await world.post(`/api/admin/orders/${order.id}/mark_paid`, payment, admin)).statusCode).toBe(200)
  await copyTo(calendar, room)

  expect(calendar.calls).toEqual(['write'])
})

test('a server that dies after the call, before it noted that, makes no second event', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  const order = await book(room, '10:00', '11:00')
  await copyTo(calendar, room)
  await world.pool.query(
    `update order_copies set state = 'due', event_id = null, during = null where order_id = $1`,
    [order.id],
  )
  await copyTo(calendar, room)

  expect(calendar.calls).toEqual(['write', 'write'])
  expect(calendar.times()).toHaveLength(1)
})

test('a copy that was written but not noted is removed when its order is cancelled', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  const order = await book(room, '10:00', '11:00')
  await copyTo(calendar, room)
  await world.pool.query('update order_copies set event_id = null, during = null where order_id = $1', [
    order.id,
  ])
  await cancel(order)
  await copyTo(calendar, room)

  expect(calendar.times()).toEqual([])
})

test('an order that moves to another room leaves the calendar of the first one', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  const order = await book(room, '10:00', '11:00')
  await copyTo(calendar, room)
  const other = await world.subOffice(room.place.office_id)
  await world.unit(room.place.office_id, other.id)
  const to = { office_id: room.place.office_id, sub_office_id: other.id, price: 'as agreed', due: 5900 }
  const payload = { ...to, from: room.place }
  const moved = await world.send(
    { method: 'PUT', url: `/api/admin/orders/${order.id}/space`, payload },
    admin,
  )
  expect(moved.statusCode).toBe(200)
  await copyTo(calendar, room)

  expect(calendar.times()).toEqual([])
})

test('an order that the service refuses is a conflict, until the service takes it', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  calendar.fail('refused')
  const order = await book(room, '10:00', '11:00')
  await copyTo(calendar, room)
  expect(await conflictsOf(order)).toEqual([{ kind: 'refused', answer: null }])

  calendar.fail(null)
  await move(order, '14:00', '15:00')
  await copyTo(calendar, room)
  expect(calendar.times()).toEqual(['03-05T12:00 13:00'])
  expect(await conflictsOf(order)).toEqual([{ kind: 'refused', answer: 'over' }])
})

test('an order that moves to a time which the service refuses leaves its old time there, and can be moved back', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  const order = await book(room, '10:00', '11:00')
  await copyTo(calendar, room)
  calendar.fail('refused')
  await move(order, '14:00', '15:00')
  await copyTo(calendar, room)
  expect(calendar.times()).toEqual([])
  expect(await conflictsOf(order)).toEqual([{ kind: 'refused', answer: null }])

  calendar.fail(null)
  await move(order, '10:00', '11:00')
  await copyTo(calendar, room)
  expect(calendar.times()).toEqual(['03-05T08:00 09:00'])
  await cancel(order)
  await copyTo(calendar, room)
  expect(calendar.times()).toEqual([])
})

test('an order that is moved and moved back is written again if the service gave no answer to the first move', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  const order = await book(room, '10:00', '11:00')
  await copyTo(calendar, room)
  calendar.fail('no answer')
  await move(order, '14:00', '15:00')
  await copyTo(calendar, room)
  expect(calendar.times()).toEqual(['03-05T12:00 13:00'])

  calendar.fail(null)
  await move(order, '10:00', '11:00')
  await copyTo(calendar, room)
  expect(calendar.times()).toEqual(['03-05T08:00 09:00'])
})

test('when the event behind a refusal comes in, there is one conflict about it', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  calendar.fail('refused')
  const order = await book(room, '10:00', '11:00')
  await copyTo(calendar, room)
  await room.read([
    { id: 'theirs', from: '2026-03-05T08:00:00.000Z', to: '2026-03-05T09:00:00.000Z', title: 'Yoga' },
  ])

  expect(await conflictsOf(order)).toEqual([
    { kind: 'refused', answer: 'over' },
    { kind: 'overlap', answer: null },
  ])
})

test('an order that cannot be written alone does not hold up the others', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  calendar.fail(new CalendarFailed('forbidden'))
  await book(room, '10:00', '11:00')
  await copyTo(calendar, room)
  calendar.fail(null)
  await book(room, '12:00', '13:00')
  await copyTo(calendar, room)

  expect(calendar.times()).toEqual(['03-05T10:00 11:00'])
  const { rows } = await world.pool.query(
    'select state, failure from order_copies where link_id = $1 order by state',
    [room.id],
  )
  expect(rows).toEqual([
    { state: 'failing', failure: 'forbidden' },
    { state: 'written', failure: null },
  ])
})

test('a link tells how many orders to come could not be written, and why', async () => {
  const room = await linkedRoom(world)
  const calendar = outsideCalendar()
  await book(room, '10:00', '11:00')
  await book(room, '12:00', '13:00')
  calendar.fail(new CalendarFailed('forbidden'))
  await copyTo(calendar, room)
  const linkNow = async () =>
    (await world.get(`/api/admin/offices/${room.place.office_id}/calendar-links`, admin)).json()[0]
  expect(await linkNow()).toMatchObject({
    state: 'linked',
    unwritten: 2,
    unwritten_failure: 'The connected account is not allowed to do this.',
  })

  world.setNow('2026-03-05T10:00:00.000Z')
  expect(await linkNow()).toMatchObject({ unwritten: 1 })
})

test('a copy that somebody deletes there is written again, but not for ever', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  const order = await book(room, '10:00', '11:00')
  const eventId = async () =>
    (await world.pool.query('select event_id from order_copies where order_id = $1', [order.id])).rows[0]
      .event_id
  await copyTo(calendar, room)
  for (let time = 0; time < 6; time += 1) {
    const id = await eventId()
    if (id) await room.read([], [id])
    await copyTo(calendar, room)
  }

  expect(calendar.calls).toEqual(['write', 'write', 'write', 'write'])
})

test('a copy that a whole reading does not show was deleted there, and is written again', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  const [first, second] = [await book(room, '10:00', '11:00'), await book(room, '12:00', '13:00')]
  await copyTo(calendar, room)
  const [shown, listed] = [await copyOf(first), await copyOf(second)]
  const time = { from: '2026-03-05T10:00:00.000Z', to: '2026-03-05T11:00:00.000Z', title: null }
  await afterAMinute()
  await room.readWhole([{ id: listed.event_id, ...time }], [shown.event_id])
  await copyTo(calendar, room)
  expect(calendar.calls).toEqual(['write', 'write'])

  await afterAMinute()
  await room.readWhole([], [shown.event_id])
  await copyTo(calendar, room)
  expect(calendar.calls).toEqual(['write', 'write', 'write'])
  expect(await copyOf(first)).toEqual(shown)
  expect((await copyOf(second)).event_id).not.toBe(listed.event_id)
})

test('a copy counts as deleted only if the reading covers its time, began after it was written and shows copies', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  const order = await book(room, '10:00', '11:00')
  await copyTo(calendar, room)
  await room.readWhole([], [])
  await afterAMinute()
  await room.readWhole([], 'unknown')
  await room.read([])
  world.setNow('2026-03-05T08:30:00.000Z')
  await room.readWhole([], [])

  expect(await copyOf(order)).toMatchObject({ state: 'written', generation: 0 })
})

test('our own copies take no time when they come back as events', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  const order = await book(room, '10:00', '11:00')
  await copyTo(calendar, room)
  const { rows } = await world.pool.query('select event_id from order_copies where order_id = $1', [order.id])
  const time = { from: '2026-03-05T08:00:00.000Z', to: '2026-03-05T09:00:00.000Z' }
  await room.read([{ id: rows[0].event_id, title: 'Keyhour', ...time }])

  expect(await conflictsOf(order)).toEqual([])
  const taken = await world.pool.query(`select from occupancy where cause = 'calendar' and office_id = $1`, [
    room.place.office_id,
  ])
  expect(taken.rowCount).toBe(0)
})

test('orders that were booked before the room was linked are copied, too', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  await world.pool.query('delete from calendar_links where id = $1', [room.id])
  await book(room, '10:00', '11:00')
  const link = await room.linkTo('google')
  await link.readWhole([])
  await copyTo(calendar, { ...room, ...link })

  expect(calendar.times()).toEqual(['03-05T08:00 09:00'])
})

test('a change that no job followed is noticed when everything is read anew', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  const [moved, gone] = [await book(room, '10:00', '11:00'), await book(room, '12:00', '13:00')]
  await copyTo(calendar, room)
  await move(moved, '14:00', '15:00')
  await cancel(gone)
  await world.pool.query(`delete from pgboss.job where name = 'follow-change-in-calendars'`)
  await world.pool.query('update calendar_links set next_reading = null where id = $1', [room.id])
  await room.readWhole([])
  await copyTo(calendar, room)

  expect(calendar.times()).toEqual(['03-05T12:00 13:00'])
})

test('a visit without an end is copied until it has to end', async () => {
  const [room, calendar] = [await linkedRoom(world), outsideCalendar()]
  const visit = await world.post('/api/orders/start_now', room.place, await world.user())
  expect(visit.statusCode).toBe(201)
  await copyTo(calendar, room)

  expect(calendar.times()).toHaveLength(1)
  expect(calendar.times()[0]).toMatch(/^03-02T08:00 18:00$/)
})

test('an order that is checked out early leaves the rest of its time in the calendar, too', async () => {
  const room = await linkedRoom(world)
  const calendar = outsideCalendar()
  const { id } = await book(room, '10:00', '16:00')
  await copyTo(calendar, room)
  world.setNow('2026-03-05T10:00:00.000Z')
  expect((await world.post(`/api/orders/${id}/check_out`, {}, admin)).statusCode).toBe(200)
  await copyTo(calendar, room)

  expect(calendar.times()).toEqual(['03-05T08:00 10:00'])
})

test('an order that fails again and again is tried less and less often', async () => {
  const room = await linkedRoom(world)
  const calendar = outsideCalendar()
  await book(room, '09:00', '10:00')
  calendar.fail(new CalendarFailed('out_of_order'))
  const triesAfter = async (minutes: number) => {
    await world.pool.query("update order_copies set changed_at = now() - $1 * interval '1 minute'", [minutes])
    const before = calendar.calls.length
    await copyTo(calendar, room)
    return calendar.calls.length - before
  }

  await copyTo(calendar, room)
  expect([await triesAfter(6), await triesAfter(6), await triesAfter(11)]).toEqual([1, 0, 1])
})

test('a service that takes one order at a time makes no conflict of two that share an open space', async () => {
  const room = await linkedRoom(world, { units: 2 })
  const calendar = outsideCalendar()
  await book(room, '09:00', '12:00')
  await copyTo(calendar, room)
  calendar.fail('refused')
  const second = await book(room, '11:00', '13:00')
  await copyTo(calendar, room)

  expect(await conflictsOf(second)).toEqual([])
})
