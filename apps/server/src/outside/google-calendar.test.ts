import { simulateGoogleCalendar } from '@keyhour/simulators/google-calendar'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { CalendarFailed } from '#server/outside/calendar-service.ts'
import { googleCalendar, googleClient } from '#server/outside/google-calendar.ts'
import { consentPageOf, redeemCode } from '#server/outside/oauth.ts'
import { failuresOf } from '../../test/failures-of.ts'

const NOW = new Date('2026-03-02T08:00:00.000Z')
const now = () => NOW
const google = await simulateGoogleCalendar({ now })
afterAll(() => google.close())
beforeEach(() => google.behave())

const setting = { clientId: google.clientId, clientSecret: google.clientSecret, url: google.url }
const REDIRECT = { redirectUri: 'http://127.0.0.1:3000/back', verifier: 'v'.repeat(43) }
const WITHIN = { from: '2026-03-01T00:00:00.000Z', to: '2026-05-01T00:00:00.000Z' }

async function open({ isRooms = false, account = 'office@keyhour.example', ms = 400 } = {}) {
  const client = googleClient(setting, isRooms)
  const back = google.allow(consentPageOf(client, { state: 's', ...REDIRECT }), { account })
  const code = new URL(back).searchParams.get('code')!
  const { access_token } = await redeemCode(client, { code, ...REDIRECT }, { now: NOW })
  return googleCalendar(setting, {
    token: async () => access_token,
    now,
    isRooms,
    ms,
    roomPausesMs: [10, 10],
  })
}

const service = await open()
const copy = (key: string, from = '2026-03-05T08:00:00.000Z', to = '2026-03-05T09:30:00.000Z') => ({
  key,
  title: 'Booked at Keyhour',
  note: 'Order 7',
  from,
  to,
})
const read = (id: string, next: string | null = null) => service.read(id, next, WITHIN, { prefix: 'order ' })
const failureOf = failuresOf(CalendarFailed)

describe('lists', () => {
  test('all pages of the calendars that the account may write to are offered', async () => {
    google.addCalendar({ summary: 'Only to read', accessRole: 'reader' })
    const ids = Array.from({ length: 260 }, (_, at) => google.addCalendar({ summary: `Room ${at}` }))
    const listed = await service.listCalendars()
    for (const id of ids) google.removeCalendar(id)

    expect(listed).toHaveLength(261)
    expect(listed).toContainEqual({ id: ids[259], name: 'Room 259' })
    expect(listed.map(({ name }) => name)).not.toContain('Only to read')
  })

  test('for rooms, the rooms of the Workspace are offered, and only to its administrator', async () => {
    google.addAccount({ email: 'dana@keyhour.example', name: 'Dana' })
    const room = google.addRoom({ resourceName: 'Blue', generatedResourceName: 'HQ-1-Blue (8)' })
    const rooms = await open({ isRooms: true })

    expect(await rooms.listCalendars()).toContainEqual({ id: room, name: 'HQ-1-Blue (8)' })
    const person = await open({ isRooms: true, account: 'dana@keyhour.example' })
    expect((await failureOf(person.listCalendars())).reason).toBe('forbidden')
  })
})

describe('reading', () => {
  test('events of others take their time; free, declined and empty ones do not', async () => {
    const id = google.addCalendar({ summary: 'Board room' })
    const times = { start: '2026-03-05T10:00:00+02:00', end: '2026-03-05T11:00:00+02:00' }
    const busy = google.addEvent(id, { ...times, summary: 'Board' })
    const days = google.addEvent(id, { start: '2026-03-09', end: '2026-03-10' })
    const free = google.addEvent(id, { ...times, transparency: 'transparent' })
    const attendees = [{ email: 'office@keyhour.example', self: true, responseStatus: 'declined' }]
    const declined = google.addEvent(id, { ...times, attendees })
    const empty = google.addEvent(id, { start: times.start, end: times.start })
    const { events, removed, isWhole } = await read(id)

    expect(isWhole).toBe(true)
    expect(events).toEqual([
      { id: busy, from: '2026-03-05T08:00:00.000Z', to: '2026-03-05T09:00:00.000Z', title: 'Board' },
      { id: days, from: '2026-03-08T22:00:00.000Z', to: '2026-03-09T22:00:00.000Z', title: null },
    ])
    expect(removed.sort()).toEqual([free, declined, empty].sort())
  })

  test('each occurrence of a repeated event comes by itself', async () => {
    const id = google.addCalendar({ summary: 'Weekly' })
    google.addEvent(id, {
      start: '2026-03-05T10:00:00+02:00',
      end: '2026-03-05T11:00:00+02:00',
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
    })

    expect((await read(id)).events.map(({ from }) => from)).toEqual([
      '2026-03-05T08:00:00.000Z',
      '2026-03-12T08:00:00.000Z',
      '2026-03-19T08:00:00.000Z',
    ])
  })

  test('many events with long descriptions can be read', async () => {
    const id = google.addCalendar({ summary: 'Full' })
    const times = { start: '2026-03-05T10:00:00Z', end: '2026-03-05T11:00:00Z' }
    const description = 'x'.repeat(20_000)
    for (let at = 0; at < 450; at += 1) google.addEvent(id, { ...times, description })
    const patient = await open({ ms: 10_000 })

    expect((await patient.read(id, null, WITHIN, { prefix: 'order ' })).events).toHaveLength(450)
  })

  test('call by call, also when Google has forgotten what we know', async () => {
    const id = google.addCalendar({ summary: 'Long' })
    const times = { start: '2026-03-05T10:00:00Z', end: '2026-03-05T11:00:00Z' }
    for (let at = 0; at < 501; at += 1) google.addEvent(id, times)
    const { next } = await read(id)
    google.expireSyncTokens(id)
    let calls = 0
    const beforeCall = async () => (calls += 1)
    await service.read(id, next, WITHIN, { prefix: 'order ', beforeCall })

    expect(calls).toBe(3)
  })

  test('a title without the characters that no database keeps', async () => {
    const id = google.addCalendar({ summary: 'Odd' })
    const summary = 'Bo\0ard \\u0000'
    google.addEvent(id, { start: '2026-03-05T10:00:00Z', end: '2026-03-05T11:00:00Z', summary })

    expect((await read(id)).events).toMatchObject([{ title: 'Board \\u0000' }])
  })

  test('the next reading brings only what has changed', async () => {
    const id = google.addCalendar({ summary: 'Changing' })
    const stays = { start: '2026-03-05T10:00:00Z', end: '2026-03-05T11:00:00Z' }
    google.addEvent(id, stays)
    const goes = google.addEvent(id, stays)
    const { next } = await read(id)
    google.deleteEvent(id, goes)
    const comes = google.addEvent(id, { ...stays, summary: 'New' })
    const changes = await read(id, next)

    expect(changes).toMatchObject({ isWhole: false, removed: [goes], events: [{ id: comes, title: 'New' }] })
    expect((await read(id, changes.next)).events).toEqual([])
  })

  test('if Google has forgotten what we know, everything is read again', async () => {
    const id = google.addCalendar({ summary: 'Forgotten' })
    const event = google.addEvent(id, { start: '2026-03-05T10:00:00Z', end: '2026-03-05T11:00:00Z' })
    const { next } = await read(id)
    google.expireSyncTokens(id)

    expect(await read(id, next)).toMatchObject({ isWhole: true, events: [{ id: event }] })
  })

  test('our own events are not read, but a copy that a person makes of one is', async () => {
    const id = google.addCalendar({ summary: 'Ours' })
    await service.write(id, copy('order 1'), null)
    const [ours] = google.eventsIn(id)
    const { extendedProperties } = ours!
    const theirs = google.addEvent(id, {
      start: '2026-03-06T10:00:00Z',
      end: '2026-03-06T11:00:00Z',
      extendedProperties: extendedProperties!,
    })

    const { events, copies } = await read(id)
    expect(events.map((event) => event.id)).toEqual([theirs])
    expect(copies).toEqual([ours!.id])
  })

  test('events of another Keyhour office take time', async () => {
    const id = google.addCalendar({ summary: 'Shared' })
    await service.write(id, copy('another 1'), null)

    expect(await read(id)).toMatchObject({ events: [{ title: 'Booked at Keyhour' }], copies: [] })
  })
})

describe('writing', () => {
  test('writing twice, also after an answer that was lost, makes one event', async () => {
    const id = google.addCalendar({ summary: 'Once' })
    google.misbehave('does it and hangs up', /POST .*events$/, 1)
    expect((await failureOf(service.write(id, copy('order 2'), null))).reason).toBe('unreachable')
    const first = await service.write(id, copy('order 2'), null)
    const again = await service.write(id, copy('order 2'), null)

    expect(again).toEqual(first)
    expect(google.eventsIn(id)).toMatchObject([
      { summary: 'Booked at Keyhour', description: 'Order 7', transparency: 'opaque' },
    ])
    expect(google.calls.some(({ path }) => /sendUpdates=(all|externalOnly)/.test(path))).toBe(false)
  })

  test('a moved order moves its event, and one that was deleted there comes back', async () => {
    const id = google.addCalendar({ summary: 'Moved' })
    const written = await service.write(id, copy('order 3'), null)
    const eventId = written.outcome === 'written' ? written.event_id : ''
    google.deleteEvent(id, eventId)
    const later = copy('order 3', '2026-03-06T08:00:00.000Z', '2026-03-06T09:00:00.000Z')
    await service.write(id, later, eventId)

    const [event, ...more] = google.eventsIn(id)
    expect([new Date(event!.start.dateTime!).toISOString(), more.length]).toEqual([later.from, 0])
  })

  test('removing an event twice does no harm', async () => {
    const id = google.addCalendar({ summary: 'Removed' })
    const written = await service.write(id, copy('order 4'), null)
    const eventId = written.outcome === 'written' ? written.event_id : ''
    await service.remove(id, eventId, 'order 4')
    await service.remove(id, eventId, 'order 4')
    await service.remove(id, 'never0was', 'order 4')

    expect(google.eventsIn(id)).toEqual([])
  })

  test('an event whose id was never told is removed by its key', async () => {
    const id = google.addCalendar({ summary: 'Lost' })
    google.misbehave('does it and hangs up', /POST .*events$/, 1)
    await failureOf(service.write(id, copy('order 9'), null))
    await service.remove(id, null, 'order 9')
    await service.remove(id, null, 'order 9')

    expect(google.eventsIn(id)).toEqual([])
  })

  test('a room is invited, and refuses what somebody else has', async () => {
    const rooms = await open({ isRooms: true })
    const room = google.addRoom({ resourceName: 'Green' })
    const mine = await rooms.write(room, copy('order 5'), null)
    const other = await rooms.write(room, copy('order 6'), null)

    expect([mine.outcome, other.outcome]).toEqual(['written', 'refused'])
    expect(google.eventsIn(room)).toHaveLength(1)
    const own = google.eventsIn('office@keyhour.example').filter(({ status }) => status !== 'cancelled')
    expect(own.map(({ attendees }) => attendees![0]!.email)).toEqual([room])
  })

  test('a room that does not answer is not taken for one that accepted', async () => {
    const rooms = await open({ isRooms: true })
    const room = google.addRoom({ resourceName: 'Slow' })
    const release = google.holdRooms()
    const silent = await failureOf(rooms.write(room, copy('order 7'), null))
    release()

    expect(silent.reason).toBe('too_slow')
    expect((await rooms.write(room, copy('order 7'), null)).outcome).toBe('written')
  })
})

test('a channel is opened and closed, also twice', async () => {
  const id = google.addCalendar({ summary: 'Watched' })
  const channel = { id: 'channel-1', address: 'http://127.0.0.1:9/push', secret: 'only we know' }
  const { ref, until } = await service.channels!.open(id, channel)

  expect(until).toBe('2026-03-09T08:00:00.000Z')
  expect(google.channels()).toMatchObject([{ id: 'channel-1', token: 'only we know', calendarId: id }])
  await service.channels!.close('channel-1', ref)
  await service.channels!.close('channel-1', ref)
  expect(google.channels()).toEqual([])
})

describe('failures', () => {
  const faults = [
    ['429', 'throttled', 30_000],
    ['403 rate limit', 'throttled', 30_000],
    [{ status: 429, json: {}, headers: { 'retry-after': '7' } }, 'throttled', 7000],
    ['503', 'out_of_order', undefined],
    ['401', 'forbidden', undefined],
    ['talks nonsense', 'unreadable', undefined],
    ['does it and answers half', 'unreadable', undefined],
    ['talks without end', 'unreadable', undefined],
    ['redirects', 'unreadable', undefined],
    ['hangs up', 'unreachable', undefined],
    [{ slowMs: 2000 }, 'too_slow', undefined],
  ] as const
  test.each(faults)('%j is named, with the time to wait', async (fault, reason, waitMs) => {
    google.misbehave(fault as Parameters<typeof google.misbehave>[0], /GET/)
    const failed = await failureOf(service.listCalendars())

    expect({ reason: failed.reason, waitMs: failed.waitMs }).toEqual({ reason, waitMs })
    expect(failed.message).not.toMatch(/127\.0\.0\.1|ya29/)
  })

  test('a deleted calendar is missing', async () => {
    const id = google.addCalendar({ summary: 'Deleted' })
    google.removeCalendar(id)

    expect((await failureOf(read(id))).reason).toBe('missing')
    expect((await failureOf(service.write(id, copy('order 8'), null))).reason).toBe('missing')
  })
})
