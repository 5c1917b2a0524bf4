import { type NexudusOptions, simulateNexudus } from '@keyhour/simulators/nexudus'
import { expect, onTestFinished, test } from 'vitest'
import { CalendarFailed } from '#server/outside/calendar-service.ts'
import { type NexudusAccount, nexudus } from '#server/outside/nexudus.ts'
import { failuresOf } from '../../test/failures-of.ts'

const NOW = '2026-03-02T08:00:00Z'
const WITHIN = { from: '2026-03-02T08:00:00.000Z', to: '2027-04-02T08:00:00.000Z' }
const COPY = {
  key: 'order-17',
  title: 'Keyhour booking 17',
  note: 'Dana',
  from: '2026-03-09T09:00:00.000Z',
  to: '2026-03-09T10:30:00.000Z',
}
const LATER = { ...COPY, from: '2026-03-09T12:00:00.000Z', to: '2026-03-09T13:00:00.000Z' }

async function connected(
  options: Partial<NexudusOptions & { ms: number }> = {},
  as: Partial<NexudusAccount> = {},
) {
  const now = () => new Date(NOW)
  const simulated = await simulateNexudus({ now, ...options })
  onTestFinished(simulated.close)
  const { email, password, businessId, apiUrl } = simulated
  const account = { email, password, business_id: String(businessId), time_zone: 'UTC', ...as }
  const service = nexudus({ url: apiUrl, now, ...(options.ms && { ms: options.ms }) }, account)
  const room = simulated.addResource({ Name: 'Jaffa' })
  return { ...simulated, service, room, id: String(room) }
}

const failureOf = failuresOf(CalendarFailed)

test('all pages of the resources of one location are offered, without archived and hidden ones', async () => {
  const { service, addBusiness, addResource } = await connected()
  for (let count = 0; count < 600; count += 1) addResource({ Name: `Desk ${String(count).padStart(3, '0')}` })
  addResource({ Name: 'Old room', Archived: true })
  addResource({ Name: 'Staff room', Visible: false })
  addResource({ Name: 'Far away', BusinessId: addBusiness({ Name: 'Haifa' }) })
  const names = (await service.listCalendars()).map(({ name }) => name)

  expect(names).toHaveLength(601)
  expect(names.at(-1)).toBe('Jaffa')
  expect(names).not.toContain('Old room')
  expect(names).not.toContain('Staff room')
  expect(names).not.toContain('Far away')
})

test('bookings of others are read, and our own are not', async () => {
  const { service, id, room, addBooking, addResource, bookingsOf } = await connected()
  const theirs = addBooking(room, {
    start: '2026-03-10T09:00:00Z',
    end: '2026-03-10T10:00:00Z',
    Notes: 'Dan',
  })
  addBooking(room, { start: '2026-03-01T09:00:00Z', end: '2026-03-01T10:00:00Z' })
  addBooking(addResource({ Name: 'Other' }), { start: '2026-03-10T09:00:00Z', end: '2026-03-10T10:00:00Z' })
  await service.write(id, COPY, null)

  expect(await service.read(id, null, WITHIN, { prefix: 'order-' })).toEqual({
    events: [
      { id: String(theirs), from: '2026-03-10T09:00:00.000Z', to: '2026-03-10T10:00:00.000Z', title: null },
    ],
    removed: [],
    copies: bookingsOf(room)
      .filter(({ SystemId }) => SystemId)
      .map(({ Id }) => String(Id)),
    isWhole: true,
    next: null,
  })
})

test('bookings of another resource take no time, even if Nexudus lists them', async () => {
  const { service, id, room, misbehave } = await connected()
  const times = { FromTime: '2026-03-10T09:00:00', ToTime: '2026-03-10T10:00:00' }
  const Records = [room, room + 1].map((ResourceId) => ({ Id: 70 + ResourceId, ResourceId, ...times }))
  misbehave({ status: 200, json: { Records, HasNextPage: false } }, /bookings/)

  const { events } = await service.read(id, null, WITHIN, { prefix: 'order-' })
  expect(events.map((event) => event.id)).toEqual([String(70 + room)])
})

test('bookings of another Keyhour office take time', async () => {
  const { service, id } = await connected()
  await service.write(id, { ...COPY, key: 'another-17' }, null)

  expect(await service.read(id, null, WITHIN, { prefix: 'order-' })).toMatchObject({
    events: [{ from: COPY.from }],
    copies: [],
  })
})

test('a booking whose id was never told is removed by its key', async () => {
  const { service, id, room, bookingsOf, misbehave, behave } = await connected()
  await service.write(id, { ...LATER, key: 'order-18' }, null)
  misbehave('does it and hangs up', /POST .*bookings/)
  await failureOf(service.write(id, COPY, null))
  behave()
  await service.remove(id, null, COPY.key)
  await service.remove(id, null, COPY.key)

  expect(bookingsOf(room)).toMatchObject([{ SystemId: 'keyhour-order-18' }])
})

test('times are converted if Nexudus means the clock of the office', async () => {
  const zone = { time_zone: 'Asia/Jerusalem' }
  const { service, id, room, addBooking, bookingsOf } = await connected({ timeZone: 'Asia/Jerusalem' }, zone)
  addBooking(room, { start: '2026-07-10T09:00:00Z', end: '2026-07-10T10:00:00Z' })
  await service.write(id, COPY, null)
  const { events } = await service.read(id, null, WITHIN, { prefix: 'order-' })

  expect(events).toMatchObject([{ from: '2026-07-10T09:00:00.000Z', to: '2026-07-10T10:00:00.000Z' }])
  expect(bookingsOf(room)[1]).toMatchObject({
    FromTime: '2026-03-09T11:00:00',
    ToTime: '2026-03-09T12:30:00',
  })
})

test('an order is written, moved and removed, and twice is once', async () => {
  const { service, id, room, bookingsOf } = await connected()
  const first = await service.write(id, COPY, null)
  const again = await service.write(id, COPY, null)
  expect(again).toEqual(first)
  const { event_id } = first as { event_id: string }
  await service.write(id, LATER, event_id)

  expect(bookingsOf(room)).toMatchObject([
    { Id: Number(event_id), FromTime: '2026-03-09T12:00:00', Notes: 'Keyhour booking 17' },
  ])
  await service.remove(id, event_id, COPY.key)
  await service.remove(id, event_id, COPY.key)
  expect(bookingsOf(room)).toEqual([])
})

test('a change keeps what people added to the booking there', async () => {
  const { service, id, room, bookingsOf, moveBooking, addBooking } = await connected()
  const theirs = addBooking(room, {
    start: COPY.from,
    end: COPY.to,
    SystemId: 'keyhour-order-17',
    CoworkerId: 5,
  })
  moveBooking(theirs, { start: '2026-03-09T07:00:00Z', end: '2026-03-09T08:00:00Z' })
  await service.write(id, LATER, String(theirs))

  expect(bookingsOf(room)).toMatchObject([{ CoworkerId: 5, FromTime: '2026-03-09T12:00:00' }])
})

test('a booking whose answer was lost is found again instead of made twice', async () => {
  const { service, id, room, bookingsOf, misbehave, behave } = await connected()
  misbehave('does it and hangs up', /POST .*bookings/)
  expect(await failureOf(service.write(id, COPY, null))).toMatchObject({ reason: 'unreachable' })
  behave()
  expect(await service.write(id, COPY, null)).toMatchObject({ outcome: 'written' })

  expect(bookingsOf(room)).toHaveLength(1)
})

test('one that was deleted there is written anew', async () => {
  const { service, id, room, bookingsOf, deleteBooking } = await connected()
  const { event_id } = (await service.write(id, COPY, null)) as { event_id: string }
  deleteBooking(Number(event_id))
  await service.write(id, COPY, event_id)

  expect(bookingsOf(room)).toHaveLength(1)
})

test('a time that is taken there is refused, also when an order moves', async () => {
  const { service, id, room, addBooking } = await connected()
  addBooking(room, { start: COPY.from, end: COPY.to })
  expect(await service.write(id, COPY, null)).toEqual({ outcome: 'refused' })
  const { event_id } = (await service.write(id, LATER, null)) as { event_id: string }
  expect(await service.write(id, COPY, event_id)).toEqual({ outcome: 'refused' })
})

test('the same status means throttled with Retry-After, and taken without', async () => {
  const { service, id, misbehave } = await connected()
  misbehave('409 throttled', /POST/, 1)
  expect(await failureOf(service.write(id, COPY, null))).toMatchObject({ reason: 'throttled', waitMs: 1000 })
  misbehave({ status: 409, json: { Message: 'Conflict' } }, /POST/, 1)
  expect(await service.write(id, COPY, null)).toEqual({ outcome: 'refused' })
  misbehave({ status: 429, text: '', headers: { 'retry-after': 'Mon, 02 Mar 2026 08:01:00 GMT' } })
  expect(await failureOf(service.listCalendars())).toMatchObject({ reason: 'throttled', waitMs: 60_000 })
})

test('a resource that is gone, and an id that never was one, are missing', async () => {
  const { service } = await connected()
  expect(await failureOf(service.write('99999', COPY, null))).toMatchObject({ reason: 'missing' })
  expect(await failureOf(service.read('../sys', null, WITHIN, { prefix: 'order-' }))).toMatchObject({
    reason: 'missing',
  })
})

test.each([
  ['401', 'consent_gone'],
  ['500', 'out_of_order'],
  ['talks nonsense', 'unreadable'],
  ['redirects', 'unreadable'],
  ['hangs up', 'unreachable'],
  ['talks without end', 'unreadable'],
  [{ status: 200, json: { Records: [{ Id: 'x' }], HasNextPage: false } }, 'unreadable'],
  [{ status: 200, json: { Records: [], HasNextPage: true } }, 'unreadable'],
] as const)('a list that fails with %j is %s', async (fault, reason) => {
  const { service, id, misbehave } = await connected()
  misbehave(fault)
  expect(await failureOf(service.listCalendars())).toMatchObject({ reason })
  expect(await failureOf(service.read(id, null, WITHIN, { prefix: 'order-' }))).toMatchObject({ reason })
})

test.each([
  ['200 refused', 'out_of_order'],
  ['500', 'out_of_order'],
  ['talks nonsense', 'unreadable'],
  [{ status: 400, json: { Message: 'Bad request' } }, 'unreadable'],
] as const)('a booking that is answered with %j is not taken for written', async (fault, reason) => {
  const { service, id, misbehave } = await connected()
  misbehave(fault, /POST/)
  expect(await failureOf(service.write(id, COPY, null))).toMatchObject({ reason })
})

test('a slow answer is given up', async () => {
  const { service, misbehave } = await connected({ ms: 200 })
  misbehave('stays silent')
  expect(await failureOf(service.listCalendars())).toMatchObject({ reason: 'too_slow' })
})

test('the wrong password is refused, and no failure tells it or the address', async () => {
  const { service, url } = await connected({}, { password: 'guessed-password' })
  const failure = await failureOf(service.listCalendars())

  expect(failure.reason).toBe('consent_gone')
  expect(`${failure.message} ${failure.stack}`).not.toMatch(
    new RegExp(`guessed|${new URL(url).port}|keyhour\\.example`),
  )
})
