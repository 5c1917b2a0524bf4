import { createHmac } from 'node:crypto'
import { simulateNexudus } from '@keyhour/simulators/nexudus'
import { afterAll, afterEach, expect, test } from 'vitest'
import { syncDueLinks, syncLink } from '#server/features/calendar-sync/sync-link.ts'
import { endConnection } from '#server/features/calendars/end-connection.ts'
import { eventually } from '../../../test/eventually.ts'
import { startWorld } from '../../../test/world.ts'

const clock = { now: () => new Date('2026-03-02T08:00:00.000Z') }
const nexudus = await simulateNexudus({ now: () => clock.now() })
afterAll(nexudus.close)
const world = await startWorld({ NEXUDUS_URL: nexudus.apiUrl })
clock.now = world.now
const admin = await world.user({ admin: true })
const SECRET = 'signing-secret'

afterEach(() => {
  nexudus.behave()
  world.setNow('2026-03-02T08:00:00.000Z')
})

const connect = (office_id: number, clock: 'utc' | 'office') => {
  const account = { email: nexudus.email, business_id: String(nexudus.businessId), clock }
  const payload = { provider: 'nexudus', ...account, secret: nexudus.password, webhook_secret: SECRET }
  const url = `/api/admin/offices/${office_id}/calendar_accounts`
  return world.send({ method: 'PUT', url, payload }, admin)
}

async function linkedRoom() {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00' })
  const resource = nexudus.addResource({ Name: 'Jaffa' })
  const space = await world.subOffice(office.id, { nexudus_resource_id: String(resource) })
  const unit = await world.unit(office.id, space.id)
  await connect(office.id, 'utc')
  await world.runJobs()
  return { office, space, unit, resource }
}
type Room = Awaited<ReturnType<typeof linkedRoom>>

async function book({ office, space }: Room, start = '10:00', end = '11:00') {
  const customer = await world.user()
  await world.credits(customer.id, 100_000)
  const times = { date: '2026-03-05', start, end }
  const body = { office_id: office.id, sub_office_id: space.id, ...times }
  const reply = await world.post('/api/orders', body, customer)
  return { customer, reply, id: reply.json().id as number }
}

const taken = async ({ unit }: Room): Promise<string[]> => {
  const { rows } = await world.pool.query(
    `select event_id from occupancy where unit_id = $1 and provider = 'nexudus' order by 1`,
    [unit.id],
  )
  return rows.map(({ event_id }) => event_id)
}
const takenFrom = async ({ unit }: Room): Promise<string[]> => {
  const { rows } = await world.pool.query<{ from: Date }>(
    `select lower(during) as from from occupancy where unit_id = $1 and provider = 'nexudus' order by 1`,
    [unit.id],
  )
  return rows.map((row) => new Date(row.from).toISOString())
}
const conflictsOf = async ({ space }: Room) =>
  (
    await world.pool.query('select kind, order_id from calendar_conflicts where sub_office_id = $1', [
      space.id,
    ])
  ).rows
const notify = ({ office }: Pick<Room, 'office'>, body: string, signature: string) =>
  world.send({
    method: 'POST',
    url: `/api/nexudus/webhooks/${office.id}`,
    payload: body,
    headers: { 'content-type': 'application/json', 'x-nexudus-hook-signature': signature },
  })
const signed = (body: string, secret = SECRET) => createHmac('sha256', secret).update(body).digest('hex')

async function later(moment: string) {
  world.setNow(moment)
  await syncDueLinks.run(world, {})
  await world.runJobs()
}

test('an order is booked at Nexudus and removed with it', async () => {
  const room = await linkedRoom()
  const { customer, id } = await book(room)
  await world.runJobs()
  expect(nexudus.bookingsOf(room.resource)).toMatchObject([
    {
      FromTime: '2026-03-05T08:00:00',
      ToTime: '2026-03-05T09:00:00',
      SystemId: expect.stringContaining(`-${id}-`),
    },
  ])
  await later('2026-03-02T08:02:00.000Z')
  expect(await taken(room)).toEqual([])
  const { refund } = (await world.get(`/api/orders/${id}/refund`, customer)).json()
  await world.post(`/api/orders/${id}/cancel`, { refund }, customer)
  await world.runJobs()

  expect(nexudus.bookingsOf(room.resource)).toEqual([])
})

test('a booking of ours that somebody deletes at Nexudus is made again', async () => {
  const room = await linkedRoom()
  await book(room)
  await world.runJobs()
  const [first] = nexudus.bookingsOf(room.resource)
  nexudus.deleteBooking(first!.Id as number)
  await world.pool.query("update order_copies set changed_at = changed_at - interval '2 minutes'")
  await later('2026-03-02T08:02:00.000Z')

  expect(nexudus.bookingsOf(room.resource)).toMatchObject([{ FromTime: '2026-03-05T08:00:00' }])
})

test('an order that its own old booking keeps out of a resource is booked as soon as that is removed', async () => {
  const room = await linkedRoom()
  await book(room)
  await world.runJobs()
  nexudus.deleteBooking(nexudus.bookingsOf(room.resource)[0]!.Id as number)
  await world.pool.query("update order_copies set changed_at = changed_at - interval '2 minutes'")
  await later('2026-03-02T08:02:00.000Z')
  const url = `/api/offices/${room.office.id}/sub-offices/${room.space.id}`
  for (const nexudus_resource_id of [null, String(room.resource)])
    await world.send({ method: 'PUT', url, payload: { nexudus_resource_id } }, admin)
  const { rows } = await world.pool.query('select id::integer from calendar_links where sub_office_id = $1', [
    room.space.id,
  ])
  await syncLink.run(world, { link_id: rows[0].id })
  const isOpen = async () =>
    (await world.get('/api/admin/conflicts', admin)).json<{ sub_office_id: number }[]>().length > 0
  expect(await isOpen()).toBe(true)
  await world.runJobs()

  expect(nexudus.bookingsOf(room.resource)).toHaveLength(1)
  expect(await isOpen()).toBe(false)
})

test('removing very many orders is shared among several jobs', async () => {
  const room = await linkedRoom()
  await book(room)
  await book(room, '12:00', '13:00')
  await world.runJobs()
  const url = `/api/admin/offices/${room.office.id}/calendar_accounts/nexudus`
  expect((await world.send({ method: 'DELETE', url }, admin)).statusCode).toBe(200)
  const { rows } = await world.pool.query(
    `delete from pgboss.job where name = 'end-calendar-connection' returning data`,
  )
  const { copies, ...rest } = rows[0].data
  const parts = copies[0].copies.map((copy: object) => ({ ...copies[0], copies: [copy] }))
  const release = nexudus.hold(/DELETE .*bookings/)
  const calls = () => nexudus.calls.filter(({ method }) => method === 'DELETE').length
  const before = calls()
  const working = endConnection.run(world, { ...rest, copies: parts })
  await eventually(() => expect(calls()).toBe(before + 1))
  world.setNow('2026-03-02T08:06:00.000Z')
  release()
  await working
  expect(nexudus.bookingsOf(room.resource)).toHaveLength(1)
  await world.runJobs()

  expect(nexudus.bookingsOf(room.resource)).toEqual([])
})

test('when the clock of Nexudus is set right, the bookings that are there follow', async () => {
  const room = await linkedRoom()
  await book(room)
  await world.runJobs()
  expect((await connect(room.office.id, 'office')).statusCode).toBe(200)
  await later('2026-03-02T08:02:00.000Z')

  expect(nexudus.bookingsOf(room.resource)).toMatchObject([
    { FromTime: '2026-03-05T10:00:00', ToTime: '2026-03-05T11:00:00' },
  ])
})

test('a booking that is under way while the clock of Nexudus is set right follows, too', async () => {
  const room = await linkedRoom()
  const release = nexudus.hold(/POST .*bookings/)
  await book(room)
  const calls = () => nexudus.calls.filter(({ method }) => method === 'POST').length
  const before = calls()
  const working = world.runJobs()
  await eventually(() => expect(calls()).toBe(before + 1))
  expect((await connect(room.office.id, 'office')).statusCode).toBe(200)
  release()
  await working
  await world.runJobs()

  expect(nexudus.bookingsOf(room.resource)).toMatchObject([
    { FromTime: '2026-03-05T10:00:00', ToTime: '2026-03-05T11:00:00' },
  ])
})

test('when the time zone of an office changes, its clock at Nexudus changes with it, for their bookings and ours', async () => {
  const room = await linkedRoom()
  await connect(room.office.id, 'office')
  const place = { office_id: room.office.id, sub_office_id: room.space.id }
  expect((await world.post('/api/orders/start_now', place, await world.user())).statusCode).toBe(201)
  nexudus.addBooking(room.resource, { start: '2026-03-09T08:00:00Z', end: '2026-03-09T09:00:00Z' })
  await later('2026-03-02T08:02:00.000Z')
  const times = async () => [
    nexudus.bookingsOf(room.resource).find(({ SystemId }) => SystemId)!.FromTime,
    ...(await takenFrom(room)),
  ]
  expect(await times()).toEqual(['2026-03-02T10:00:00', '2026-03-09T06:00:00.000Z'])
  const url = `/api/admin/offices/${room.office.id}`
  const payload = { time_zone: 'Europe/London' }
  expect((await world.send({ method: 'PUT', url, payload }, admin)).statusCode).toBe(200)
  await world.runJobs()

  expect(await times()).toEqual(['2026-03-02T08:00:00', '2026-03-09T08:00:00.000Z'])
})

test('a signed notice brings a booking of others in at once', async () => {
  const room = await linkedRoom()
  const booking = nexudus.addBooking(room.resource, {
    start: '2026-03-05T08:00:00Z',
    end: '2026-03-05T09:00:00Z',
  })
  const body = JSON.stringify([{ Id: booking, ResourceId: room.resource }])
  expect((await notify(room, body, signed(body).toUpperCase())).statusCode).toBe(200)
  expect((await notify(room, body, signed(body))).statusCode).toBe(200)
  await world.runJobs()

  expect(await taken(room)).toEqual([String(booking)])
  expect((await book(room)).reply.statusCode).toBe(409)
})

test('a resource whose webhook works is read every few minutes only, until the webhook is silent for a day', async () => {
  const room = await linkedRoom()
  const due = async () => {
    const { rows } = await world.pool.query<{ due_at: Date }>(
      'select due_at from calendar_links where sub_office_id = $1',
      [room.space.id],
    )
    return (new Date(rows[0]!.due_at).getTime() - world.now().getTime()) / 1000
  }
  expect(await due()).toBe(45)
  const body = JSON.stringify([{ ResourceId: room.resource }])
  await notify(room, body, signed(body))
  await world.runJobs()
  expect(await due()).toBe(300)
  await later('2026-03-03T09:00:00.000Z')
  expect(await due()).toBe(45)
})

test('all offices with the same Nexudus account share its calls', async () => {
  const room = await linkedRoom()
  for (let number = 0; number < 50; number += 1) {
    const other = await world.office()
    const space = await world.subOffice(other.id)
    const settings = { email: nexudus.email, business_id: '1', clock: 'utc' }
    await world.pool.query(
      `insert into integrations (office_id, provider, settings) values ($1, 'nexudus', $2)`,
      [other.id, settings],
    )
    await world.pool.query(
      `insert into calendar_links (office_id, sub_office_id, provider, calendar_id, due_at)
       values ($1, $2, 'nexudus', '1', '2099-01-01')`,
      [other.id, space.id],
    )
  }
  await later('2026-03-02T08:02:00.000Z')
  const { rows } = await world.pool.query<{ due_at: Date }>(
    'select due_at from calendar_links where sub_office_id = $1',
    [room.space.id],
  )

  expect(new Date(rows[0]!.due_at).getTime()).toBeGreaterThanOrEqual(Date.parse('2026-03-02T08:03:00.000Z'))
})

test('a notice with another signature, a changed body or no secret is refused', async () => {
  const room = await linkedRoom()
  const body = JSON.stringify([{ ResourceId: room.resource }])
  const replies = [
    await notify(room, body, signed(body, 'another secret')),
    await notify(room, `${body} `, signed(body)),
    await notify(room, body, ''),
    await notify(room, body, 'not hex'),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
  expect(replies[0]!.json().detail).toBe('The signature is wrong.')
  const other = { office: await world.office() }
  expect((await notify(other, body, signed(body))).statusCode).toBe(404)
  // Whatever it says, a signed one is a reason to look.
  expect((await notify(room, 'nonsense', signed('nonsense'))).statusCode).toBe(200)
})

test('an order whose time is taken at Nexudus goes to the inbox', async () => {
  const room = await linkedRoom()
  nexudus.addBooking(room.resource, { start: '2026-03-05T08:30:00Z', end: '2026-03-05T09:30:00Z' })
  const { id } = await book(room)
  await world.runJobs()

  expect(await conflictsOf(room)).toMatchObject([{ order_id: String(id) }])
})

test('a throttled call is made again, and is no conflict', async () => {
  const room = await linkedRoom()
  nexudus.misbehave('409 throttled', /POST/, 1)
  await book(room)
  await world.runJobs()
  expect(nexudus.bookingsOf(room.resource)).toEqual([])
  await later('2026-03-02T08:05:00.000Z')

  expect(nexudus.bookingsOf(room.resource)).toHaveLength(1)
  expect(await conflictsOf(room)).toEqual([])
})
