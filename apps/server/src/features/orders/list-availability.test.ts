import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
world.setNow('2026-03-02T08:00:20.000Z')

const dayOf = async (officeId: number, date: string) =>
  (await world.get(`/api/offices/${officeId}/availability/spaces?date=${date}`)).json()

test('a day of an office is the same day as each of its spaces has', async () => {
  const hours = { open_hours: '08:00', close_hours: '20:00', cleaning_buffer_minutes: 30 }
  const { id: office_id } = await world.office(hours)
  const [room, hall] = [
    await world.subOffice(office_id),
    await world.subOffice(office_id, { type: 'open_space' }),
  ]
  await world.unit(office_id, room.id)
  await world.unit(office_id, hall.id)
  await world.unit(office_id, hall.id, 2)
  const [person, admin] = [await world.user(), await world.user({ admin: true })]
  const day = { date: '2026-03-03' }
  for (const { id } of [room, hall])
    await world.post(
      '/api/orders',
      { office_id, sub_office_id: id, ...day, start: '14:00', end: '16:00' },
      person,
    )
  const closure = { sub_office_id: room.id, ...day, start: '18:00', end: '19:00', reason: 'Paint' }
  await world.post(`/api/admin/offices/${office_id}/closures`, closure, admin)

  const alone = await Promise.all(
    [room, hall].map(async ({ id }) =>
      (await world.get(`/api/offices/${office_id}/availability?date=${day.date}&sub_office_id=${id}`)).json(),
    ),
  )
  const together: { sub_office_id: number }[] = await dayOf(office_id, day.date)
  expect(together.sort((a, b) => a.sub_office_id - b.sub_office_id)).toEqual(alone)
  expect(alone).toMatchObject([
    { units: 1, closure: 'Paint' },
    { units: 2, closure: null },
  ])
})

test('an office without sub-offices has a day as a whole', async () => {
  const { id } = await world.office({ price_per_hour: 9000 })
  await world.unit(id)
  const day = { office_id: id, sub_office_id: null, units: 1 }

  expect(await dayOf(id, '2026-03-03')).toMatchObject([{ ...day, reason: null }])
  await world.pool.query('update offices set price_per_hour = 0 where id = $1', [id])
  expect(await dayOf(id, '2026-03-03')).toMatchObject([{ ...day, reason: 'no_price' }])
})

test('an office that is not open yet says so for each space', async () => {
  const { id } = await world.office({ coming_soon: true })
  await world.unit(id, (await world.subOffice(id)).id)

  expect(await dayOf(id, '2026-03-03')).toMatchObject([{ reason: 'coming_soon' }])
})

test('an office that is not there has no day', async () => {
  const reply = await world.get('/api/offices/987654/availability/spaces?date=2026-03-03')

  expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'This space cannot be booked.' }])
})
