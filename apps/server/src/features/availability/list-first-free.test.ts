import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
world.setNow('2026-03-02T06:00:00.000Z')

const DAY = '2026-03-03'

const firstFree = async (office_id: number, sub_office_id: number, date = DAY) =>
  (
    await world.get(
      `/api/offices/${office_id}/availability/first-free?date=${date}&sub_office_id=${sub_office_id}`,
    )
  ).json()

/** An office with two rooms of a kind and a hall. */
async function makeOffice() {
  const { id: office_id } = await world.office({ open_hours: '08:00', close_hours: '20:00' })
  const [room, twin, hall] = [
    await world.subOffice(office_id, { type: 'meeting_room' }),
    await world.subOffice(office_id, { type: 'meeting_room' }),
    await world.subOffice(office_id, { type: 'lecture_room' }),
  ]
  for (const { id } of [room, twin, hall]) await world.unit(office_id, id)
  const admin = await world.user({ admin: true })
  const close = (sub_office_id: number, change: object = {}) =>
    world.post(
      `/api/admin/offices/${office_id}/closures`,
      { sub_office_id, date: DAY, start: '08:00', end: '20:00', reason: 'Paint', ...change },
      admin,
    )
  return { office_id, room, twin, hall, close }
}

test('a full day offers a room of the same kind that day, and the same room on the next free day', async () => {
  const { office_id, room, twin, close } = await makeOffice()
  await close(room.id)
  await close(room.id, { date: '2026-03-04' })
  await close(twin.id, { end: '10:30' })

  expect(await firstFree(office_id, room.id)).toMatchObject([
    { sub_office_id: twin.id, date: DAY, start: '10:30', end: '11:30' },
    { sub_office_id: room.id, date: '2026-03-05', start: '08:00', end: '09:00' },
  ])
})

test('another kind of room is offered only if none of the same kind is free', async () => {
  const { office_id, room, twin, hall, close } = await makeOffice()
  for (const { id } of [room, twin]) await close(id)

  expect((await firstFree(office_id, room.id))[0]).toMatchObject({ sub_office_id: hall.id, date: DAY })
})

test('what is offered can be booked as it is', async () => {
  const { office_id, room, close } = await makeOffice()
  await close(room.id)
  for (const { name, name_he, office_name, office_name_he, ...stay } of await firstFree(office_id, room.id))
    expect((await world.post('/api/orders', stay, await world.user())).statusCode).toBe(201)
})

test('a quote says what cancelling would cost', async () => {
  const { id: office_id } = await world.office({
    open_hours: '08:00',
    close_hours: '20:00',
    time_zone: 'UTC',
  })
  const room = await world.subOffice(office_id)
  const stay = { office_id, sub_office_id: room.id, date: DAY, start: '12:00', end: '13:00' }
  const reply = await world.post('/api/orders/quote', stay, await world.user())

  expect(reply.json().terms).toEqual({
    free_until: '2026-03-02T12:00:00.000Z',
    free_minutes: 15,
    late_refund_percent: 50,
    no_show: null,
  })
})

test('nothing is offered where nothing is free', async () => {
  const { id: office_id } = await world.office({ temporarily_closed: true })
  const room = await world.subOffice(office_id)
  await world.unit(office_id, room.id)

  expect(await firstFree(office_id, room.id)).toEqual([])
  expect(await firstFree(office_id, room.id + 999)).toMatchObject({ detail: expect.any(String) })
})
