import type { Availability } from '@keyhour/contract/availability'
import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
world.setNow('2026-03-02T08:00:20.000Z')

const dayOf = async (officeId: number, date: string) =>
  (await world.get(`/api/offices/${officeId}/availability/spaces?date=${date}`)).json()

test('a day of an office lists the same times as the day of each of its spaces', async () => {
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

test('an office without sub-offices is listed as one space', async () => {
  const { id } = await world.office({ price_per_hour: 9000 })
  await world.unit(id)
  const day = { office_id: id, sub_office_id: null, units: 1 }

  expect(await dayOf(id, '2026-03-03')).toMatchObject([{ ...day, reason: null }])
  await world.pool.query('update offices set price_per_hour = 0 where id = $1', [id])
  expect(await dayOf(id, '2026-03-03')).toMatchObject([{ ...day, reason: 'no_price' }])
})

test('a day of an office shows each person their own hold as free and the holds of others as booked', async () => {
  const { id: office_id } = await world.office()
  const { id: sub_office_id } = await world.subOffice(office_id)
  await world.unit(office_id, sub_office_id)
  const [holder, other] = [await world.user(), await world.user()]
  const stay = { office_id, sub_office_id, date: '2026-03-03', start: '10:00', end: '11:00' }
  expect((await world.post('/api/orders/hold', stay, holder)).statusCode).toBe(200)

  const address = `/api/offices/${office_id}/availability/spaces?date=2026-03-03`
  const seenBy = async (person?: typeof holder) => {
    const [{ slots }] = (await world.get(address, person)).json<Availability[]>() as [Availability]
    return slots.find(({ start }) => start === '10:00')
  }
  expect(await seenBy(holder)).toMatchObject({ free: 1, reason: null })
  expect(await seenBy(other)).toMatchObject({ free: 0, reason: 'booked' })
  expect(await seenBy()).toMatchObject({ free: 0, reason: 'booked' })
})

test('a day of an office tells a customer nothing about others but what is free', async () => {
  const { id: office_id } = await world.office()
  const room = await world.subOffice(office_id)
  await world.unit(office_id, room.id)
  const customer = await world.user({ name: 'Noga Barkan' })
  const stay = { office_id, sub_office_id: room.id, date: '2026-03-03', start: '10:00', end: '11:00' }
  expect((await world.post('/api/orders', stay, customer)).statusCode).toBe(201)

  const address = `/api/offices/${office_id}/availability/spaces?date=2026-03-03`
  const reply = await world.get(address, await world.user())

  expect(reply.body).not.toMatch(/Noga|Barkan|user|customer|order/)
  const [{ slots }] = reply.json()
  expect(slots.find(({ start }: { start: string }) => start === '10:00')).toEqual({
    start: '10:00',
    end: '10:30',
    starts_at: expect.any(String),
    free: 0,
    reason: 'booked',
  })
})

test('a change to an office, made through any server, shows in the next answer', async () => {
  const { id: office_id } = await world.office({ open_hours: '08:00', close_hours: '20:00' })
  const hall = await world.subOffice(office_id, { type: 'open_space' })
  const first = await world.unit(office_id, hall.id)
  const day = async () =>
    (
      await world.get(`/api/offices/${office_id}/availability?date=2026-03-03&sub_office_id=${hall.id}`)
    ).json()
  const change = (text: string, ...values: number[]) => world.pool.query(text, values)
  expect(await day()).toMatchObject({ units: 1, slots: { length: 24 }, reason: null })

  await world.unit(office_id, hall.id, 2)
  expect(await day()).toMatchObject({ units: 2 })
  await change('update units set retired_at = now() where id = $1', first.id)
  expect(await day()).toMatchObject({ units: 1 })
  await change(`update offices set close_hours = '10:00' where id = $1`, office_id)
  expect(await day()).toMatchObject({ slots: { length: 4 } })
  await change('update offices set temporarily_closed = true where id = $1', office_id)
  expect(await day()).toMatchObject({ reason: 'temporarily_closed' })
  await change('update sub_offices set deleted_at = now() where id = $1', hall.id)
  expect(await day()).toEqual({ detail: 'This space cannot be booked.' })
  const room = await world.subOffice(office_id)
  expect(await dayOf(office_id, '2026-03-03')).toMatchObject([{ sub_office_id: room.id, units: 0 }])
})

test('an office that is coming soon says so for each space', async () => {
  const { id } = await world.office({ coming_soon: true })
  await world.unit(id, (await world.subOffice(id)).id)

  expect(await dayOf(id, '2026-03-03')).toMatchObject([{ reason: 'coming_soon' }])
})

test('an office that does not exist has no availability', async () => {
  const reply = await world.get('/api/offices/987654/availability/spaces?date=2026-03-03')

  expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'This space cannot be booked.' }])
})

test('only people who may know a hidden office see its free times; for everyone else it does not exist', async () => {
  const { id } = await world.office({ hidden: true, price_per_hour: 9000 })
  await world.unit(id)
  const [member, guest, stranger] = [await world.user(), await world.user(), await world.user()]
  await world.member(id, member.id, 'member')
  await world.order({ office_id: id, user_id: guest.id })
  const addresses = [
    `/api/offices/${id}/availability?date=2026-03-03`,
    `/api/offices/${id}/availability/month?month=2026-03`,
    `/api/offices/${id}/availability/spaces?date=2026-03-03`,
  ]

  for (const address of addresses) {
    for (const person of [member, guest, await world.user({ admin: true })])
      expect([address, (await world.get(address, person)).statusCode]).toEqual([address, 200])
    for (const person of [stranger, undefined]) {
      const reply = await world.get(address, person)
      expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'This space cannot be booked.' }])
    }
  }
})

test('a hidden office is quoted, held and booked like one that does not exist', async () => {
  const { id } = await world.office({ hidden: true })
  const room = await world.subOffice(id)
  await world.unit(id, room.id)
  const person = await world.user()
  const time = { date: '2026-03-03', start: '10:00', end: '11:00' }
  const answers = async (office_id: number, sub_office_id: number) =>
    Promise.all(
      ['quote', 'hold', '', 'start_now'].map(async (what) => {
        const place = { office_id, sub_office_id }
        const body = what === 'start_now' ? place : { ...place, ...time }
        const reply = await world.post(`/api/orders${what && `/${what}`}`, body, person)
        return [what, reply.statusCode, reply.json()]
      }),
    )

  const missing = await answers(987_654, 987_654)
  expect(missing.map(([, status]) => status)).toEqual([404, 404, 404, 404])
  expect(await answers(id, room.id)).toEqual(missing)
})

test('no calendar shows days more than a year ahead as free', async () => {
  const { id: office_id } = await world.office({ open_hours: '18:00', close_hours: '02:00' })
  const { id: sub_office_id } = await world.subOffice(office_id)
  await world.unit(office_id, sub_office_id)
  const address = `/api/offices/${office_id}/availability`
  const of = `sub_office_id=${sub_office_id}`
  const [lastDay, tooFar] = ['2027-03-03', '2027-03-04']

  expect((await world.get(`${address}?date=${lastDay}&${of}`)).json()).toMatchObject({ reason: null })
  for (const day of [
    (await world.get(`${address}?date=${tooFar}&${of}`)).json(),
    (await dayOf(office_id, tooFar))[0],
  ]) {
    expect(day.reason).toBe('too_far')
    expect(day.slots).not.toHaveLength(0)
    for (const slot of day.slots) expect(slot).toMatchObject({ free: 0, reason: 'too_far' })
  }
  const { days } = (await world.get(`${address}/month?month=2027-03&${of}`)).json()
  expect(days.slice(2, 4)).toEqual([
    { date: lastDay, free: 1, reason: null },
    { date: tooFar, free: 0, reason: 'too_far' },
  ])
})

test('the last night shown as free can be booked past midnight, and nothing after it can', async () => {
  const { id: office_id } = await world.office({ open_hours: '18:00', close_hours: '02:00' })
  const { id: sub_office_id } = await world.subOffice(office_id)
  await world.unit(office_id, sub_office_id)
  const person = await world.user()
  const quote = async (stay: object) =>
    (await world.post('/api/orders/quote', { office_id, sub_office_id, ...stay }, person)).statusCode

  expect(await quote({ date: '2027-03-03', start: '23:00', end: '01:00', end_date: '2027-03-04' })).toBe(200)
  expect(await quote({ date: '2027-03-04', start: '00:30', end: '01:30' })).toBe(200)
  expect(await quote({ date: '2027-03-04', start: '18:00', end: '19:00' })).toBe(422)
})

test('a stay of several days must end within the year, too', async () => {
  const { id: office_id } = await world.office()
  const { id: sub_office_id } = await world.subOffice(office_id, { rent_type: 'day' })
  await world.unit(office_id, sub_office_id)
  const stay = { office_id, sub_office_id, date: '2027-03-02' }
  const quote = async (end_date: string) =>
    (await world.post('/api/orders/quote', { ...stay, end_date }, await world.user())).json()

  expect(await quote('2027-03-03')).toMatchObject({ rent_type: 'day' })
  expect(await quote('2027-03-04')).toMatchObject({
    detail: [{ loc: ['body', 'end_date'], msg: 'Bookings can be made up to a year ahead' }],
  })
})
