import { simulateNexudus } from '@keyhour/simulators/nexudus'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { call, day } from '../test/booking-load.ts'
import { now, startOutsideDatabase } from '../test/outside-database.ts'
import { type Product, start } from './product.ts'

/** Includes a server start. */
const PATIENTLY = { timeout: 30_000, interval: 50 }
const [WRITE, READ] = [/POST .*bookings$/, /GET .*bookings$/]

const nexudus = await simulateNexudus({ now })
const database = await startOutsideDatabase()
const port = await freePort()
const settings = (name: string) => ({ ...database.settings(name), NEXUDUS_URL: nexudus.apiUrl })
let product: Product = await start(settings('one'), port)
afterEach(nexudus.behave)
afterAll(async () => {
  await product.kill('SIGTERM')
  await nexudus.close()
  await database.stop()
})

const [admin, member] = [
  await database.person({ admin: true }),
  await database.person({ credits: [1_000_000] }),
]

/** Answered once it was read for the first time. */
async function linkedRoom() {
  const { id: office_id } = await database.make.office()
  const resource = nexudus.addResource({ Name: `Room ${office_id}` })
  const fields = { nexudus_resource_id: String(resource) }
  const { id: sub_office_id } = await database.make.subOffice(office_id, fields)
  await database.make.unit(office_id, sub_office_id)
  const account = { email: nexudus.email, business_id: String(nexudus.businessId), clock: 'utc' }
  const connected = await call(product, admin, ['PUT', `/api/admin/offices/${office_id}/calendar_accounts`], {
    provider: 'nexudus',
    ...account,
    secret: nexudus.password,
  })
  expect(connected.status).toBe(200)
  const { rows } = await database.pool.query('select id from calendar_links where office_id = $1', [
    office_id,
  ])
  const room = { space: { office_id, sub_office_id }, resource, link_id: Number(rows[0].id) }
  await expect.poll(async () => (await linkOf(room)).read_at, PATIENTLY).not.toBeNull()
  await isIdle(room)
  return room
}
type Room = Awaited<ReturnType<typeof linkedRoom>>

const linkOf = async ({ link_id }: Pick<Room, 'link_id'>) =>
  (await database.pool.query('select * from calendar_links where id = $1', [link_id])).rows[0]
const isIdle = (room: Pick<Room, 'link_id'>) =>
  expect.poll(async () => (await linkOf(room)).leased_until, PATIENTLY).toBeNull()

async function book({ space }: Room): Promise<number> {
  const time = { date: day(2), start: '10:00', end: '11:00' }
  const booked = await call(product, member, ['POST', '/api/orders'], { ...space, ...time })
  expect(booked.status).toBe(201)
  return booked.body.id
}
async function cancel(order: number): Promise<void> {
  const { body } = await call(product, member, ['GET', `/api/orders/${order}/refund`])
  const asked = { refund: body.refund }
  expect((await call(product, member, ['POST', `/api/orders/${order}/cancel`], asked)).status).toBe(200)
}
const copyOf = async (order: number) =>
  (await database.pool.query('select state, event_id from order_copies where order_id = $1', [order])).rows[0]
const bookingsOf = ({ resource }: Room) => nexudus.bookingsOf(resource)
const countOf = (what: RegExp, { resource }: Room) =>
  nexudus.calls.filter(
    ({ method, path, body }) =>
      what.test(`${method} ${path.split('?')[0]}`) &&
      (path.includes(`Booking_Resource=${resource}&`) || body.includes(`"ResourceId":${resource}`)),
  ).length

/** Nexudus has made the booking, and the server dies before it hears of that. Another one is up. */
async function killedWhileCopying(room: Room): Promise<number> {
  const release = nexudus.hold(WRITE, { onlyAnswers: true })
  const order = await book(room)
  await expect.poll(() => bookingsOf(room).length, PATIENTLY).toBe(1)
  await product.kill('SIGKILL')
  release()
  product = await start(settings('one'), port)
  return order
}
/** Of the server that died. */
async function endLease({ link_id }: Room): Promise<void> {
  await database.pool.query('update calendar_links set leased_until = now() where id = $1', [link_id])
  await addJobs({ link_id }, 1)
}
const addJobs = ({ link_id }: Pick<Room, 'link_id'>, count: number) =>
  database.pool.query(
    `insert into pgboss.job (name, data)
     select 'sync-link', jsonb_build_object('link_id', $1::integer) from generate_series(1, $2)`,
    [link_id, count],
  )

test('a server that is killed between the call to a service and its note of it makes no second booking there', async () => {
  const room = await linkedRoom()
  const order = await killedWhileCopying(room)
  expect(await copyOf(order)).toMatchObject({ state: 'due', event_id: null })
  await endLease(room)
  await expect.poll(async () => (await copyOf(order)).state, PATIENTLY).toBe('written')

  expect(bookingsOf(room).map(({ Id }) => String(Id))).toEqual([(await copyOf(order)).event_id])
  expect(countOf(WRITE, room)).toBe(1)
})

test('a booking there that was never noted is removed when its order is cancelled', async () => {
  const room = await linkedRoom()
  const order = await killedWhileCopying(room)
  await cancel(order)
  await endLease(room)

  await expect.poll(() => bookingsOf(room), PATIENTLY).toEqual([])
})

test('two servers that are told of the same work write an order once and read a resource once', async () => {
  const other = await start(settings('two'), await freePort())
  try {
    await database.pool.query(`update calendar_links set due_at = '2099-01-01'`)
    const room = await linkedRoom()
    const releaseWrites = nexudus.hold(WRITE)
    await book(room)
    await expect.poll(() => countOf(WRITE, room), PATIENTLY).toBe(1)
    await offerWork(room)
    expect(countOf(WRITE, room)).toBe(1)
    releaseWrites()
    await expect.poll(() => bookingsOf(room).length, PATIENTLY).toBe(1)
    await isIdle(room)

    const releaseReads = nexudus.hold(READ)
    const before = countOf(READ, room)
    await database.pool.query('update calendar_links set due_at = now() where id = $1', [room.link_id])
    await offerWork(room)
    await expect.poll(() => countOf(READ, room), PATIENTLY).toBe(before + 1)
    releaseReads()
    await isIdle(room)
    expect([countOf(WRITE, room), countOf(READ, room)]).toEqual([1, before + 1])
  } finally {
    await other.kill('SIGTERM')
  }
})

/** Both servers take some of these jobs. Ends when all but the one that waits for Nexudus are done. */
async function offerWork(room: Room): Promise<void> {
  await addJobs(room, 60)
  const left = async () => {
    const { rows } = await database.pool.query(
      `select count(*)::integer as left from pgboss.job
       where name = 'sync-link' and data->>'link_id' = $1 and start_after <= now() and state < 'completed'`,
      [room.link_id],
    )
    return rows[0].left
  }
  await expect.poll(left, PATIENTLY).toBe(1)
}
