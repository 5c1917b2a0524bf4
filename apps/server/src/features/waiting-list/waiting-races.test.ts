import type { OrderDetails } from '@keyhour/contract/orders'
import type { WaitingEntry } from '@keyhour/contract/waiting-list'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endHolds } from '#server/features/bookings/end-holds.ts'
import { offerTimes } from '#server/features/waiting-list/offer-times.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

const STAYS = [
  { start: '10:00', end: '12:00' },
  { start: '10:00', end: '11:00' },
  { start: '11:00', end: '12:00' },
]
const SEATS = 2

async function scene() {
  world.setNow('2026-03-02T08:00:00.000Z')
  const office = await world.office({ cleaning_buffer_minutes: 30, unpaid_bookings_allowed: 100 })
  const space = await world.subOffice(office.id, { type: 'open_space', capacity: SEATS })
  for (let number = 1; number <= SEATS; number += 1) await world.unit(office.id, space.id, number)
  const people = await Promise.all(Array.from({ length: 5 }, () => world.user()))
  return { place: { office_id: office.id, sub_office_id: space.id, date: '2026-03-03' }, people }
}
type Scene = Awaited<ReturnType<typeof scene>>

async function cancelFirst(person: Person): Promise<void> {
  const orders: OrderDetails[] = (await world.get('/api/orders', person)).json()
  const order = orders.find(({ cancelled_at }) => cancelled_at === null)
  if (!order) return
  const { refund, owed } = (await world.get(`/api/orders/${order.id}/refund`, person)).json()
  await world.post(`/api/orders/${order.id}/cancel`, { refund, owed }, person)
}

async function leaveFirst(person: Person): Promise<void> {
  const [wait]: WaitingEntry[] = (await world.get('/api/waiting-list', person)).json()
  if (wait) await world.send({ method: 'DELETE', url: `/api/waiting-list/${wait.id}` }, person)
}

const STEPS: Record<string, (place: Scene['place'], person: Person, stay: number) => Promise<unknown>> = {
  book: (place, person, stay) => world.post('/api/orders', { ...place, ...STAYS[stay] }, person),
  hold: (place, person, stay) => world.post('/api/orders/hold', { ...place, ...STAYS[stay] }, person),
  wait: (place, person, stay) => world.post('/api/waiting-list', { ...place, ...STAYS[stay] }, person),
  cancel: (_, person) => cancelFirst(person),
  leave: (_, person) => leaveFirst(person),
  offer: () => offerTimes.run(world, { all: false }),
  tend: () => offerTimes.run(world, { all: true }),
  pass: async (_, person, minutes) => {
    world.setNow(new Date(world.now().getTime() + (minutes + (person.id % 2) * 7) * 60_000).toISOString())
    await endHolds.run(world, {})
  },
}

const aStep = fc.record({
  what: fc.constantFrom('book', 'hold', 'wait', 'wait', 'cancel', 'leave', 'offer', 'tend', 'pass'),
  who: fc.nat({ max: 4 }),
  stay: fc.nat({ max: STAYS.length - 1 }),
})

/** Offers whose hold is missing or belongs to somebody else, and holds of those who are offered nothing. */
const LOST = `
  select entry.id, hold.id as hold from (select * from waiting_entries where state = 'offered' and office_id = $1) entry
  full join (select * from occupancy where waiting_id is not null and office_id = $1) hold
    on hold.waiting_id = entry.id and hold.held_by = entry.user_id and hold.held_until = entry.offered_until
  where entry.id is null or hold.id is null`

/** Somebody who waits although all of their stay, with its cleaning, is free. */
const FORGOTTEN = `
  select entry.id from waiting_entries entry where entry.state = 'waiting' and entry.office_id = $1 and exists (
    select from units where units.office_id = $1 and not exists (
      select from occupancy where occupancy.office_id = $1 and unit_id = units.id
        and during && tstzrange(lower(entry.during), upper(entry.during) + interval '30 minutes')))
    and not exists (select from orders where user_id = entry.user_id and cancelled_at is null
      and tstzrange(start, "end") @> entry.during)`

test('whatever people and servers do at once, each offer has its hold and nobody is forgotten', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(aStep, { minLength: 1, maxLength: 6 }), { maxLength: 7 }),
      async (rounds) => {
        const { place, people } = await scene()
        for (const round of rounds)
          await Promise.all(round.map(({ what, who, stay }) => STEPS[what]!(place, people[who]!, stay)))
        await endHolds.run(world, {})
        await offerTimes.run(world, { all: true })

        const rowsOf = async (query: string) => (await world.pool.query(query, [place.office_id])).rows
        expect(await rowsOf(LOST)).toEqual([])
        expect(await rowsOf(FORGOTTEN)).toEqual([])
      },
    ),
    { numRuns: 25 },
  )
}, 120_000)

test('of many who cancel, book, leave and offer at once, one person holds the room', async () => {
  const { place, people } = await scene()
  const stay = { ...place, ...STAYS[0] }
  const holders = [await world.user(), await world.user()]
  for (const person of holders) await world.post('/api/orders', stay, person)
  for (const person of people) await world.post('/api/waiting-list', stay, person)
  await Promise.all([
    ...holders.map(cancelFirst),
    ...people.slice(0, 2).map(leaveFirst),
    ...Array.from({ length: 6 }, () => offerTimes.run(world, { all: false })),
    world.post('/api/orders', stay, await world.user()),
  ])
  await offerTimes.run(world, { all: true })
  const { rows } = await world.pool.query(
    `select user_id, state from waiting_entries where office_id = $1 order by id`,
    [place.office_id],
  )
  const { rows: taken } = await world.pool.query(
    `select from occupancy where office_id = $1 and cause in ('hold', 'order')`,
    [place.office_id],
  )

  expect(taken.length).toBe(SEATS)
  // Nobody is offered the time while somebody further ahead still waits.
  const states = rows.map(({ state }) => state).filter((state) => state !== 'left')
  expect(states.lastIndexOf('offered')).toBeLessThan(states.indexOf('waiting'))
})
