import type { BookingRequest } from '@keyhour/contract/bookings'
import { wallClock } from '@keyhour/contract/office-clock'
import type { OrderDetails } from '@keyhour/contract/orders'
import type {
  NewSeries,
  Series,
  SeriesDate,
  SeriesQuote,
  SeriesRefund,
  SeriesRequest,
  SeriesTimeQuote,
} from '@keyhour/contract/series'
import { beforeEach, expect, test } from 'vitest'
import type { offices, subOffices } from '#server/db/schema/offices.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
beforeEach(() => world.setNow('2026-11-19T08:00:00.000Z'))
type Person = Awaited<ReturnType<typeof world.user>>
type Place = { office_id: number; sub_office_id: number }

async function room(
  office: Partial<typeof offices.$inferInsert> = {},
  subOffice: Partial<typeof subOffices.$inferInsert> = {},
): Promise<Place> {
  const place = await world.office({ open_hours: '08:00', close_hours: '20:00', ...office })
  return anotherRoom(place.id, subOffice)
}

async function anotherRoom(
  office_id: number,
  subOffice: Partial<typeof subOffices.$inferInsert> = {},
): Promise<Place> {
  const space = await world.subOffice(office_id, subOffice)
  await world.unit(office_id, space.id)
  return { office_id, sub_office_id: space.id }
}

async function richPerson(credits = 10_000_00): Promise<Person> {
  const person = await world.user()
  await world.credits(person.id, credits)
  return person
}

const morning = { date: '2026-12-01', start: '10:00', end: '11:00' }
/** 50.00 and 18% tax. */
const DUE = 5900
const weekly = (count: number) => ({ every: 'week', count }) as const

const quote = (asked: SeriesRequest, as: Person) => world.post('/api/series/quote', asked, as)
const quoted = async (asked: SeriesRequest, as: Person) => (await quote(asked, as)).json<SeriesQuote>()

const stayOf = (
  { sub_office_id }: { sub_office_id: number | null },
  { date, start, end }: Pick<SeriesDate, 'date' | 'start' | 'end'>,
) => ({ sub_office_id, date, start, end })

/** What the page would send for all dates of a quote that are free. */
async function freeDates(asked: SeriesRequest, as: Person): Promise<NewSeries> {
  const { dates } = await quoted(asked, as)
  const free = dates.filter(({ conflict }) => conflict === null)
  return {
    office_id: asked.office_id,
    ...(asked.business_id && { business_id: asked.business_id }),
    repeat: asked.repeat,
    dates: free.map((one) => stayOf(asked, one)),
    expected_total: free.reduce((sum, { due }) => sum + due!, 0),
  }
}

const book = (series: NewSeries, as: Person, key?: string) =>
  world.send(
    {
      method: 'POST',
      url: '/api/series',
      payload: series,
      ...(key && { headers: { 'idempotency-key': key } }),
    },
    as,
  )

async function booked(asked: SeriesRequest, as: Person): Promise<Series> {
  const reply = await book(await freeDates(asked, as), as)
  expect(reply.statusCode).toBe(201)
  return reply.json<Series>()
}

const bookOne = async (booking: BookingRequest, as: Person) => {
  const reply = await world.post('/api/orders', booking, as)
  expect(reply.statusCode).toBe(201)
  return reply.json<OrderDetails>()
}

const ordersOf = async (person: Person) =>
  (await world.get('/api/orders', person)).json<OrderDetails[]>().toReversed()

const creditsOf = async (person: Person) => {
  const { rows } = await world.pool.query(
    'select coalesce(sum(remaining), 0)::int as left from credit_lots where user_id = $1',
    [person.id],
  )
  return rows[0].left
}

test('the rule about no-shows is told before booking, on each order and in the mail', async () => {
  const office = { no_show_minutes: 20, no_show_refund: 'none' as const }
  const [place, person] = [await room(office), await richPerson()]
  const asked = { ...place, ...morning, repeat: weekly(2) }
  const rule = { minutes: 20, refund_percent: 0 }
  expect((await quoted(asked, person)).no_show).toEqual(rule)
  await booked(asked, person)
  await world.runJobs()

  expect((await ordersOf(person)).map(({ terms }) => terms!.no_show)).toEqual([rule, rule])
  const [mail] = await world.mailsTo(person.email)
  expect(mail!.text).toContain(
    'If nobody has checked in 20 minutes after the start, the booking is released and others can book the time. It then costs its full price.',
  )
  const short = { ...asked, date: '2026-12-02', start: '10:00', end: '10:30' }
  const lenient = await room({ no_show_minutes: 30 })
  expect((await quoted({ ...short, ...lenient }, person)).no_show).toBeNull()
})

test('a series becomes one paid order for each date, with one mail for all of them', async () => {
  const [place, person] = [await room(), await richPerson()]
  const series = await booked({ ...place, ...morning, repeat: weekly(12) }, person)

  expect(series.orders.map(({ start }) => start.slice(0, 10))).toEqual(
    Array.from({ length: 12 }, (_, week) =>
      new Date(Date.parse('2026-12-01') + week * 7 * 86_400_000).toISOString().slice(0, 10),
    ),
  )
  const orders = await ordersOf(person)
  expect(orders.map(({ payment_status, series_id }) => [payment_status, series_id])).toEqual(
    Array.from({ length: 12 }, () => ['credits', series.id]),
  )
  expect(await creditsOf(person)).toBe(10_000_00 - 12 * DUE)
  expect((await world.get(`/api/orders/${orders[3]!.id}/series`, person)).json()).toEqual(series)

  await world.runJobs()
  const mails = await world.mailsTo(person.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.subject).toMatch(/^Booked: .*, 12 dates$/)
  expect(mails[0]!.text).toContain('The dates, in Israel time:')
  expect(mails[0]!.attachments).toHaveLength(1)
})

test('ten in the morning stays ten in the morning across both clock changes of 2027', async () => {
  for (const time_zone of ['Asia/Jerusalem', 'America/New_York']) {
    const [place, person] = [await room({ time_zone }), await richPerson()]
    const series = await booked({ ...place, ...morning, repeat: weekly(51) }, person)

    const times = series.orders.map(({ start }) => wallClock(Date.parse(start), time_zone).time)
    expect(times).toEqual(Array.from({ length: 51 }, () => '10:00'))
    expect(new Set(series.orders.map(({ start }) => start.slice(11, 16))).size).toBe(2)
  }
})

test('a time that the clocks skip is a conflict on that date only, with other times of that day', async () => {
  for (const [time_zone, change] of [
    ['Asia/Jerusalem', '2027-03-26'],
    ['America/New_York', '2027-03-14'],
  ] as const) {
    const place = await room({ time_zone, open_hours: null, close_hours: null })
    const asked = { date: '2027-03-07', start: '02:30', end: '03:30' }
    const { dates } = await quoted(
      { ...place, ...asked, repeat: { every: 'day', until: '2027-04-01' } },
      await richPerson(),
    )

    const conflicts = dates.filter(({ conflict }) => conflict !== null)
    expect(conflicts.map(({ date }) => date)).toEqual([change])
    expect(conflicts[0]!.due).toBeNull()
    expect(conflicts[0]!.conflict!.reason).toBe(
      'The clocks change on that day and skip this time. Please choose another.',
    )
    expect(conflicts[0]!.conflict!.alternatives[0]).toMatchObject({ date: change, due: DUE })
  }
})

test('a taken date comes with the nearest free times and with other spaces of the office', async () => {
  const [place, person] = [await room(), await richPerson()]
  const other = await anotherRoom(place.office_id, { price_per_hour: 6000 })
  await bookOne({ ...place, date: '2026-12-08', start: '09:30', end: '10:30' }, await richPerson())
  const { dates, purse } = await quoted({ ...place, ...morning, repeat: weekly(3) }, person)

  expect(dates.map(({ date, conflict }) => [date, conflict?.reason])).toEqual([
    ['2026-12-01', undefined],
    ['2026-12-08', 'This time is already taken.'],
    ['2026-12-15', undefined],
  ])
  const { alternatives } = dates[1]!.conflict!
  expect(alternatives.map(({ sub_office_id, start, end, due }) => [sub_office_id, start, end, due])).toEqual([
    [place.sub_office_id, '10:30', '11:30', DUE],
    [place.sub_office_id, '11:00', '12:00', DUE],
    [place.sub_office_id, '08:30', '09:30', DUE],
    [other.sub_office_id, '10:00', '11:00', 7080],
  ])
  expect(purse).toEqual({ available: 10_000_00, unpaid_allowed: 1, months: null, refusal: null })
})

test('for a taken time after midnight the nearest times are those of the same night, with their own dates', async () => {
  const [place, person] = [await room({ open_hours: '18:00', close_hours: '03:00' }), await richPerson()]
  const night = { date: '2026-12-02', start: '00:30', end: '01:30' }
  await bookOne({ ...place, date: '2026-12-09', start: '00:30', end: '01:00' }, await richPerson())
  const { dates } = await quoted({ ...place, ...night, repeat: weekly(2) }, person)

  const { alternatives } = dates[1]!.conflict!
  expect(alternatives.map(({ date, start, end, end_date }) => [date, start, end_date ?? date, end])).toEqual([
    ['2026-12-09', '01:00', '2026-12-09', '02:00'],
    ['2026-12-08', '23:30', '2026-12-09', '00:30'],
    ['2026-12-09', '01:30', '2026-12-09', '02:30'],
  ])
  const { date, start, end, end_date } = alternatives[1]!
  const swap = { sub_office_id: place.sub_office_id, date, start, end, end_date }
  const reply = await book({ office_id: place.office_id, repeat: weekly(2), dates: [swap] }, person)
  expect(reply.json<Series>().orders.map((one) => [one.start, one.end])).toEqual([
    ['2026-12-08T21:30:00.000Z', '2026-12-08T22:30:00.000Z'],
  ])
})

test('around the clock, a date that is taken can be swapped into the next day', async () => {
  const place = await room({ open_hours: null, close_hours: null })
  const late = { date: '2026-12-01', start: '22:30', end: '23:30' }
  await bookOne({ ...place, date: '2026-12-08', start: '20:00', end: '23:30' }, await richPerson())
  const { dates } = await quoted({ ...place, ...late, repeat: weekly(2) }, await richPerson())

  const { alternatives } = dates[1]!.conflict!
  expect(alternatives.map(({ date, start, end_date }) => [date, start, end_date])).toEqual([
    ['2026-12-08', '23:30', '2026-12-09'],
    ['2026-12-09', '00:00', undefined],
    ['2026-12-09', '00:30', undefined],
  ])
})

test('what is offered for a taken date is not in the way of the other dates', async () => {
  const place = await room({ open_hours: null, close_hours: null })
  const nearlyDays = { date: '2026-12-01', start: '12:00', end: '10:00', end_date: '2026-12-02' }
  await bookOne({ ...place, date: '2026-12-02', start: '12:00', end: '14:30' }, await richPerson())
  const asked = { ...place, ...nearlyDays, repeat: { every: 'day', count: 3 } as const }
  const { dates } = await quoted(asked, await richPerson())

  expect(dates.map(({ conflict }) => conflict?.alternatives)).toEqual([undefined, [], undefined])
})

test('dates can be swapped for another time or space, and dropped', async () => {
  const [place, person] = [await room(), await richPerson()]
  const other = await anotherRoom(place.office_id)
  const dates = [
    stayOf(place, morning),
    stayOf(place, { date: '2026-12-08', start: '11:00', end: '12:00' }),
    stayOf(other, { ...morning, date: '2026-12-22' }),
  ]
  const reply = await book({ office_id: place.office_id, repeat: weekly(4), dates }, person)

  expect(reply.statusCode).toBe(201)
  expect(
    reply.json<Series>().orders.map(({ start, SubOffice }) => [start.slice(0, 16), SubOffice!.id]),
  ).toEqual([
    ['2026-12-01T08:00', place.sub_office_id],
    ['2026-12-08T09:00', place.sub_office_id],
    ['2026-12-22T08:00', other.sub_office_id],
  ])
})

test('if one date has been taken in the meantime, none is booked, and the answer says which', async () => {
  const [place, person] = [await room(), await richPerson()]
  const wanted = await freeDates({ ...place, ...morning, repeat: weekly(4) }, person)
  await bookOne({ ...place, ...morning, date: '2026-12-15' }, await richPerson())
  const reply = await book(wanted, person)

  expect(reply.statusCode).toBe(409)
  expect(reply.json()).toEqual({
    detail: 'Some of these dates are no longer free. Please check them again.',
    taken_dates: ['2026-12-15'],
  })
  expect(await ordersOf(person)).toEqual([])
  expect(await creditsOf(person)).toBe(10_000_00)
})

test('of people who book overlapping series and single dates at once, nobody shares a time, and nothing is half booked', async () => {
  const place = await room()
  const people = await Promise.all(Array.from({ length: 4 }, () => richPerson()))
  const single = await richPerson()
  const wanted = await Promise.all(
    people.map((person, at) =>
      freeDates(
        { ...place, ...morning, start: at % 2 ? '10:00' : '10:30', end: '11:30', repeat: weekly(20) },
        person,
      ),
    ),
  )
  const replies = await Promise.all([
    ...people.map((person, at) => book(wanted[at]!, person)),
    ...[1, 2, 3].map((week) =>
      world.post(
        '/api/orders',
        { ...place, ...morning, date: `2026-12-${String(1 + 7 * week).padStart(2, '0')}` },
        single,
      ),
    ),
  ])

  expect(
    replies.map(({ statusCode }) => statusCode).every((status) => status === 201 || status === 409),
  ).toBe(true)
  const counts = await Promise.all(people.map(async (person) => (await ordersOf(person)).length))
  expect(counts.every((count) => count === 0 || count === 20)).toBe(true)
  expect(counts.filter((count) => count === 20).length).toBeLessThanOrEqual(1)
})

test('a series that is sent again with its key is booked once', async () => {
  const [place, person] = [await room(), await richPerson()]
  const wanted = await freeDates({ ...place, ...morning, repeat: weekly(5) }, person)
  const replies = await Promise.all([1, 2, 3].map(() => book(wanted, person, 'once')))

  expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(await ordersOf(person)).toHaveLength(5)
})

test('credits pay the dates in order, and only as many stay unpaid as the office lets a person owe', async () => {
  const place = await room()
  const asked = { ...place, ...morning, repeat: weekly(4) }
  const short = await richPerson(2 * DUE)
  const refused = await book(await freeDates(asked, short), short)

  expect(refused.statusCode).toBe(409)
  expect(refused.json().detail).toBe(
    'This series costs 236.00, and you have 118.00 credits. Please buy credits or leave out some dates.',
  )
  const almost = await richPerson(3 * DUE + 100)
  expect((await book(await freeDates(asked, almost), almost)).statusCode).toBe(201)
  expect((await ordersOf(almost)).map(({ payment_status, left }) => [payment_status, left])).toEqual([
    ['credits', 0],
    ['credits', 0],
    ['credits', 0],
    ['part credit', DUE - 100],
  ])
})

test('a company pays for all dates, within its pool and the limit of each month', async () => {
  const [place, person] = [await room(), await world.user()]
  const company = await world.company((await world.user()).id, { left: 100_000 })
  await world.employee(company.id, person.id, { monthly_limit: 3 * DUE })
  const asked = { ...place, ...morning, business_id: company.id }
  const tight = { ...asked, repeat: { every: 'week', until: '2026-12-29' } as const }
  const { purse } = await quoted(tight, person)

  expect(purse).toEqual({
    available: 100_000,
    unpaid_allowed: 0,
    months: [{ month: '2026-12', left: 3 * DUE }],
    refusal: null,
  })
  const refused = await book(await freeDates(tight, person), person)
  expect(refused.json().detail).toMatch(/^This costs 295\.00, and 177\.00 of the 177\.00 company credits/)

  const fortnightly = { ...asked, repeat: { every: 'two_weeks', count: 6 } as const }
  await booked(fortnightly, person)
  const { rows } = await world.pool.query(
    'select sum(remaining)::int as left from credit_lots where business_id = $1',
    [company.id],
  )
  expect(rows[0].left).toBe(100_000 - 6 * DUE)
})

test('a series has two to 260 dates within a year, and a wrong total is refused', async () => {
  const [place, person] = [await room(), await richPerson()]
  const problem = async (repeat: SeriesRequest['repeat']) => {
    const reply = await quote({ ...place, ...morning, repeat }, person)
    return [reply.statusCode, reply.json().detail[0]?.msg]
  }

  expect(await problem({ every: 'day', until: '2027-11-19' })).toEqual([
    422,
    'A series can have up to 260 dates. Please choose an earlier end.',
  ])
  expect(await problem({ every: 'week', until: '2026-12-05' })).toEqual([
    422,
    'A series needs at least two dates. Please choose a later end.',
  ])
  expect(await problem({ every: 'week', count: 60 })).toEqual([
    422,
    'A series can last up to a year. Please choose an earlier end.',
  ])
  expect((await problem({ every: 'week' }))[0]).toBe(422)

  const wanted = await freeDates({ ...place, ...morning, repeat: weekly(2) }, person)
  const reply = await book({ ...wanted, expected_total: 1 }, person)
  expect([reply.statusCode, reply.json().detail]).toEqual([
    409,
    'The price has changed in the meantime. Please check it again.',
  ])
})

test('a year of working days is booked in one go', async () => {
  const [place, person] = [await room(), await richPerson(20_000_00)]
  const repeat = { every: 'week', weekdays: [0, 1, 2, 3, 4], until: '2027-11-18' } as const
  const wanted = await freeDates(
    { ...place, ...morning, repeat: { ...repeat, weekdays: [...repeat.weekdays] } },
    person,
  )
  const reply = await book(wanted, person)

  expect(reply.statusCode).toBe(201)
  expect(reply.json<Series>().orders.length).toBeGreaterThan(250)
})

test('cancelling this and the following refunds each by its own terms, and leaves the others', async () => {
  const [place, person] = [await room(), await richPerson()]
  const { orders } = await booked({ ...place, ...morning, repeat: weekly(5) }, person)
  const url = (at: number, rest: string) => `/api/orders/${orders[at]!.id}/series/${rest}`
  world.setNow('2026-12-07T12:00:00.000Z')
  const refund = (await world.get(url(1, 'refund?scope=following'), person)).json<SeriesRefund>()

  // The second is less than a day away: half of it is kept.
  expect(refund).toMatchObject({
    count: 4,
    refund: 3.5 * DUE,
    kept: DUE / 2,
    owed: 0,
    refund_credits: 3.5 * DUE,
  })
  const shown = { scope: 'following', count: 4, refund: refund.refund, owed: 0 }
  expect((await world.post(url(1, 'cancel'), { ...shown, refund: 1 }, person)).statusCode).toBe(409)
  const stranger = await world.user()
  expect((await world.post(url(1, 'cancel'), shown, stranger)).statusCode).toBe(404)
  const reply = await world.post(url(1, 'cancel'), shown, person)

  expect(reply.json<Series>().orders.map(({ cancelled_at }) => cancelled_at !== null)).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
  expect(await creditsOf(person)).toBe(10_000_00 - DUE - DUE / 2)
  await bookOne({ ...place, ...morning, date: '2026-12-15' }, await richPerson())

  await world.runJobs()
  const mails = await world.mailsTo(person.email)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    expect.stringMatching(/^Booked/),
    expect.stringMatching(/^Cancelled: .*, 4 dates$/),
  ])
})

test('credits that have expired since they paid can be spent again, and the mail says until when', async () => {
  const [place, person] = [await room(), await world.user()]
  await world.credits(person.id, 3 * DUE, '2026-11-25T00:00:00.000Z')
  await world.credits(person.id, 2 * DUE)
  const { orders } = await booked({ ...place, ...morning, repeat: weekly(4) }, person)
  world.setNow('2026-11-28T08:00:00.000Z')
  const url = (rest: string) => `/api/orders/${orders[0]!.id}/series/${rest}`
  const refund = (await world.get(url('refund?scope=all'), person)).json<SeriesRefund>()

  expect(refund).toMatchObject({ refund: 4 * DUE, expired: { amount: 3 * DUE } })
  expect(refund.expired!.until).not.toBeNull()
  await world.post(url('cancel'), { scope: 'all', count: 4, refund: 4 * DUE, owed: 0 }, person)
  await world.runJobs()
  const mail = (await world.mailsTo(person.email)).find(({ subject }) => subject?.startsWith('Cancelled'))
  expect(mail!.text).toContain('₪236.00 is back in your credits.')
  expect(mail!.text).toContain('₪177.00 of that has expired in the meantime, but you can spend it until ')
})

test('what a company paid for several dates goes back to the company, as the mail says', async () => {
  const [place, person] = [await room(), await world.user()]
  const company = await world.company((await world.user()).id, { left: 100_000 })
  await world.employee(company.id, person.id)
  const asked = { ...place, ...morning, business_id: company.id, repeat: weekly(2) }
  const { orders } = await booked(asked, person)
  const shown = { scope: 'all', count: 2, refund: 2 * DUE, owed: 0 }
  await world.post(`/api/orders/${orders[0]!.id}/series/cancel`, shown, person)
  await world.runJobs()

  const mail = (await world.mailsTo(person.email)).find(({ subject }) => subject?.startsWith('Cancelled'))
  expect(mail!.text).toContain('₪118.00 goes back to the company’s credits.')
})

test('several dates move together: all or none, with the price shown first', async () => {
  const [place, person] = [await room(), await richPerson()]
  const { orders } = await booked({ ...place, ...morning, repeat: weekly(4) }, person)
  const url = (at: number, rest: string) => `/api/orders/${orders[at]!.id}/series/${rest}`
  const put = (at: number, payload: object) =>
    world.send({ method: 'PUT', url: url(at, 'time'), payload }, person)
  const later = { date: '2026-12-09', start: '10:30', end: '12:30', scope: 'following' }
  const shown = (await world.post(url(1, 'time/quote'), later, person)).json<SeriesTimeQuote>()

  expect(shown).toMatchObject({ due: 6 * DUE, more: 3 * DUE, with_credits: 3 * DUE, back: 0, refusal: null })
  expect(shown.dates.map(({ date, conflict }) => [date, conflict])).toEqual([
    ['2026-12-09', null],
    ['2026-12-16', null],
    ['2026-12-23', null],
  ])

  const { id } = await bookOne({ ...place, ...morning, date: '2026-12-16' }, await richPerson())
  const again = (await world.post(url(1, 'time/quote'), later, person)).json<SeriesTimeQuote>()
  expect(again.dates.map(({ conflict }) => conflict)).toEqual([null, 'This time is already taken.', null])
  const refused = await put(1, { ...later, expected_total: 6 * DUE })
  expect([refused.statusCode, refused.json().taken_dates]).toEqual([409, ['2026-12-16']])

  await world.pool.query('delete from occupancy where order_id = $1', [id])
  const reply = await put(1, { ...later, expected_total: 6 * DUE })
  expect(reply.statusCode).toBe(200)
  expect(reply.json<Series>().orders.map(({ start, due }) => [start.slice(0, 16), due])).toEqual([
    ['2026-12-01T08:00', DUE],
    ['2026-12-09T08:30', 2 * DUE],
    ['2026-12-16T08:30', 2 * DUE],
    ['2026-12-23T08:30', 2 * DUE],
  ])
  expect(await creditsOf(person)).toBe(10_000_00 - 7 * DUE)
})

test('orders of a series can take the place of one another when they move by a day', async () => {
  const [place, person] = [await room(), await richPerson()]
  const { orders } = await booked({ ...place, ...morning, repeat: { every: 'day', count: 5 } }, person)
  const payload = { ...morning, date: '2026-12-02', scope: 'all' }
  const reply = await world.send(
    { method: 'PUT', url: `/api/orders/${orders[0]!.id}/series/time`, payload },
    person,
  )

  expect(reply.json<Series>().orders.map(({ start }) => start.slice(0, 10))).toEqual([
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
    '2026-12-05',
    '2026-12-06',
  ])
})

test('the calendar file has an event for each date, and knows which are cancelled', async () => {
  const [place, person] = [await room(), await richPerson()]
  const { orders } = await booked({ ...place, ...morning, repeat: weekly(3) }, person)
  const { refund } = (await world.get(`/api/orders/${orders[1]!.id}/refund`, person)).json()
  await world.post(`/api/orders/${orders[1]!.id}/cancel`, { refund }, person)
  const reply = await world.get(`/api/orders/${orders[0]!.id}/series/calendar.ics`, person)

  expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8')
  const lines = reply.body.split('\r\n')
  const all = (name: string) =>
    lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length))
  expect(all('METHOD:')).toEqual(['PUBLISH'])
  expect(all('DTSTART:')).toEqual(['20261201T080000Z', '20261208T080000Z', '20261215T080000Z'])
  expect(all('STATUS:')).toEqual(['CONFIRMED', 'CANCELLED', 'CONFIRMED'])
  expect(new Set(all('UID:')).size).toBe(3)
})

test('an order that is not part of a series says so', async () => {
  const [place, person] = [await room(), await richPerson()]
  const { id, series_id } = await bookOne({ ...place, ...morning }, person)

  expect(series_id).toBeNull()
  expect((await world.get(`/api/orders/${id}/series`, person)).json()).toEqual({
    detail: 'This order is not part of a series.',
  })
})
