import type { OrderDetails } from '@keyhour/contract/orders'
import { simulateHomeAssistant } from '@keyhour/simulators/home-assistant'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { devices, doorFailures, doorOpenings, homeAssistants } from '#server/db/schema/access.ts'
import type { offices } from '#server/db/schema/offices.ts'
import { occupancy } from '#server/db/schema/orders.ts'
import { releaseNoShow, releaseNoShows } from '#server/features/no-shows/release-no-shows.ts'
import { remindToCheckIn } from '#server/features/no-shows/remind-to-check-in.ts'
import { eventually } from '../../../test/eventually.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ HUB_NETWORKS: 'loopback' })
const admin = await world.user({ admin: true })
type Person = typeof admin

/** Bookings of 9:00 at the office begin at 7:00. */
const AT_SIX = '2026-03-02T06:00:00.000Z'
beforeEach(() => world.setNow(AT_SIX))

async function room(office: Partial<typeof offices.$inferInsert> = {}) {
  const given = {
    open_hours: '08:00',
    close_hours: '20:00',
    cleaning_buffer_minutes: 30,
    no_show_minutes: 15,
  }
  const { id: office_id } = await world.office({ ...given, ...office })
  const { id: sub_office_id } = await world.subOffice(office_id)
  await world.unit(office_id, sub_office_id)
  return { office_id, sub_office_id }
}
type Place = Awaited<ReturnType<typeof room>>

/** From 9:00 to 11:00 for 118.00 with tax. */
async function book(as: Person, place: Place, times: object = {}): Promise<OrderDetails> {
  const request = { ...place, date: '2026-03-02', start: '09:00', end: '11:00', ...times }
  const reply = await world.post('/api/orders', request, as)
  expect([reply.statusCode, reply.statusCode === 201 ? '' : reply.body]).toEqual([201, ''])
  return reply.json()
}

async function booked({ office = {}, credits = 0, times = {}, language = 'en' as 'en' | 'he' } = {}) {
  const person = await world.user({ name: 'Dana', language })
  if (credits > 0) await world.credits(person.id, credits)
  const place = await room(office)
  return { person, place, order: await book(person, place, times) }
}

/** What happens each minute, at some of them. */
async function atMinutes(...times: string[]): Promise<void> {
  for (const time of times) {
    world.setNow(`2026-03-02T${time}:00.000Z`)
    await releaseNoShows.run(world, {})
    await world.runJobs()
  }
}

const orderOf = async ({ id }: { id: number }): Promise<OrderDetails> =>
  (await world.get(`/api/orders/${id}`, admin)).json()
const act = ({ id }: { id: number }, what: string, as: Person, body: object = {}) =>
  world.post(`/api/orders/${id}/${what}`, body, as)
const kindsOf = async ({ id }: { id: number }): Promise<string[]> =>
  (await world.get(`/api/orders/${id}/events`, admin)).json().map(({ kind }: { kind: string }) => kind)
const creditsOf = async ({ id }: Person): Promise<number> =>
  (await world.pool.query('select sum(remaining)::int as left from credit_lots where user_id = $1', [id]))
    .rows[0].left
const isReleased = async (order: { id: number }) => (await orderOf(order)).no_show === true
async function mailsAbout(person: Person, subject: RegExp) {
  return (await world.mailsTo(person.email)).filter((mail) => subject.test(mail.subject ?? ''))
}

test('a booking that nobody checked into is released on time, after one reminder, and others can book the rest', async () => {
  const { person, place, order } = await booked({ credits: 20_000 })
  await atMinutes('06:59', '07:06')
  expect(await mailsAbout(person, /Check in/)).toEqual([])
  await atMinutes('07:07', '07:08', '07:14')
  const [reminder, ...more] = await mailsAbout(person, /Check in by 09:15/)
  expect(more).toEqual([])
  expect(reminder!.text).toContain('It then costs 50% of its price.')
  expect(reminder!.text).toContain(`/order/${order.id}`)
  expect(reminder!.attachments).toEqual([])
  expect(await isReleased(order)).toBe(false)

  await atMinutes('07:15', '07:16')
  expect(await orderOf(order)).toMatchObject({
    no_show: true,
    cancelled_at: '2026-03-02T07:15:00.000Z',
    kept: 5900,
    refunded: 5900,
    left: 0,
  })
  expect(await kindsOf(order)).toEqual(['booked', 'no-show'])
  const [mail, ...others] = await mailsAbout(person, /^Released/)
  expect(others).toEqual([])
  expect(mail!.text).toContain('Its rule gives 15 minutes for that')
  expect(mail!.text).toContain('the booking costs ₪59.00 all the same.')
  expect(mail!.text).toContain('₪59.00 is back in your credits.')
  expect(mail!.attachments[0]).toMatchObject({ mimeType: expect.stringContaining('calendar') })
  // Nobody was there, so nothing has to be cleaned.
  expect(await world.db.$count(occupancy, eq(occupancy.order_id, order.id))).toBe(0)
  await book(await world.user(), place, { start: '09:30', end: '10:30' })
})

test('an office releases nothing unless it has chosen to, and then only what was booked since', async () => {
  const { person, place, order } = await booked({ office: { no_show_minutes: null } })
  expect(order).toMatchObject({ no_show: false, terms: { no_show: null } })
  await world.pool.query('update offices set no_show_minutes = 10, no_show_refund = $2 where id = $1', [
    place.office_id,
    'none',
  ])
  await book(await world.user(), place, { start: '11:30', end: '12:00' })
  const later = await book(await world.user(), place, { start: '12:30', end: '14:00' })
  expect(later.terms!.no_show).toEqual({ minutes: 10, refund_percent: 0 })
  await atMinutes('07:15', '07:30', '08:59', '10:35', '10:40')

  expect(await isReleased(order)).toBe(false)
  expect(await mailsAbout(person, /Check in/)).toEqual([])
  expect(await isReleased(later)).toBe(true)
})

test('the rule is told before booking, and in the mail about the booking', async () => {
  const person = await world.user({ name: 'Dana' })
  const place = await room({ no_show_refund: 'none' })
  const times = { date: '2026-03-02', start: '09:00', end: '11:00' }
  const quote = async (more: object) =>
    (await world.post('/api/orders/quote', { ...place, ...times, ...more }, person)).json().terms.no_show
  expect(await quote({})).toEqual({ minutes: 15, refund_percent: 0 })
  await book(person, place)
  await world.runJobs()

  const [mail] = await mailsAbout(person, /^Booked/)
  expect(mail!.text).toContain(
    'If nobody has checked in 15 minutes after the start, the booking is released and others can book the time. It then costs its full price.',
  )
})

test.each([
  ['several days', { times: { end_date: '2026-03-03' }, office: { open_hours: null, close_hours: null } }],
  ['no longer than the wait', { times: { end: '09:30' }, office: { no_show_minutes: 30 } }],
])('a stay of %s is never released', async (_, { times, office }) => {
  const { order } = await booked({ times, office })
  expect(order.terms!.no_show).toBeNull()
  await atMinutes('07:08', '07:15', '07:20', '07:29')

  expect(await isReleased(order)).toBe(false)
})

test('the check-in button keeps the booking, whether the customer or a manager presses it', async () => {
  const [first, second] = [await booked(), await booked()]
  const manager = await world.user()
  await world.member(second.place.office_id, manager.id, 'manager')
  const stranger = await world.user()
  await atMinutes('07:08')
  expect((await act(first.order, 'check_in', first.person)).statusCode).toBe(200)
  expect((await act(second.order, 'check_in', stranger)).statusCode).toBe(404)
  expect((await act(second.order, 'check_in', manager)).statusCode).toBe(200)
  await atMinutes('07:15', '07:30', '08:30')

  expect([await isReleased(first.order), await isReleased(second.order)]).toEqual([false, false])
})

async function withDoor(place: Place, given: { works?: boolean } = {}) {
  const entities = [{ entity_id: 'lock.front', codes: 'zwave_js' as const }]
  const hub = await simulateHomeAssistant({ now: world.now, entities })
  onTestFinished(hub.close)
  const token_sealed = world.secrets.seal(given.works === false ? 'wrong' : hub.token)
  await world.db.insert(homeAssistants).values({ office_id: place.office_id, url: hub.url, token_sealed })
  const door = { name: 'Front', home_assistant_id: 'lock.front', type: 'lock' }
  const [row] = await world.db
    .insert(devices)
    .values({ office_id: place.office_id, ...door })
    .returning()
  return { hub, door: row!.id }
}

const open = ({ id }: OrderDetails, door: number, as: Person) => act({ id }, `doors/${door}/open`, as)

test('opening a door keeps the booking', async () => {
  const { person, place, order } = await booked()
  const { door } = await withDoor(place)
  await atMinutes('07:08')
  expect((await open(order, door, person)).statusCode).toBe(200)
  await atMinutes('07:15', '07:30')

  expect(await isReleased(order)).toBe(false)
})

test('who is there on one booking and stays for the next, and the one after it, is not a no-show', async () => {
  const { person, place, order } = await booked({ credits: 100_000, office: { cleaning_buffer_minutes: 0 } })
  const next = await book(person, place, { start: '11:00', end: '12:00' })
  const last = await book(person, place, { start: '12:00', end: '13:00' })
  const afterAGap = await book(person, place, { start: '13:30', end: '15:00' })
  world.setNow('2026-03-02T07:05:00.000Z')
  await act(order, 'check_in', person)
  await atMinutes('09:07', '09:15', '10:07', '10:15', '11:37', '11:45')

  expect([await isReleased(next), await isReleased(last), await isReleased(afterAGap)]).toEqual([
    ...[false, false, true],
  ])
  expect(await mailsAbout(person, /Check in/)).toHaveLength(1)
})

test.each([
  ['has checked out before', { leaves: true }],
  ['is somebody else', { isOther: true }],
  ['was there in another room', { isElsewhere: true }],
  ['was not there either', { comes: false }],
])('a booking after one whose guest %s is released', async (_, given) => {
  const {
    leaves = false,
    isOther = false,
    isElsewhere = false,
    comes = true,
  } = given as Record<string, boolean>
  const { person, place, order } = await booked({ credits: 100_000, office: { cleaning_buffer_minutes: 0 } })
  const other = await world.subOffice(place.office_id)
  await world.unit(place.office_id, other.id)
  const next = await book(
    isOther ? await world.user() : person,
    isElsewhere ? { ...place, sub_office_id: other.id } : place,
    { start: '11:00', end: '13:00' },
  )
  if (comes) {
    world.setNow('2026-03-02T07:05:00.000Z')
    await act(order, 'check_in', person)
  }
  world.setNow('2026-03-02T08:50:00.000Z')
  if (leaves) expect((await act(order, 'check_out', person)).statusCode).toBe(200)
  await atMinutes('09:07', '09:15')

  expect(await isReleased(next)).toBe(true)
})

test('nobody loses a booking because a door does not open', async () => {
  const [tried, failing, elsewhere] = [await booked(), await booked(), await booked()]
  const { door } = await withDoor(tried.place, { works: false })
  await atMinutes('07:08')
  expect((await open(tried.order, door, tried.person)).statusCode).toBe(503)
  await world.db.delete(doorFailures)
  const { door: broken } = await withDoor(failing.place)
  await world.db.insert(doorFailures).values({
    office_id: failing.place.office_id,
    device_id: broken,
    reason: 'unavailable',
    since: '2026-03-02T07:10:00.000Z',
  })
  await atMinutes('07:15', '07:16')
  expect(await isReleased(tried.order)).toBe(false)
  expect(await isReleased(failing.order)).toBe(false)
  expect(await isReleased(elsewhere.order)).toBe(true)

  await world.db.delete(doorFailures)
  await atMinutes('07:40')
  expect(await isReleased(failing.order)).toBe(true)
})

test('a booking that was made after its start has its minutes from then on', async () => {
  const place = await room()
  world.setNow('2026-03-02T09:10:00.000Z')
  const order = await book(await world.user({ email: 'late@keyhour.test' }), place, {
    start: '11:00',
    end: '13:00',
  })
  await atMinutes('09:15', '09:17', '09:24')
  expect(await isReleased(order)).toBe(false)
  expect((await world.mailsTo('late@keyhour.test')).map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining('Check in by 11:25'),
  )
  await atMinutes('09:25')
  expect(await isReleased(order)).toBe(true)
})

test('after an outage nothing is released before its reminder has had half of the time', async () => {
  const { person, order } = await booked()
  await atMinutes('07:40')
  expect(await isReleased(order)).toBe(false)
  expect(await mailsAbout(person, /Check in by 09:48/)).toHaveLength(1)
  await atMinutes('07:47')
  expect(await isReleased(order)).toBe(false)
  await atMinutes('07:48')
  expect(await isReleased(order)).toBe(true)
})

test('what a job did already is not done again', async () => {
  const { person, order } = await booked({ credits: 20_000 })
  await atMinutes('07:07')
  await remindToCheckIn.run(world, { order_id: order.id })
  world.setNow('2026-03-02T07:15:00.000Z')
  await Promise.all([1, 2, 3].map(() => releaseNoShow.run(world, { order_id: order.id })))
  await world.runJobs()

  expect(await mailsAbout(person, /Check in/)).toHaveLength(1)
  expect(await mailsAbout(person, /^Released/)).toHaveLength(1)
  expect(await creditsOf(person)).toBe(20_000 - 5900)
  expect(await kindsOf(order)).toEqual(['booked', 'no-show'])
})

test.each([
  ['late_cancel', 50, { kept: 5900, left: 5900 }, 'which is left to pay'],
  ['late_cancel', 100, { kept: 0, left: 0 }, 'you owe nothing'],
  ['none', 50, { kept: 11_800, left: 11_800 }, 'which is left to pay'],
] as const)(
  'of an unpaid booking with the rule %s at %i%%, the kept part is owed',
  async (rule, percent, money, words) => {
    const office = { no_show_refund: rule, late_cancel_refund_percent: percent }
    const { person, order } = await booked({ office })
    await atMinutes('07:07', '07:15')

    expect(await orderOf(order)).toMatchObject({ no_show: true, refunded: 0, ...money })
    expect((await mailsAbout(person, /^Released/))[0]!.text).toContain(words)
  },
)

test('until the release, cancelling gives back what not coming would, and nothing after a check-in', async () => {
  const { person, order } = await booked({ credits: 20_000 })
  const refund = async () => (await world.get(`/api/orders/${order.id}/refund`, person)).json()
  world.setNow('2026-03-02T07:14:00.000Z')
  expect(await refund()).toMatchObject({ percent: 50, refund: 5900 })
  await act(order, 'check_in', person)
  expect(await refund()).toMatchObject({ percent: 0, refund: 0 })
})

/** Holds rows as a slow transaction would, until told to let go. */
async function hold(statement: string, id: number) {
  const client = await world.pool.connect()
  await client.query('begin')
  await client.query(statement, [id])
  return async () => {
    await client.query('commit')
    client.release()
  }
}

const waiting = async (count: number) =>
  eventually(async () => {
    const { rows } = await world.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows.length).toBeGreaterThanOrEqual(count)
  })

test('of a check-in and a release at the same moment, the first one counts', async () => {
  for (const winner of ['check-in', 'release'] as const) {
    world.setNow(AT_SIX)
    const { person, order } = await booked()
    await atMinutes('07:07')
    world.setNow('2026-03-02T07:15:00.000Z')
    const letGo = await hold('select from orders where id = $1 for update', order.id)
    const begin = {
      'check-in': () => act(order, 'check_in', person),
      release: () => releaseNoShow.run(world, { order_id: order.id }),
    }
    const first = begin[winner]()
    await waiting(1)
    const second = begin[winner === 'release' ? 'check-in' : 'release']()
    await waiting(2)
    await letGo()
    const replies = await Promise.all([first, second])

    expect(await isReleased(order)).toBe(winner === 'release')
    const reply = replies.find((one) => one !== undefined) as Awaited<ReturnType<typeof act>>
    expect(reply.statusCode).toBe(winner === 'release' ? 409 : 200)
    expect(await kindsOf(order)).toEqual(['booked', winner === 'release' ? 'no-show' : 'checked in'])
  }
})

test('a door that is being opened keeps the booking, and a door stays shut once the booking is released', async () => {
  const [early, late] = [await booked(), await booked()]
  const doors = [await withDoor(early.place), await withDoor(late.place)]
  await atMinutes('07:07')
  world.setNow('2026-03-02T07:15:00.000Z')

  await world.db.insert(doorOpenings).values({
    office_id: early.place.office_id,
    device_id: doors[0]!.door,
    order_id: early.order.id,
    actor_id: early.person.id,
  })
  await releaseNoShow.run(world, { order_id: early.order.id })
  expect(await isReleased(early.order)).toBe(false)

  // The release has looked already, and is about to free the unit.
  const letUnitGo = await hold('select from occupancy where order_id = $1 for update', late.order.id)
  const freeing = releaseNoShow.run(world, { order_id: late.order.id })
  await waiting(1)
  const tooLate = open(late.order, doors[1]!.door, late.person)
  await waiting(2)
  expect(doors[1]!.hub.stateOf('lock.front')).toBe('locked')
  await letUnitGo()
  await freeing
  expect([(await tooLate).statusCode, (await tooLate).json().detail]).toEqual([
    403,
    'This order is cancelled.',
  ])
  expect(doors[1]!.hub.stateOf('lock.front')).toBe('locked')
  expect(await kindsOf(late.order)).toEqual(['booked', 'no-show'])
})

test('Hebrew speakers are reminded and told in Hebrew', async () => {
  const { person } = await booked({ language: 'he' })
  await atMinutes('07:07', '07:15')
  const subjects = (await world.mailsTo(person.email)).map(({ subject }) => subject)

  expect(subjects).toContainEqual(expect.stringContaining('ממתינים לכניסה עד 09:15'))
  expect(subjects).toContainEqual(expect.stringContaining('ההזמנה שוחררה, לא נרשמה כניסה'))
})

test('a webhook is told that the order is cancelled, and why', async () => {
  const { order } = await booked()
  await world.pool.query(
    `insert into webhooks (name, url, secret_sealed, kinds) values ('Other', 'https://other.example/hook', 'x', '{order.cancelled}')`,
  )
  await atMinutes('07:07')
  world.setNow('2026-03-02T07:15:00.000Z')
  await releaseNoShow.run(world, { order_id: order.id })
  const { rows } = await world.pool.query(`select kind, data from webhook_events`)

  expect(rows[0].kind).toBe('order.cancelled')
  expect(rows[0].data).toMatchObject({ order: { id: order.id, no_show: true } })
})
