import type { Hold } from '@keyhour/contract/bookings'
import type { OrderDetails } from '@keyhour/contract/orders'
import type { WaitingEntry } from '@keyhour/contract/waiting-list'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { offices, subOffices } from '#server/db/schema/offices.ts'
import { endHolds } from '#server/features/bookings/end-holds.ts'
import { followOpenings } from '#server/features/waiting-list/follow-openings.ts'
import { offerTimes } from '#server/features/waiting-list/offer-times.ts'
import { eventually } from '../../../test/eventually.ts'
import { hearStream } from '../../../test/hear-stream.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

const START = '2026-03-02T08:00:00.000Z'
beforeEach(() => world.setNow(START))

async function room(
  office: Partial<typeof offices.$inferInsert> = {},
  subOffice: Partial<typeof subOffices.$inferInsert> = {},
  seats = 1,
) {
  const place = await world.office({ open_hours: '08:00', close_hours: '20:00', ...office })
  const space = await world.subOffice(place.id, subOffice)
  for (let number = 1; number <= seats; number += 1) await world.unit(place.id, space.id, number)
  return { office_id: place.id, sub_office_id: space.id, date: '2026-03-03' }
}
type Stay = Awaited<ReturnType<typeof room>> & { start: string; end: string }

const at = (place: Awaited<ReturnType<typeof room>>, start = '10:00', end = '12:00'): Stay => ({
  ...place,
  start,
  end,
})

const book = (stay: Stay, as: Person) => world.post('/api/orders', stay, as)
const join = (stay: object, as: Person) => world.post('/api/waiting-list', stay, as)
const leave = ({ id }: WaitingEntry, as: Person) =>
  world.send({ method: 'DELETE', url: `/api/waiting-list/${id}` }, as)
const waitsOf = async (person: Person): Promise<WaitingEntry[]> =>
  (await world.get('/api/waiting-list', person)).json()
const statesOf = async (...people: Person[]) => {
  const waits = await Promise.all(people.map(waitsOf))
  return waits.map(([first]) => first?.state)
}
const people = (count: number) => Promise.all(Array.from({ length: count }, () => world.user()))

async function bookedBy(person: Person, stay: Stay): Promise<OrderDetails> {
  const reply = await book(stay, person)
  expect(reply.statusCode).toBe(201)
  return reply.json()
}

async function cancel({ id }: OrderDetails, as: Person): Promise<void> {
  const { refund, owed } = (await world.get(`/api/orders/${id}/refund`, as)).json()
  const reply = await world.post(`/api/orders/${id}/cancel`, { refund, owed }, as)
  expect(reply.statusCode).toBe(200)
}

/** As the servers do when a time becomes free. */
const offer = () => offerTimes.run(world, { all: false })
/** As they do every minute. */
const tend = () => offerTimes.run(world, { all: true })

function passMinutes(minutes: number): void {
  world.setNow(new Date(world.now().getTime() + minutes * 60_000).toISOString())
}

const holdsOf = async (stay: Stay) => {
  const { rows } = await world.pool.query(
    `select held_by, waiting_id, during from occupancy where office_id = $1 and cause = 'hold' order by id`,
    [stay.office_id],
  )
  return rows
}

/** A room that somebody has booked, and those who wait for it, in this order. */
async function line(count: number, place?: Awaited<ReturnType<typeof room>>) {
  const stay = at(place ?? (await room()))
  const [holder, ...waiting] = await people(count + 1)
  const order = await bookedBy(holder!, stay)
  const entries: WaitingEntry[] = []
  for (const person of waiting) entries.push((await join(stay, person)).json())
  return { stay, holder: holder!, order, waiting: waiting as [Person, Person, Person], entries }
}

test('a taken time can be waited for, with a place in line; a free one cannot', async () => {
  const { stay, waiting } = await line(2)
  const [first] = await waitsOf(waiting[0])
  const [second] = await waitsOf(waiting[1])

  expect(first).toMatchObject({
    state: 'waiting',
    place: 1,
    date: '2026-03-03',
    start: '10:00',
    end: '12:00',
  })
  expect(second).toMatchObject({ place: 2, starts_at: '2026-03-03T08:00:00.000Z', held_until: null })
  const free = await join({ ...stay, start: '14:00', end: '15:00' }, waiting[0])
  expect([free.statusCode, free.json().detail]).toEqual([409, 'This time is free. You can book it now.'])
})

test('who waits twice for the same stay has one place; who has booked it has none', async () => {
  const { stay, holder, waiting, entries } = await line(1)
  const again = await join(stay, waiting[0])

  expect([again.statusCode, again.json().id]).toEqual([201, entries[0]!.id])
  expect((await waitsOf(waiting[0])).length).toBe(1)
  expect((await join(stay, holder)).json().detail).toBe('You have booked this time already.')
})

test('what cannot be booked cannot be waited for', async () => {
  const [{ stay }, person] = [await line(0), await world.user()]
  const past = await join({ ...stay, date: '2026-03-01' }, person)
  const closed = await join({ ...stay, start: '22:00', end: '23:00' }, person)
  const hidden = await join({ ...at(await room({ hidden: true })) }, person)

  expect([past, closed, hidden].map(({ statusCode }) => statusCode)).toEqual([422, 422, 404])
  expect((await world.post('/api/waiting-list', stay)).statusCode).toBe(401)
})

test('one person waits for twenty times at most', async () => {
  const place = await room({ open_hours: null, close_hours: null })
  const [holder, person] = await people(2)
  await bookedBy(holder!, at(place, '00:00', '23:30'))
  const halfHours = Array.from({ length: 21 }, (_, slot) => {
    const clock = (half: number) =>
      `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`
    return at(place, clock(slot), clock(slot + 1))
  })
  const replies = []
  for (const stay of halfHours) replies.push(await join(stay, person!))

  expect(replies.slice(0, 20).every(({ statusCode }) => statusCode === 201)).toBe(true)
  expect(replies[20]!.json().detail).toBe(
    'You can wait for 20 times at once. Please leave one of them first.',
  )
  await leave((await waitsOf(person!))[0]!, person!)
  expect((await join(halfHours[20]!, person!)).statusCode).toBe(201)
})

test('of three people the first is offered a freed time, the second when that hold lapses, and books it', async () => {
  const { stay, holder, order, waiting } = await line(3)
  const [ann, ben, cid] = waiting
  await cancel(order, holder)
  await offer()
  await world.runJobs()

  expect(await statesOf(ann, ben, cid)).toEqual(['offered', 'waiting', 'waiting'])
  expect((await waitsOf(ann))[0]).toMatchObject({ held_until: '2026-03-02T08:15:00.000Z', seconds_left: 900 })
  expect((await waitsOf(ben))[0]!.place).toBe(2)
  const [mail] = await world.mailsTo(ann.email)
  expect(mail!.subject).toMatch(/^Free now: Room \d+ · Office \d+$/)
  expect(mail!.text).toContain('until 10:15 (Israel time). After')
  expect(mail!.text).toContain(
    `/booking/${stay.office_id}?date=2026-03-03&sub_office=${stay.sub_office_id}&start=10%3A00&end=12%3A00`,
  )
  expect((await world.mailsTo(ben.email)).length).toBe(0)
  expect((await book(stay, ben)).statusCode).toBe(409)

  passMinutes(15)
  await offer()
  await world.runJobs()

  expect(await statesOf(ann, ben, cid)).toEqual(['lapsed', 'offered', 'waiting'])
  expect((await book(stay, ann)).statusCode).toBe(409)
  expect((await book(stay, ben)).statusCode).toBe(201)
  await offer()
  expect(await statesOf(ann, ben, cid)).toEqual(
    [undefined, undefined, 'waiting'].map((s, i) => (i === 0 ? 'lapsed' : s)),
  )
  expect(await holdsOf(stay)).toEqual([])
})

test('whoever lets the hold lapse can wait again, behind the others', async () => {
  const { stay, holder, order, waiting } = await line(2)
  const [ann, ben] = waiting
  await cancel(order, holder)
  await offer()
  passMinutes(15)
  await offer()

  expect((await join(stay, ann)).statusCode).toBe(201)
  expect((await waitsOf(ann)).map(({ state, place }) => [state, place])).toEqual([['waiting', 2]])
  expect(await statesOf(ben)).toEqual(['offered'])
})

test('leaving gives a hold to the next, and only the person themselves can leave', async () => {
  const { stay, holder, order, waiting, entries } = await line(2)
  const [ann, ben] = waiting
  await cancel(order, holder)
  await offer()

  expect((await leave(entries[0]!, ben)).statusCode).toBe(404)
  expect(await statesOf(ann, ben)).toEqual(['offered', 'waiting'])
  expect((await leave(entries[0]!, ann)).statusCode).toBe(200)
  expect((await leave(entries[0]!, ann)).statusCode).toBe(200)
  await offer()
  expect(await statesOf(ann, ben)).toEqual([undefined, 'offered'])
  expect((await holdsOf(stay)).map(({ held_by }) => Number(held_by))).toEqual([ben.id])
})

test('looking at another time keeps the offer, and the offered time stays held as long as it was', async () => {
  const { stay, holder, order, waiting } = await line(1)
  const [ann] = waiting
  await cancel(order, holder)
  await offer()
  passMinutes(5)
  const hold = async (start: string, end: string) =>
    (await world.post('/api/orders/hold', { ...stay, start, end }, ann)).json<Hold>()

  expect(await hold('14:00', '15:00')).toMatchObject({ expires_at: '2026-03-02T08:10:00.000Z', seconds: 300 })
  expect((await holdsOf(stay)).length).toBe(2)
  expect(await hold('10:00', '12:00')).toMatchObject({ expires_at: '2026-03-02T08:15:00.000Z', seconds: 600 })
  await world.send({ method: 'DELETE', url: '/api/orders/hold' }, ann)
  expect((await holdsOf(stay)).map(({ held_by }) => Number(held_by))).toEqual([ann.id])
  await endHolds.run(world, {})
  expect((await holdsOf(stay)).length).toBe(1)
  expect((await book({ ...stay, start: '16:00', end: '17:00' }, ann)).statusCode).toBe(201)
  expect(await statesOf(ann)).toEqual(['offered'])
})

test('an offer does not take the hold that the person has at that moment', async () => {
  const { stay, holder, order, waiting } = await line(1)
  const [ann] = waiting
  await world.post('/api/orders/hold', { ...stay, start: '14:00', end: '15:00' }, ann)
  await cancel(order, holder)
  await offer()

  expect((await holdsOf(stay)).map(({ waiting_id }) => waiting_id === null)).toEqual([true, false])
})

test('a time that somebody holds is offered when that hold lapses', async () => {
  const { stay, holder, order, waiting } = await line(1)
  const quicker = await world.user()
  await cancel(order, holder)
  await world.post('/api/orders/hold', stay, quicker)
  await offer()
  expect(await statesOf(waiting[0])).toEqual(['waiting'])

  passMinutes(6)
  await endHolds.run(world, {})
  await offer()
  expect(await statesOf(waiting[0])).toEqual(['offered'])
})

test('whoever is quicker than the offer gets the time, and the line keeps waiting', async () => {
  const { stay, holder, order, waiting } = await line(2)
  await cancel(order, holder)
  await bookedBy(await world.user(), stay)
  await offer()

  expect(await statesOf(...waiting)).toEqual(['waiting', 'waiting'])
})

test('who waits and books the freed time before the offer waits no longer', async () => {
  const { stay, holder, order, waiting } = await line(2)
  await cancel(order, holder)
  const mine = await bookedBy(waiting[0], stay)
  await tend()

  expect(await statesOf(...waiting)).toEqual([undefined, 'waiting'])
  await cancel(mine, waiting[0])
  await offer()
  expect(await statesOf(...waiting)).toEqual([undefined, 'offered'])
})

test('who books a time that they wait for never waits for it again, however soon they cancel or move the booking', async () => {
  const [offered, lapsing, moved, quick] = [await line(2), await line(2), await line(2), await line(2)]
  for (const { order, holder } of [offered, lapsing, moved, quick]) await cancel(order, holder)
  const own = await bookedBy(quick.waiting[0], quick.stay)
  await offer()
  const orders = []
  for (const { waiting, stay } of [offered, lapsing, moved]) orders.push(await bookedBy(waiting[0], stay))
  // No job has looked at these offers since they were booked.
  await cancel(orders[0]!, offered.waiting[0])
  await cancel(own, quick.waiting[0])
  const to = { date: '2026-03-04', start: '14:00', end: '16:00' }
  await world.send({ method: 'PUT', url: `/api/orders/${orders[2]!.id}/time`, payload: to }, moved.waiting[0])
  await offer()

  expect(await statesOf(...offered.waiting)).toEqual([undefined, 'offered'])
  expect(await statesOf(...moved.waiting)).toEqual([undefined, 'offered'])
  expect(await statesOf(...quick.waiting)).toEqual([undefined, 'offered'])
  passMinutes(15)
  await cancel(orders[1]!, lapsing.waiting[0])
  await offer()
  expect(await statesOf(...lapsing.waiting)).toEqual([undefined, 'offered'])
})

test('only a stay that fits with its cleaning time is offered, also to somebody further back', async () => {
  const place = await room({ cleaning_buffer_minutes: 30 })
  const [holder, other, ann, ben, cid] = await people(5)
  const early = await bookedBy(holder!, at(place, '10:00', '11:00'))
  await bookedBy(other!, at(place, '11:30', '12:30'))
  await join(at(place, '10:00', '12:00'), ann!)
  await join(at(place, '10:00', '11:30'), ben!)
  await join(at(place, '10:30', '11:00'), cid!)
  await cancel(early, holder!)
  await offer()

  expect(await statesOf(ann!, ben!, cid!)).toEqual(['waiting', 'waiting', 'offered'])
})

test('of an open space each freed seat is offered once', async () => {
  const place = await room({}, { type: 'open_space', capacity: 3 }, 3)
  const stay = at(place)
  const holders = await people(3)
  const orders = []
  for (const person of holders) orders.push(await bookedBy(person, stay))
  const waiting = await people(4)
  for (const person of waiting) await join(stay, person)
  await cancel(orders[0]!, holders[0]!)
  await cancel(orders[2]!, holders[2]!)
  await offer()

  expect(await statesOf(...waiting)).toEqual(['offered', 'offered', 'waiting', 'waiting'])
})

test.each<[string, (scene: Awaited<ReturnType<typeof line>>) => Promise<unknown>]>([
  [
    'a moved order',
    ({ order, stay, holder }) =>
      world.send(
        {
          method: 'PUT',
          url: `/api/orders/${order.id}/time`,
          payload: { date: stay.date, start: '14:00', end: '15:00' },
        },
        holder,
      ),
  ],
  ['a new seat', ({ stay }) => world.unit(stay.office_id, stay.sub_office_id, 2)],
  [
    'a deleted account',
    async ({ holder }) =>
      world.send(
        { method: 'DELETE', url: `/api/admin/users/${holder.id}` },
        await world.user({ admin: true }),
      ),
  ],
])('%s frees a time for those who wait', async (_, free) => {
  const scene = await line(2)
  await free(scene)
  await offer()

  expect(await statesOf(...scene.waiting)).toEqual(['offered', 'waiting'])
})

test('a deleted closure frees its time, and a new one takes the held time: the person keeps their place', async () => {
  const place = await room()
  const [admin, ann, ben] = [await world.user({ admin: true }), await world.user(), await world.user()]
  const stay = at(place)
  const closure = () =>
    world.post(
      `/api/admin/offices/${stay.office_id}/closures`,
      {
        sub_office_id: stay.sub_office_id,
        ...{ date: stay.date, start: '09:00', end: '13:00' },
        reason: 'Paint',
      },
      admin,
    )
  const made = await closure()
  expect(made.statusCode).toBeLessThan(300)
  await join(stay, ann)
  await join(stay, ben)
  await world.send(
    { method: 'DELETE', url: `/api/admin/offices/${stay.office_id}/closures/${made.json().id}` },
    admin,
  )
  await offer()
  expect(await statesOf(ann, ben)).toEqual(['offered', 'waiting'])

  await closure()
  await offer()
  expect(await statesOf(ann, ben)).toEqual(['waiting', 'waiting'])
  expect((await waitsOf(ann))[0]!.place).toBe(1)
})

test('what became free without anybody noticing is offered within a minute', async () => {
  const place = await room({ cleaning_buffer_minutes: 60 })
  const [holder, ann] = await people(2)
  await bookedBy(holder!, at(place, '08:00', '10:00'))
  await join(at(place, '10:00', '12:00'), ann!)
  await world.pool.query('update offices set cleaning_buffer_minutes = 0 where id = $1', [place.office_id])
  await world.pool.query("delete from occupancy where office_id = $1 and cause = 'buffer'", [place.office_id])
  await world.pool.query('delete from waiting_openings')
  await offer()
  expect(await statesOf(ann!)).toEqual(['waiting'])

  await tend()
  expect(await statesOf(ann!)).toEqual(['offered'])
})

test('a wait ends when its time comes, its space is deleted, or its person leaves', async () => {
  const [late, gone, left] = [await line(1), await line(1), await line(1)]
  await world.pool.query('update sub_offices set deleted_at = now() where id = $1', [gone.stay.sub_office_id])
  const admin = await world.user({ admin: true })
  await world.send({ method: 'DELETE', url: `/api/admin/users/${left.waiting[0].id}` }, admin)
  await tend()
  world.setNow('2026-03-03T08:30:00.000Z')
  await tend()
  const { rows } = await world.pool.query(
    'select state from waiting_entries where id = any($1) order by id',
    [[late, gone, left].map(({ entries }) => entries[0]!.id)],
  )

  expect(rows.map(({ state }) => state)).toEqual(['over', 'over', 'left'])
})

test('a hold ends with the last moment at which the stay can be booked', async () => {
  const { holder, order, waiting } = await line(1)
  world.setNow('2026-03-03T07:59:00.000Z')
  await world.pool.query('update orders set free_cancel_hours = 0 where id = $1', [order.id])
  await cancel(order, holder)
  world.setNow('2026-03-03T08:20:00.000Z')
  await offer()

  expect((await waitsOf(waiting[0]))[0]).toMatchObject({
    state: 'offered',
    held_until: '2026-03-03T08:30:00.000Z',
  })
})

test('jobs that are killed half-way or run at once on several servers offer a time once', async () => {
  const { stay, holder, order, waiting } = await line(3)
  await cancel(order, holder)
  const { rows } = await world.pool.query('select * from waiting_openings')
  await Promise.all(Array.from({ length: 6 }, offer))
  // Killed after the offer, before it forgot the opening.
  await world.pool.query(
    'insert into waiting_openings (office_id, sub_office_id) select $1, $2 from generate_series(1, 3)',
    [stay.office_id, stay.sub_office_id],
  )
  await Promise.all([offer(), tend(), offer(), tend()])
  await world.runJobs()

  expect(rows.length).toBeGreaterThan(0)
  expect(await statesOf(...waiting)).toEqual(['offered', 'waiting', 'waiting'])
  expect((await holdsOf(stay)).length).toBe(1)
  expect((await world.mailsTo(waiting[0].email)).length).toBe(1)
})

test('an open screen hears when a time is offered and when it lapses, and nothing of others', async () => {
  const { holder, order, waiting } = await line(2)
  const [ann, ben] = waiting
  const listen = async (person: Person) =>
    hearStream(world.app, '/api/waiting-list/live', await world.tokenOf(person))
  const [hers, his] = [await listen(ann), await listen(ben)]
  await eventually(() => expect([hers.times('open'), his.times('open')]).toEqual([1, 1]))
  await cancel(order, holder)
  await offer()

  await eventually(() => expect(hers.times('changed')).toBe(1))
  passMinutes(15)
  await offer()
  await eventually(() => expect([hers.times('changed'), his.times('changed')]).toEqual([2, 1]))
  await world.pool.query('update users set session_epoch = session_epoch + 1 where id = $1', [ann.id])
  await eventually(() => expect([hers.isOver(), his.isOver()]).toEqual([true, false]))
})

test('a server that runs jobs is woken when a time becomes free that somebody waits for, and only then', async () => {
  const { holder, order, stay } = await line(1)
  const openings = async () => {
    const { rows } = await world.pool.query('select from waiting_openings where office_id = $1', [
      stay.office_id,
    ])
    return rows.length
  }
  const queued = async () => {
    const { rows } = await world.pool.query("select from pgboss.job where name = 'offer-times'")
    return rows.length
  }
  const [other, later] = [await world.user(), { ...stay, start: '17:00', end: '18:00' }]
  await cancel(await bookedBy(other, later), other)
  expect(await openings()).toBe(0)

  onTestFinished(followOpenings(world))
  await world.pool.query('delete from pgboss.job')
  await cancel(order, holder)

  expect(await openings()).toBe(1)
  await eventually(async () => expect(await queued()).toBeGreaterThan(0))
})

test('whoever books an offer twice at once, or books and leaves at once, has at most one order and waits no longer', async () => {
  const [twice, leaving] = [await line(2), await line(2)]
  for (const { order, holder } of [twice, leaving]) await cancel(order, holder)
  await offer()
  const replies = await Promise.all([1, 2, 3].map(() => book(twice.stay, twice.waiting[0])))
  const [left, booked] = await Promise.all([
    leave(leaving.entries[0]!, leaving.waiting[0]),
    book(leaving.stay, leaving.waiting[0]),
  ])
  await tend()

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
  expect(await statesOf(...twice.waiting)).toEqual([undefined, 'waiting'])
  expect(left.statusCode).toBe(200)
  expect(await statesOf(...leaving.waiting)).toEqual([
    undefined,
    booked.statusCode === 201 ? 'waiting' : 'offered',
  ])
})
