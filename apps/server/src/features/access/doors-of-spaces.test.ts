import type { Device, OrderAccess } from '@keyhour/contract/access'
import { simulateHomeAssistant } from '@keyhour/simulators/home-assistant'
import { expect, onTestFinished, test } from 'vitest'
import { homeAssistants } from '#server/db/schema/access.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ HUB_NETWORKS: 'loopback' })
const admin = await world.user({ admin: true })
const [ENTRANCE, STUDIO] = ['lock.entrance', 'lock.studio']
type Person = Awaited<ReturnType<typeof world.user>>

/** An office with an entrance for everyone, desks, and a studio with its own lock. */
async function house() {
  world.setNow('2026-03-02T06:00:00.000Z')
  const lock = (entity_id: string) => ({ entity_id, codes: 'zwave_js' as const })
  const hub = await simulateHomeAssistant({ now: world.now, entities: [lock(ENTRANCE), lock(STUDIO)] })
  onTestFinished(hub.close)
  const office = await world.office()
  const room = async (name: string) => {
    const { id } = await world.subOffice(office.id, { name })
    await world.unit(office.id, id)
    return id
  }
  const [studio, desks] = [await room('Podcast studio'), await room('Desks')]
  await world.db
    .insert(homeAssistants)
    .values({ office_id: office.id, url: hub.url, token_sealed: world.secrets.seal(hub.token) })
  const entrance = await add({ name: 'Entrance', office_id: office.id, home_assistant_id: ENTRANCE })
  const studioLock = await add({
    name: 'Studio',
    office_id: office.id,
    home_assistant_id: STUDIO,
    sub_office_ids: [studio],
  })
  return {
    office,
    studio,
    desks,
    entrance,
    studioLock,
    codes: () => [hub.codesIn(ENTRANCE), hub.codesIn(STUDIO)].map((codes) => Object.values(codes).length),
    async book(sub_office_id: number | null, as?: Person) {
      const person = as ?? (await world.user())
      const stay = { office_id: office.id, sub_office_id, date: '2026-03-02', start: '08:00', end: '10:00' }
      const reply = await world.post('/api/orders', stay, person)
      expect(reply.statusCode).toBe(201)
      await world.runJobs()
      return { id: reply.json().id as number, person }
    },
  }
}

async function add(form: object): Promise<Device> {
  const reply = await world.post('/api/admin/devices', { type: 'lock', ...form }, admin)
  expect(reply.statusCode).toBe(201)
  return reply.json()
}

const change = (device: Device, payload: object) =>
  world.send(
    {
      method: 'PUT',
      url: `/api/admin/devices/${device.id}`,
      payload: { version: device.version, ...payload },
    },
    admin,
  )
const find = async (id: number) =>
  (await world.get('/api/admin/devices', admin)).json<Device[]>().find((device) => device.id === id)!
const doorsOf = async ({ id, person }: { id: number; person: Person }) =>
  (await world.get(`/api/orders/${id}/access`, person)).json<OrderAccess>().doors.map(({ name }) => name)
const open = ({ id, person }: { id: number; person: Person }, device: Device) =>
  world.send({ method: 'POST', url: `/api/orders/${id}/doors/${device.id}/open` }, person)

test("a desk customer is not offered the studio's lock, cannot open it, and has no code in it", async () => {
  const { desks, book, entrance, studioLock, codes } = await house()
  const order = await book(desks)

  expect(await doorsOf(order)).toEqual(['Entrance'])
  expect(codes()).toEqual([1, 0])
  const refused = await open(order, studioLock)
  expect([refused.statusCode, refused.json().detail]).toEqual([404, 'This door does not exist.'])
  expect((await open(order, entrance)).statusCode).toBe(200)
})

test('a customer who booked the studio opens the entrance and the studio', async () => {
  const { studio, book, studioLock, codes } = await house()
  const order = await book(studio)

  expect(await doorsOf(order)).toEqual(['Entrance', 'Studio'])
  expect(codes()).toEqual([1, 1])
  expect((await open(order, studioLock)).statusCode).toBe(200)
})

test('a customer who booked the whole office opens every door, whichever spaces it names', async () => {
  const { office, studio, desks, book, codes } = await house()
  for (const id of [studio, desks])
    await world.send({ method: 'DELETE', url: `/api/offices/${office.id}/sub-offices/${id}` }, admin)
  await world.pool.query("update offices set price_per_hour = 5000, rent_type = 'hour' where id = $1", [
    office.id,
  ])
  const order = await book(null)

  expect(await doorsOf(order)).toEqual(['Entrance', 'Studio'])
  expect(codes()).toEqual([1, 1])
})

test('the lock of a deleted space does not open for the rest of the office', async () => {
  const { office, studio, desks, book, studioLock, codes } = await house()
  const deleted = await world.send(
    { method: 'DELETE', url: `/api/offices/${office.id}/sub-offices/${studio}` },
    admin,
  )
  expect(deleted.statusCode).toBe(200)
  const order = await book(desks)

  expect(await doorsOf(order)).toEqual(['Entrance'])
  expect(codes()).toEqual([1, 0])
  expect((await find(studioLock.id)).sub_office_ids).toEqual([studio])
})

test('a copy of a space does not open the lock of the original', async () => {
  const { office, studio, book } = await house()
  const url = `/api/offices/${office.id}/sub-offices/${studio}/duplicate`
  const copy = (await world.post(url, {}, admin)).json().id

  expect(await doorsOf(await book(copy))).toEqual(['Entrance'])
})

test('an order that moves to another space of the office loses one lock and gains another', async () => {
  const { office, studio, desks, book, codes } = await house()
  const order = await book(desks)
  expect(codes()).toEqual([1, 0])
  const move = async (from: number, to: number) => {
    const idsOf = (sub_office_id: number) => ({ office_id: office.id, sub_office_id })
    const payload = { ...idsOf(to), from: idsOf(from), price: 'as agreed', due: 11_800 }
    const moved = await world.send(
      { method: 'PUT', url: `/api/admin/orders/${order.id}/space`, payload },
      admin,
    )
    expect(moved.statusCode).toBe(200)
    await world.runJobs()
  }

  await move(desks, studio)
  expect([codes(), await doorsOf(order)]).toEqual([
    [1, 1],
    ['Entrance', 'Studio'],
  ])
  await move(studio, desks)
  expect([codes(), await doorsOf(order)]).toEqual([[1, 0], ['Entrance']])
})

test('when a door gets other spaces, running visits follow immediately', async () => {
  const { studio, desks, book, studioLock, codes } = await house()
  const order = await book(desks)
  const shared = await change(studioLock, { sub_office_ids: [desks, studio] })
  await world.runJobs()
  expect([shared.json().sub_office_ids, codes()]).toEqual([
    [studio, desks],
    [1, 1],
  ])
  expect(await doorsOf(order)).toEqual(['Entrance', 'Studio'])

  await change(shared.json(), { sub_office_ids: [studio] })
  await world.runJobs()
  expect(codes()).toEqual([1, 0])
})

test('a form that names no spaces leaves them unchanged, unless the door moves to another office', async () => {
  const { studio, studioLock } = await house()
  const renamed = await change(studioLock, { name: 'Studio door' })
  expect(renamed.json()).toMatchObject({ name: 'Studio door', sub_office_ids: [studio] })

  const { id: office_id } = await world.office()
  const moved = await change(renamed.json(), { office_id })
  expect(moved.json()).toMatchObject({ office_id, sub_office_ids: [] })
})

test('a door opens only spaces of its own office', async () => {
  const { entrance, studio } = await house()
  const other = await world.subOffice((await world.office()).id)
  const refused = await change(entrance, { sub_office_ids: [studio, other.id] })

  expect([refused.statusCode, refused.json().detail[0]]).toEqual([
    422,
    {
      loc: ['body', 'sub_office_ids'],
      msg: 'This space is not in the office of the door.',
      type: 'custom',
    },
  ])
})
