import type { OrderDetails } from '@keyhour/contract/orders'
import type { SeriesQuote } from '@keyhour/contract/series'
import type { WaitingEntry } from '@keyhour/contract/waiting-list'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endHolds } from '#server/features/bookings/end-holds.ts'
import { releaseNoShows } from '#server/features/no-shows/release-no-shows.ts'
import { offerTimes } from '#server/features/waiting-list/offer-times.ts'
import { startWorld } from '../../../test/world.ts'
import { findWrongMoney } from '../../../test/wrong-money.ts'

const world = await startWorld()
const admin = await world.user({ admin: true })
type Person = typeof admin

const PEOPLE = 16
const DAYS = ['2026-03-03', '2026-03-04']
const HOURS = ['09:00', '10:00', '11:00', '12:00']

async function scene() {
  world.setNow('2026-03-03T05:30:00.000Z') // half past seven in the morning there
  const office = await world.office({
    ...{ open_hours: '08:00', close_hours: '18:00', cleaning_buffer_minutes: 30 },
    ...{ unpaid_bookings_allowed: 3, no_show_minutes: 20 },
  })
  const rooms = await Promise.all([world.subOffice(office.id), world.subOffice(office.id)])
  for (const room of rooms) await world.unit(office.id, room.id)
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => world.user()))
  for (const [at, person] of people.entries()) if (at % 4 > 0) await world.credits(person.id, at * 100_00)
  return { office_id: office.id, rooms: rooms.map(({ id }) => id), people }
}

type Scene = Awaited<ReturnType<typeof scene>>
type Choice = { what: string; who: number; room: number; day: number; hour: number; long: boolean }

const stayOf = ({ office_id, rooms }: Scene, { room, day, hour, long }: Choice) => ({
  office_id,
  sub_office_id: rooms[room]!,
  date: DAYS[day]!,
  start: HOURS[hour]!,
  end: HOURS[hour + (long ? 2 : 1)] ?? '13:30',
})

/** Somebody's order of the office that is not over, and its customer. */
async function anOrder({ office_id, people }: Scene, who: number, isInSeries = false) {
  const { rows } = await world.pool.query(
    `select id, user_id from orders where office_id = $1 and cancelled_at is null and "end" > $2
     and (series_id is not null or not $3) order by id`,
    [office_id, world.now(), isInSeries],
  )
  const found = rows[who % rows.length]
  const person = people.find(({ id }) => id === Number(found?.user_id))
  return person && { person, path: `/api/orders/${found.id}` }
}

async function cancelOne(scene: Scene, { who }: Choice): Promise<void> {
  const found = await anOrder(scene, who)
  if (!found) return
  const { refund, owed } = (await world.get(`${found.path}/refund`, found.person)).json()
  await world.post(`${found.path}/cancel`, { refund, owed }, found.person)
}

async function bookSeries(scene: Scene, person: Person, choice: Choice): Promise<void> {
  const repeat = { every: 'day', count: 2 } as const
  const asked = { ...stayOf(scene, { ...choice, day: 0 }), repeat }
  const { dates } = (await world.post('/api/series/quote', asked, person)).json<SeriesQuote>()
  const free = dates?.filter(({ conflict }) => conflict === null) ?? []
  if (free.length === 0) return
  await world.post(
    '/api/series',
    {
      ...{ office_id: asked.office_id, repeat },
      dates: free.map(({ date, start, end }) => ({ sub_office_id: asked.sub_office_id, date, start, end })),
      expected_total: free.reduce((sum, { due }) => sum + due!, 0),
    },
    person,
  )
}

async function cancelSeries(scene: Scene, { who }: Choice): Promise<void> {
  const found = await anOrder(scene, who, true)
  if (!found) return
  const path = `${found.path}/series`
  const { count, refund, owed } = (await world.get(`${path}/refund?scope=following`, found.person)).json()
  await world.post(`${path}/cancel`, { scope: 'following', count, refund, owed }, found.person)
}

/** By the manager of the office, from the board. */
async function move(scene: Scene, choice: Choice): Promise<void> {
  const found = await anOrder(scene, choice.who)
  if (!found) return
  const { id, SubOffice, start, end } = (await world.get(found.path, found.person)).json<OrderDetails>()
  const { office_id, ...to } = stayOf(scene, choice)
  const payload = { ...to, from: { sub_office_id: SubOffice!.id, start, end } }
  const url = `/api/offices/${office_id}/board/orders/${id}/move`
  await world.send({ method: 'PUT', url, payload }, admin)
}

async function leave(person: Person): Promise<void> {
  const [wait]: WaitingEntry[] = (await world.get('/api/waiting-list', person)).json()
  if (wait) await world.send({ method: 'DELETE', url: `/api/waiting-list/${wait.id}` }, person)
}

/** Somebody who is offered a time books it. */
async function accept({ office_id, people }: Scene, { who }: Choice): Promise<void> {
  const { rows } = await world.pool.query(
    `select user_id from waiting_entries where office_id = $1 and state = 'offered' order by id`,
    [office_id],
  )
  const person = people.find(({ id }) => id === Number(rows[who % rows.length]?.user_id))
  if (!person) return
  const waits: WaitingEntry[] = (await world.get('/api/waiting-list', person)).json()
  const offer = waits.find(({ state }) => state === 'offered')
  if (!offer) return
  const { sub_office_id, date, start, end } = offer
  await world.post('/api/orders', { office_id, sub_office_id, date, start, end }, person)
}

async function checkIn(scene: Scene, { who }: Choice): Promise<void> {
  const found = await anOrder(scene, who)
  if (found) await world.post(`${found.path}/check_in`, {}, found.person)
}

/** Reminds people, and releases the bookings that nobody comes to. */
async function releaseMissed(): Promise<void> {
  await releaseNoShows.run(world, {})
  await world.runJobs()
}

const STEPS: Record<string, (scene: Scene, person: Person, choice: Choice) => Promise<unknown>> = {
  book: (scene, person, choice) => world.post('/api/orders', stayOf(scene, choice), person),
  hold: (scene, person, choice) => world.post('/api/orders/hold', stayOf(scene, choice), person),
  wait: (scene, person, choice) => world.post('/api/waiting-list', stayOf(scene, choice), person),
  series: bookSeries,
  move: (scene, _, choice) => move(scene, choice),
  cancel: (scene, _, choice) => cancelOne(scene, choice),
  cancelSeries: (scene, _, choice) => cancelSeries(scene, choice),
  accept: (scene, _, choice) => accept(scene, choice),
  leave: (_, person) => leave(person),
  offer: () => offerTimes.run(world, { all: false }),
  checkIn: (scene, _, choice) => checkIn(scene, choice),
  release: releaseMissed,
}

const OFTEN = ['book', 'wait', 'wait', 'wait', 'cancel', 'offer', 'accept', 'accept']

const aRound = fc.record({
  // Most offers still stand in the next round, others have lapsed.
  minutes: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 60 })),
  steps: fc.array(
    fc.record({
      what: fc.constantFrom(...OFTEN, ...Object.keys(STEPS)),
      who: fc.nat({ max: PEOPLE - 1 }),
      room: fc.nat({ max: 1 }),
      day: fc.nat({ max: DAYS.length - 1 }),
      hour: fc.nat({ max: HOURS.length - 1 }),
      long: fc.boolean(),
    }),
    { minLength: PEOPLE / 2, maxLength: PEOPLE },
  ),
})

/** Each finds rows of an office that must not exist. */
const WRONG: Record<string, string> = {
  'a coming order without its unit, or a unit for an order that is over': `
    select o.id, t.id as occupancy from (select * from orders where cancelled_at is null and "end" > $2) o
    full join (select * from occupancy where cause = 'order' and upper(during) > $2) t
      on t.office_id = o.office_id and t.order_id = o.id and upper(t.during) = o."end"
    where coalesce(o.office_id, t.office_id) = $1 and (o.id is null or t.id is null)`,
  'an offer without its hold, or a hold without its offer': `
    select e.id, h.id as hold from (select * from waiting_entries where state = 'offered' and office_id = $1) e
    full join (select * from occupancy where waiting_id is not null and office_id = $1) h
      on h.waiting_id = e.id and h.held_by = e.user_id and h.held_until = e.offered_until
    where (e.id is null or h.id is null) and $2::timestamptz is not null`,
  'a hold that has run out': `
    select id from occupancy where office_id = $1 and cause = 'hold' and held_until <= $2`,
  'somebody who waits for a time that is free': `
    select e.id from waiting_entries e join units u on u.office_id = e.office_id and u.sub_office_id = e.sub_office_id
    where e.state = 'waiting' and e.office_id = $1 and e.until > $2 and not exists (
      select from occupancy t where t.office_id = $1 and t.unit_id = u.id
        and t.during && tstzrange(lower(e.during), upper(e.during) + interval '30 minutes'))`,
  'somebody who waits again for what they have booked': `
    select e.id from waiting_entries e join orders o on o.office_id = $1 and o.user_id = e.user_id
      and o.sub_office_id = e.sub_office_id and tstzrange(o.start, o."end") = e.during and o.date > e.joined_at
    where e.office_id = $1 and e.state in ('waiting', 'offered') and $2::timestamptz is not null`,
  'an offer that lapsed before its time': `
    select id from waiting_entries where office_id = $1 and state = 'lapsed' and offered_until > $2`,
  'a wait that ended with a booking that was never made': `
    select e.id from waiting_entries e where e.office_id = $1 and e.state = 'booked' and $2::timestamptz is not null
      and not exists (select from orders o where o.office_id = $1 and o.user_id = e.user_id)`,
  'a released order that somebody had checked into': `
    select id from orders where office_id = $1 and no_show and checked_in_at is not null and $2::timestamptz is not null`,
}

async function findWrong(office_id: number): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(WRONG).map(async ([what, query]) => {
      const { rows } = await world.pool.query(query, [office_id, world.now()])
      return rows.length > 0 ? [`${what}: ${JSON.stringify(rows)}`] : []
    }),
  )
  return found.flat()
}

/** Who were offered a time since `before`, although somebody who came earlier still waits for all or a part of it. */
async function findPassedOver(office_id: number, before: number[]): Promise<object[]> {
  const { rows } = await world.pool.query(
    `select e.id as offered, w.id as passed_over from waiting_entries e join waiting_entries w
      on w.office_id = e.office_id and w.sub_office_id = e.sub_office_id and w.during <@ e.during
      and w.id < e.id and w.state = 'waiting' and w.joined_at < $3
    where e.office_id = $1 and e.offered_until is not null and e.id <> all ($2)`,
    [office_id, before, world.now()],
  )
  return rows
}

async function listOffered(office_id: number): Promise<number[]> {
  const { rows } = await world.pool.query(
    'select id from waiting_entries where office_id = $1 and offered_until is not null',
    [office_id],
  )
  return rows.map(({ id }) => Number(id))
}

test('sixteen people who book, repeat, move, release, wait and accept offers at once lose no unit, no place in line and no credits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aRound, { minLength: 3, maxLength: 8 }), async (rounds) => {
      const made = await scene()
      for (const { minutes, steps } of rounds) {
        world.setNow(new Date(+world.now() + minutes * 60_000).toISOString())
        const before = await listOffered(made.office_id)
        await Promise.all(steps.map((choice) => STEPS[choice.what]!(made, made.people[choice.who]!, choice)))
        expect(await findPassedOver(made.office_id, before)).toEqual([])
      }
      await endHolds.run(world, {})
      const before = await listOffered(made.office_id)
      await offerTimes.run(world, { all: true })

      expect(await findPassedOver(made.office_id, before)).toEqual([])
      expect(await findWrong(made.office_id)).toEqual([])
      expect(await findWrongMoney(world.pool)).toEqual([])
    }),
    // Making the example smaller would take longer than a test may.
    { numRuns: 25, endOnFailure: true },
  )
})
