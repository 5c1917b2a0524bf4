import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const DAY = '2026-03-03'

async function bookedRoom() {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00' })
  const space = await world.subOffice(office.id, { price_per_hour: 5000 })
  await world.unit(office.id, space.id, 1)
  const place = { office_id: office.id, sub_office_id: space.id, date: DAY }
  const person = await world.user()
  await world.credits(person.id, 100_000)
  const send = (path: string, start: string, end: string) =>
    world.post(path, { ...place, start, end }, person)
  expect((await send('/api/orders', '09:00', '10:00')).statusCode).toBe(201)
  return {
    office,
    space,
    book: (start: string, end: string) => send('/api/orders', start, end),
    hold: (start: string, end: string) => send('/api/orders/hold', start, end),
  }
}

test('a price that was changed since the last booking is the price of the next one', async () => {
  const { space, book, hold } = await bookedRoom()
  await world.pool.query('update sub_offices set price_per_hour = 7000 where id = $1', [space.id])

  expect((await book('10:00', '11:00')).json()).toMatchObject({ base_price: 7000, total_price: 7000 })
  await world.pool.query('update sub_offices set price_per_hour = 8000 where id = $1', [space.id])
  expect((await hold('11:00', '12:00')).json()).toMatchObject({ quote: { base_price: 8000 } })
})

test('hours that were extended since the last booking can be booked', async () => {
  const { office, book } = await bookedRoom()
  expect((await book('20:00', '21:00')).statusCode).toBe(422)
  await world.pool.query(`update offices set close_hours = '22:00' where id = $1`, [office.id])

  expect((await book('20:00', '21:00')).statusCode).toBe(201)
})

test('a space that was deleted or hidden since the last booking cannot be booked', async () => {
  const [deleted, hidden] = [await bookedRoom(), await bookedRoom()]
  await world.pool.query('update sub_offices set deleted_at = now() where id = $1', [deleted.space.id])
  await world.pool.query('update offices set hidden = true where id = $1', [hidden.office.id])
  const replies = await Promise.all([deleted.book('10:00', '11:00'), hidden.book('10:00', '11:00')])

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404])
})

test('a change elsewhere in the office does not disturb a booking', async () => {
  const { office, book } = await bookedRoom()
  await world.subOffice(office.id, { name: 'Another room' })

  expect((await book('10:00', '11:00')).statusCode).toBe(201)
})
