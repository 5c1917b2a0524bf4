import { simulateHomeAssistant } from '@keyhour/simulators/home-assistant'
import { startPushService } from '@keyhour/simulators/push-service'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { devices, homeAssistants } from '#server/db/schema/access.ts'
import { warnOfExpiry } from '#server/features/credits/warn-of-expiry.ts'
import { tendGrant } from '#server/features/grants/tend-grant.ts'
import { deliverPush } from '#server/features/push/deliver-push.ts'
import { tellOfOrder } from '#server/features/push/tell-of-order.ts'
import { offerTimes } from '#server/features/waiting-list/offer-times.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({
  PUSH_NETWORKS: 'loopback',
  HUB_NETWORKS: 'loopback',
  CONTACT_EMAIL: 'desk@keyhour.example',
})
const service = await startPushService({ now: world.now })
afterAll(service.close)

type Person = Awaited<ReturnType<typeof world.user>>
type Device = ReturnType<typeof service.subscribe>

/** 08:00 at the office. */
beforeEach(() => world.setNow('2026-03-02T06:00:00.000Z'))

const settingsOf = async (person: Person) => (await world.get('/api/push', person)).json()
const add = (device: object, as: Person) => world.post('/api/push/subscriptions', device, as)

async function withDevice(person: Person): Promise<Device> {
  const device = service.subscribe((await settingsOf(person)).public_key)
  expect((await add(device, person)).statusCode).toBe(200)
  return device
}

async function office({ hasLock = false } = {}) {
  const place = await world.office({
    name: 'Harbour House',
    name_he: 'בית הנמל',
    time_zone: 'Asia/Jerusalem',
    open_hours: '08:00',
    close_hours: '20:00',
  })
  const room = await world.subOffice(place.id, { name: 'Olive room', name_he: 'חדר זית' })
  await world.unit(place.id, room.id)
  if (hasLock) {
    const entities = [{ entity_id: 'lock.front', codes: 'zwave_js' as const }]
    const hub = await simulateHomeAssistant({ now: world.now, entities })
    onTestFinished(hub.close)
    const token_sealed = world.secrets.seal(hub.token)
    await world.db.insert(homeAssistants).values({ office_id: place.id, url: hub.url, token_sealed })
    const door = { name: 'Front', home_assistant_id: 'lock.front', type: 'lock' }
    await world.db.insert(devices).values({ office_id: place.id, ...door })
  }
  return { office_id: place.id, sub_office_id: room.id }
}
type Place = Awaited<ReturnType<typeof office>>

async function customer(given: Parameters<typeof world.user>[0] = {}): Promise<Person> {
  const person = await world.user(given)
  await world.credits(person.id, 1_000_000)
  return person
}

async function book(as: Person, place: Place, start = '09:00', end = '11:00'): Promise<number> {
  const reply = await world.post('/api/orders', { ...place, date: '2026-03-02', start, end }, as)
  expect(reply.statusCode).toBe(201)
  return reply.json().id
}

const shownOn = ({ endpoint }: Device) =>
  service.delivered.filter((one) => one.endpoint === endpoint).map(({ message }) => message)

async function tellOf(order_id: number): Promise<void> {
  await tellOfOrder.run(world, { kind: 'booked', order_id })
  await world.runJobs()
}

async function devicesOf({ id }: Person): Promise<number> {
  const { rows } = await world.pool.query('select from push_subscriptions where user_id = $1', [id])
  return rows.length
}

test('a booking leaves work for messages only if the customer has a device', async () => {
  const [withNone, withOne] = [await customer(), await customer()]
  await withDevice(withOne)
  const place = await office()
  await world.pool.query('delete from pgboss.job')
  await book(withNone, place)
  const id = await book(withOne, place, '12:00', '13:00')

  const { rows } = await world.pool.query('select data from pgboss.job where name = $1', [tellOfOrder.name])
  expect(rows).toEqual([{ data: { kind: 'booked', order_id: id } }])
})

test('a confirmed booking reaches each device of the customer, encrypted, in their language, and nobody else', async () => {
  const [maya, dana, noa] = [await customer({ language: 'he' }), await customer(), await customer()]
  const [phone, laptop, hers] = [await withDevice(maya), await withDevice(maya), await withDevice(dana)]
  const place = await office()
  const id = await book(maya, place)
  await book(noa, place, '12:00', '13:00')
  await world.runJobs()

  const message = {
    title: 'ההזמנה אושרה',
    body: expect.stringMatching(/^חדר זית · בית הנמל\n.*11:00.* \(שעון ישראל\)$/),
    url: `/order/${id}`,
    tag: `booked ${id}`,
    language: 'he',
  }
  expect(shownOn(phone)).toEqual([message])
  expect(shownOn(laptop)).toEqual([message])
  expect(shownOn(hers)).toEqual([])
  const sent = service.delivered.find(({ endpoint }) => endpoint === phone.endpoint)
  expect(sent).toMatchObject({ subject: 'mailto:desk@keyhour.example', urgency: 'normal', ttl: 3 * 3600 })
})

test('the customer is told once when the code is in the lock, without the code, and 15 minutes before the end', async () => {
  const maya = await customer()
  const phone = await withDevice(maya)
  const id = await book(maya, await office({ hasLock: true }))
  await world.runJobs()
  world.setNow('2026-03-02T06:50:00.000Z')
  const { rows } = await world.pool.query('select office_id, order_id from grants where order_id = $1', [id])
  const key = { office_id: Number(rows[0].office_id), order_id: id }
  await tendGrant.run(world, key)
  const jobs = await world.pool.query(`select data, start_after from pgboss.job where name = 'tell-of-order'`)
  const reminder = jobs.rows.find(({ data }) => data.kind === 'ending')
  await world.runJobs()

  expect(shownOn(phone).map(({ tag }) => tag)).toEqual([`booked ${id}`, `code_ready ${id}`])
  const { door_code } = (await world.get(`/api/orders/${id}/access`, maya)).json()
  expect(door_code).toMatch(/^\d+$/)
  expect(JSON.stringify(shownOn(phone))).not.toContain(door_code)
  expect(reminder.data).toEqual({ kind: 'ending', order_id: id, until: Date.parse('2026-03-02T09:00:00Z') })

  world.setNow('2026-03-02T08:45:00.000Z')
  await tellOfOrder.run(world, reminder.data)
  await world.runJobs()
  expect(shownOn(phone)[2]).toMatchObject({
    title: 'Your time ends at 11:00',
    actions: [{ action: 'extend', title: 'Extend', url: `/order/${id}?extend` }],
  })
  expect(service.delivered.at(-1)).toMatchObject({ ttl: 15 * 60, urgency: 'high' })
})

test('nobody is reminded of an end that has moved, of a cancelled order, or after checking out', async () => {
  const maya = await customer()
  const phone = await withDevice(maya)
  const place = await office()
  const id = await book(maya, place)
  await world.runJobs()
  const until = Date.parse('2026-03-02T09:00:00Z')
  world.setNow('2026-03-02T08:45:00.000Z')

  await tellOfOrder.run(world, { kind: 'ending', order_id: id, until: until + 3_600_000 })
  await world.post(`/api/orders/${id}/check_out`, {}, maya)
  await tellOfOrder.run(world, { kind: 'ending', order_id: id, until })
  await world.runJobs()
  expect(shownOn(phone)).toHaveLength(1)
})

test('somebody in the lobby: staff of the office tell the customer by mail and on the device, audited', async () => {
  const [maya, manager, owner, stranger] = [
    await customer(),
    await world.user({ name: 'Ron' }),
    await world.user(),
    await world.user(),
  ]
  const phone = await withDevice(maya)
  const place = await office()
  await world.member(place.office_id, manager.id, 'manager')
  await world.member(place.office_id, owner.id, 'owner')
  const id = await book(maya, place)
  await world.runJobs()
  const tell = (as: Person) => world.post(`/api/orders/${id}/waiting`, {}, as)

  world.setNow('2026-03-02T05:30:00.000Z')
  expect((await tell(manager)).statusCode).toBe(409)
  world.setNow('2026-03-02T07:30:00.000Z')
  const refused = [await tell(stranger), await tell(owner), await tell(maya)]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 403])
  expect((await tell(manager)).statusCode).toBe(200)
  await world.runJobs()

  expect(shownOn(phone).at(-1)).toMatchObject({
    title: 'Someone is waiting for you',
    body: 'In the lobby: Olive room · Harbour House',
    url: `/order/${id}`,
  })
  expect((await world.mailsTo(maya.email)).map(({ subject }) => subject)).toContain(
    'Someone is waiting for you in the lobby',
  )
  const { rows } = await world.pool.query(
    `select actor_id::int from audit_log where action = 'tell of guest' and subject_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ actor_id: manager.id }])
  await tell(manager)
  await tell(manager)
  expect((await tell(manager)).statusCode).toBe(429)
})

test('credits that expire in a week are announced once', async () => {
  const maya = await world.user()
  const phone = await withDevice(maya)
  await world.credits(maya.id, 5000, '2026-03-08T00:00:00.000Z')
  await world.credits(maya.id, 7000, '2026-03-09T00:00:00.000Z')
  await world.pool.query(`update credit_lots set created_at = '2026-01-01' where user_id = $1`, [maya.id])
  await warnOfExpiry.run(world, {})
  await warnOfExpiry.run(world, {})
  await world.runJobs()
  expect(shownOn(phone)).toMatchObject([{ title: 'Your credits are about to expire', url: '/credits' }])
})

test('a kind that is turned off is not sent; the others are', async () => {
  const maya = await customer()
  const phone = await withDevice(maya)
  const off = { off: ['booked'] }
  const changed = await world.send({ method: 'PUT', url: '/api/push', payload: off }, maya)
  expect(changed.json().off).toEqual(['booked'])
  const id = await book(maya, await office())
  await world.runJobs()
  await tellOfOrder.run(world, { kind: 'code_ready', order_id: id })
  await world.runJobs()
  expect(shownOn(phone).map(({ tag }) => tag)).toEqual([`code_ready ${id}`])
})

test.each([404, 410])('a device that its service answers %i for is forgotten', async (status) => {
  const maya = await customer()
  const phone = await withDevice(maya)
  service.answer(phone.endpoint, { status })
  await tellOf(await book(maya, await office()))
  expect(await devicesOf(maya)).toBe(0)
})

test('a busy service is asked again after its pause, and one that fails is tried again', async () => {
  const maya = await customer()
  const phone = await withDevice(maya)
  const id = await book(maya, await office())
  await world.runJobs()
  service.answer(phone.endpoint, { status: 429, headers: { 'retry-after': '120' } })
  await tellOfOrder.run(world, { kind: 'booked', order_id: id })
  const { rows } = await world.pool.query(`delete from pgboss.job where name = 'deliver-push' returning data`)
  await deliverPush.run(world, rows[0].data)
  const again = await world.pool.query(
    `select extract(epoch from start_after - created_on)::int as pause from pgboss.job where name = 'deliver-push'`,
  )
  expect(again.rows).toEqual([{ pause: 120 }])
  service.answer(phone.endpoint, { status: 503 })
  await expect(deliverPush.run(world, rows[0].data)).rejects.toThrow('status 503')
  service.answer(phone.endpoint, undefined)
  await world.runJobs()
  expect(shownOn(phone)).toHaveLength(2)
  expect(await devicesOf(maya)).toBe(1)
})

test.each([
  [
    'logging out',
    (_: Person, authorization: string) =>
      world.send({ method: 'POST', url: '/api/auth/log_out', headers: { authorization } }),
  ],
  [
    'signing out everywhere',
    (_: Person, authorization: string) =>
      world.send({ method: 'POST', url: '/api/auth/log_out_everywhere', headers: { authorization } }),
  ],
  [
    'the user is deleted',
    ({ id }: Person) => world.pool.query('update users set deleted_at = now() where id = $1', [id]),
  ],
])('a device is silent after %s', async (_, leave) => {
  const maya = await customer()
  const token = await world.tokenOf(maya)
  const authorization = `Bearer ${token}`
  const device = service.subscribe((await settingsOf(maya)).public_key)
  const url = '/api/push/subscriptions'
  await world.send({ method: 'POST', url, payload: device, headers: { authorization } })
  const id = await book(maya, await office())
  await world.pool.query('delete from pgboss.job')
  await leave(maya, authorization)
  await tellOf(id)
  expect(shownOn(device)).toEqual([])
})

test('a device belongs to whoever subscribed last, and can be removed by its owner only', async () => {
  const [maya, dana] = [await customer(), await customer()]
  const phone = await withDevice(maya)
  expect((await add(phone, dana)).statusCode).toBe(200)
  expect([await devicesOf(maya), await devicesOf(dana)]).toEqual([0, 1])
  const remove = (as: Person) =>
    world.send(
      { method: 'DELETE', url: '/api/push/subscriptions', payload: { endpoint: phone.endpoint } },
      as,
    )
  await remove(maya)
  expect(await devicesOf(dana)).toBe(1)
  await remove(dana)
  expect(await devicesOf(dana)).toBe(0)
})

test('addresses and keys of devices are not stored readably', async () => {
  const maya = await customer()
  const { endpoint, keys } = await withDevice(maya)
  const { rows } = await world.pool.query(
    'select p::text as row from push_subscriptions p where user_id = $1',
    [maya.id],
  )
  const { rows: own } = await world.pool.query('select push_key_sealed from installation')
  expect(rows[0].row).not.toContain(endpoint)
  expect(rows[0].row).not.toContain(keys.auth)
  expect(own[0].push_key_sealed).not.toContain('"d"')
})

test('bad keys are refused', async () => {
  const maya = await customer()
  const { endpoint, keys } = service.subscribe((await settingsOf(maya)).public_key)
  const offCurve = Buffer.alloc(65, 4).toString('base64url')
  for (const bad of [
    { ...keys, auth: 'AAAA' },
    { ...keys, p256dh: 'AAAA' },
    { ...keys, p256dh: offCurve },
  ])
    expect((await add({ endpoint, keys: bad }, maya)).statusCode).toBe(422)
})

test('the first in line is told on their devices that a time is free, unless they turned that off', async () => {
  const [noa, maya, dana] = [await customer(), await customer({ language: 'he' }), await customer()]
  const place = await office()
  const phones = [await withDevice(maya), await withDevice(dana)] as const
  await world.send({ method: 'PUT', url: '/api/push', payload: { off: ['time_free'] } }, dana)
  const id = await book(noa, place)
  const stay = { ...place, date: '2026-03-02', start: '09:00', end: '11:00' }
  for (const person of [maya, dana]) await world.post('/api/waiting-list', stay, person)
  const { refund, owed } = (await world.get(`/api/orders/${id}/refund`, noa)).json()
  await world.post(`/api/orders/${id}/cancel`, { refund, owed }, noa)
  await offerTimes.run(world, { all: false })
  await world.runJobs()
  world.setNow('2026-03-02T06:15:00.000Z')
  await offerTimes.run(world, { all: false })
  await world.runJobs()

  expect(shownOn(phones[0])).toEqual([
    {
      title: 'התפנה עכשיו, ושמור לך עד 08:15',
      body: expect.stringContaining('חדר זית · בית הנמל'),
      url: '/orders',
      tag: expect.stringMatching(/^time_free \d+$/),
      language: 'he',
    },
  ])
  expect(shownOn(phones[1])).toEqual([])
})
