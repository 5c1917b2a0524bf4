import type { OrderDetails } from '@keyhour/contract/orders'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { calendarConflicts, calendarLinks, outsideEvents } from '#server/db/schema/calendars.ts'
import { occupancy } from '#server/db/schema/orders.ts'
import { openService } from '#server/features/calendars/open-service.ts'
import { startCalendarWorld } from '../../../test/calendar-world.ts'

const world = await startCalendarWorld()
const { simulatedGoogle: google, admin, db } = world
let made = 0

async function connectedRoom(change: object = {}) {
  const office = await world.office(change)
  const space = await world.subOffice(office.id)
  const unit = await world.unit(office.id, space.id)
  await world.connectGoogle(office.id, { isRooms: office.google_calendar_type === 'rooms' })
  made += 1
  const calendar = google.addCalendar({ summary: `Calendar ${made}` })
  return { office, space, unit, calendar, path: `/api/offices/${office.id}/sub-offices/${space.id}` }
}
type Room = Awaited<ReturnType<typeof connectedRoom>>

const change = ({ path }: Pick<Room, 'path'>, payload: object) =>
  world.send({ method: 'PUT', url: path, payload }, admin)
const link = (room: Room) => change(room, { google_calendar_id: room.calendar })
const linksOf = async ({ office }: Pick<Room, 'office'>) =>
  (await db.select().from(calendarLinks)).filter(({ office_id }) => office_id === office.id)

/** As if it had been read. */
async function addEventOf(room: Room) {
  const { id } = (await linksOf(room))[0]!
  const during = '[2026-03-05T08:00:00Z,2026-03-05T09:00:00Z)'
  await db.insert(outsideEvents).values({ link_id: id, event_id: 'theirs', during })
  const { office, space, unit } = room
  await db.insert(occupancy).values({
    office_id: office.id,
    unit_id: unit.id,
    during,
    cause: 'calendar',
    provider: 'google',
    event_id: 'theirs',
  })
  const customer = await world.user()
  const order = await world.order({ office_id: office.id, sub_office_id: space.id, user_id: customer.id })
  await db.insert(calendarConflicts).values({
    office_id: office.id,
    sub_office_id: space.id,
    order_id: order.id,
    provider: 'google',
    link_id: id,
    event_id: 'theirs',
    kind: 'overlap',
  })
  return id
}

test('a sub-office whose field names a calendar is linked to it, and the calendar has a name and is read', async () => {
  const room = await connectedRoom()
  expect((await link(room)).statusCode).toBe(200)
  await world.runJobs()

  expect(await linksOf(room)).toMatchObject([
    {
      sub_office_id: room.space.id,
      provider: 'google',
      calendar_id: room.calendar,
      calendar_name: `Calendar ${made}`,
      state: 'linked',
      linked_by: admin.id,
      read_at: '2026-03-02T08:00:00.000Z',
    },
  ])
})

test('another change of the sub-office leaves its link as it is', async () => {
  const room = await connectedRoom()
  await link(room)
  const before = await linksOf(room)
  await change(room, { name: 'Another name', google_calendar_id: room.calendar })

  expect(await linksOf(room)).toEqual(before)
})

test('unlinking frees the time of its events, ends its conflicts and closes its channel', async () => {
  const room = await connectedRoom()
  await link(room)
  const id = await addEventOf(room)
  google.misbehave('loses pushes')
  const service = await openService(world, db, { office_id: room.office.id, provider: 'google' })
  const channel = { id: 'channel-x', address: 'http://127.0.0.1:9/push', secret: 'only we know' }
  const { ref } = await service.channels!.open(room.calendar, channel)
  await db
    .update(calendarLinks)
    .set({ channel_id: channel.id, channel_ref: ref })
    .where(eq(calendarLinks.id, id))
  await change(room, { google_calendar_id: null })
  await world.runJobs()

  expect(await linksOf(room)).toEqual([])
  expect(google.channels().filter(({ calendarId }) => calendarId === room.calendar)).toEqual([])
  const taken = (await db.select().from(occupancy)).filter(({ unit_id }) => unit_id === room.unit.id)
  expect(taken).toEqual([])
  const { rows } = await world.pool.query(
    'select answer, link_id from calendar_conflicts where sub_office_id = $1',
    [room.space.id],
  )
  expect(rows).toEqual([{ answer: 'over', link_id: null }])
})

async function book({ office, space }: Room) {
  const booking = {
    office_id: office.id,
    sub_office_id: space.id,
    date: '2026-03-05',
    start: '10:00',
    end: '11:00',
  }
  const reply = await world.post('/api/orders', booking, await world.user())
  expect(reply.statusCode).toBe(201)
  return reply.json<OrderDetails>()
}

test('unlinking, linking another calendar or deleting the sub-office removes the coming orders from the calendar', async () => {
  const room = await connectedRoom()
  await book(room)
  const copies = async () => {
    await world.runJobs()
    return google.eventsIn(room.calendar).length
  }
  const counts: number[] = []
  for (const google_calendar_id of [
    room.calendar,
    null,
    room.calendar,
    google.addCalendar({ summary: 'Other' }),
  ]) {
    await change(room, { google_calendar_id })
    counts.push(await copies())
  }
  await link(room)
  counts.push(await copies())
  await world.send({ method: 'DELETE', url: `${room.path}?cancel_orders=true` }, admin)
  counts.push(await copies())

  expect(counts).toEqual([1, 0, 1, 0, 1, 0])
})

test('copies are removed only when no server can be about to write one', async () => {
  const room = await connectedRoom()
  await link(room)
  await book(room)
  await world.runJobs()
  await world.pool.query(
    `update calendar_links set leased_until = now() + interval '1 minute' where office_id = $1`,
    [room.office.id],
  )
  await change(room, { google_calendar_id: null })
  const { rows } = await world.pool.query(
    `select start_after > now() + interval '50 seconds' as waits from pgboss.job
     where name = 'remove-calendar-copies'`,
  )

  expect(rows).toEqual([{ waits: true }])
})

test('a calendar that is linked again at once keeps the coming orders', async () => {
  const room = await connectedRoom()
  await link(room)
  await book(room)
  await world.runJobs()
  const removals = () => google.calls.filter(({ method }) => method === 'DELETE').length
  const before = removals()
  await change(room, { google_calendar_id: null })
  await link(room)
  await world.runJobs()

  expect([google.eventsIn(room.calendar).length, removals() - before]).toEqual([1, 0])
})

test('an order is there once after its calendar is linked again, also if its event was deleted and written again', async () => {
  google.behave()
  const room = await connectedRoom()
  await link(room)
  await book(room)
  await world.runJobs()
  google.deleteEvent(room.calendar, google.eventsIn(room.calendar)[0]!.id)
  await google.allPushed()
  await world.runJobs()
  expect(google.eventsIn(room.calendar)).toHaveLength(1)
  await change(room, { google_calendar_id: null })
  await link(room)
  await world.runJobs()

  expect(google.eventsIn(room.calendar)).toHaveLength(1)
})

test('a calendar that another space takes over has the orders of that space, each once', async () => {
  const room = await connectedRoom()
  await link(room)
  const order = await book(room)
  await world.runJobs()
  const second = await world.subOffice(room.office.id)
  await world.unit(room.office.id, second.id)
  await change(room, { google_calendar_id: null })
  const from = { office_id: room.office.id, sub_office_id: room.space.id }
  const payload = { ...from, sub_office_id: second.id, price: 'as agreed', due: 5900, from }
  const moved = await world.send(
    { method: 'PUT', url: `/api/admin/orders/${order.id}/space`, payload },
    admin,
  )
  expect(moved.statusCode).toBe(200)
  const path = `/api/offices/${room.office.id}/sub-offices/${second.id}`
  await change({ path }, { google_calendar_id: room.calendar })
  await world.runJobs()

  expect(google.eventsIn(room.calendar)).toMatchObject([{ summary: `Keyhour ${order.id}` }])
})

test('one calendar belongs to one sub-office of an office, also if two admins link it at once', async () => {
  const room = await connectedRoom()
  const second = await world.subOffice(room.office.id)
  const third = await world.subOffice(room.office.id)
  const paths = [second, third].map(({ id }) => `/api/offices/${room.office.id}/sub-offices/${id}`)
  const replies = await Promise.all(
    paths.map((path) => change({ path }, { google_calendar_id: room.calendar })),
  )

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  expect(replies.find(({ statusCode }) => statusCode === 422)!.json().detail).toMatchObject([
    {
      loc: ['body', 'google_calendar_id'],
      msg: 'This calendar is already linked to another space of this office.',
    },
  ])
  expect(await linksOf(room)).toHaveLength(1)
})

test('a deleted sub-office or office has no links, and gets them back when it is restored', async () => {
  const room = await connectedRoom()
  await link(room)
  const office = `/api/admin/offices/${room.office.id}`
  const counts: number[] = []
  for (const url of [room.path, office]) {
    await world.send({ method: 'DELETE', url }, admin)
    counts.push((await linksOf(room)).length)
    await world.send({ method: 'PUT', url, payload: { deleted_at: null } }, admin)
    counts.push((await linksOf(room)).length)
  }

  expect(counts).toEqual([0, 1, 0, 1])
})

test('a calendar that another sub-office was linked to meanwhile is no obstacle to restoring the first', async () => {
  const room = await connectedRoom()
  await link(room)
  await world.send({ method: 'DELETE', url: room.path }, admin)
  const second = await world.subOffice(room.office.id)
  const path = `/api/offices/${room.office.id}/sub-offices/${second.id}`
  expect((await change({ path }, { google_calendar_id: room.calendar })).statusCode).toBe(200)
  const restored = await change(room, { deleted_at: null })

  expect([restored.statusCode, restored.json().google_calendar_id]).toEqual([200, null])
  expect(await linksOf(room)).toMatchObject([{ sub_office_id: second.id }])
  const chosen = await change(room, { google_calendar_id: room.calendar })
  expect(chosen.statusCode).toBe(422)
})

test('copies of an office or a sub-office are not linked', async () => {
  const room = await connectedRoom()
  await link(room)
  const space = await world.post(`${room.path}/duplicate`, {}, admin)
  const office = await world.post(`/api/admin/offices/${room.office.id}/duplicate`, {}, admin)

  expect([space.statusCode, office.statusCode]).toEqual([201, 201])
  expect(await linksOf(room)).toHaveLength(1)
  expect(await linksOf({ office: office.json() })).toEqual([])
})

test('an office of rooms is linked by the field for rooms, and changes with its type', async () => {
  const room = await connectedRoom({ google_calendar_type: 'rooms' })
  const resource = google.addRoom({ resourceName: 'Blue' })
  await change(room, { google_calendar_id: room.calendar, google_calendar_room_id: resource })
  expect((await linksOf(room)).map(({ calendar_id }) => calendar_id)).toEqual([resource])
  const url = `/api/admin/offices/${room.office.id}`
  await world.send({ method: 'PUT', url, payload: { google_calendar_type: null } }, admin)

  expect((await linksOf(room)).map(({ calendar_id }) => calendar_id)).toEqual([room.calendar])
})

test.each([
  ['rooms', null],
  [null, 'rooms'],
])(
  'when the type of an office goes from %s to %s, coming orders move to the other calendar',
  async (from, to) => {
    const room = await connectedRoom({ google_calendar_type: from })
    google.addAccount({ email: `${from}@keyhour.example`, name: 'Office' })
    await world.connectGoogle(room.office.id, { isRooms: true, account: `${from}@keyhour.example` })
    google.share(room.calendar, `${from}@keyhour.example`, 'writer')
    const resource = google.addRoom({ resourceName: `Room ${from}` })
    google.share(resource, `${from}@keyhour.example`, 'reader')
    await change(room, { google_calendar_id: room.calendar, google_calendar_room_id: resource })
    await book(room)
    await world.runJobs()
    const counts = () =>
      [room.calendar, `${from}@keyhour.example`].map((calendar) => google.eventsIn(calendar).length)
    expect(counts()).toEqual(from === 'rooms' ? [0, 1] : [1, 0])
    const url = `/api/admin/offices/${room.office.id}`
    const payload = { google_calendar_type: to }
    expect((await world.send({ method: 'PUT', url, payload }, admin)).statusCode).toBe(200)
    await world.runJobs()

    expect(counts()).toEqual(to === 'rooms' ? [0, 1] : [1, 0])
  },
)

test('without a connected account a field alone makes no link', async () => {
  const office = await world.office()
  const added = await world.post(
    `/api/offices/${office.id}/sub-offices`,
    {
      name: 'Lonely',
      capacity: 2,
      price_per_hour: 10,
      price_per_day: 50,
      price_per_week: 200,
      type: 'office',
      rent_type: 'hour',
      google_calendar_id: 'somebody@example.com',
    },
    admin,
  )

  expect(added.statusCode).toBe(201)
  expect(await linksOf({ office })).toEqual([])
})
