import { simulateMicrosoftGraph } from '@keyhour/simulators/microsoft-graph'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { CalendarFailed } from '#server/outside/calendar-service.ts'
import { outlookCalendar, outlookClient } from '#server/outside/microsoft-graph.ts'
import { consentPageOf, redeemCode } from '#server/outside/oauth.ts'
import { failuresOf } from '../../test/failures-of.ts'

const NOW = new Date('2026-03-02T08:00:00.000Z')
const now = () => NOW
const WITHIN = { from: '2026-03-01T00:00:00.000Z', to: '2026-05-01T00:00:00.000Z' }
const REDIRECT = { redirectUri: 'http://127.0.0.1:3000/back', verifier: 'v'.repeat(43) }

type Options = Omit<Parameters<typeof simulateMicrosoftGraph>[0], 'now'>

async function start(options: Options = {}) {
  const graph = await simulateMicrosoftGraph({ now, ...options })
  afterAll(() => graph.close())
  const { clientId, clientSecret, url } = graph
  const setting = { clientId, clientSecret, tenant: 'common', url }
  const client = outlookClient(setting)
  const back = graph.allow(consentPageOf(client, { state: 's', ...REDIRECT }))
  const code = new URL(back).searchParams.get('code')!
  const { access_token } = await redeemCode(client, { code, ...REDIRECT }, { now: NOW })
  const token = async () => access_token
  return { graph, service: outlookCalendar(setting, { token, now, timeZone: 'Asia/Jerusalem', ms: 400 }) }
}

const post = async ({ url }: { url: string }) => ({
  status: 200,
  body: new URL(url).searchParams.get('validationToken') ?? '',
  type: 'text/plain',
})
const { graph, service } = await start({ post })
beforeEach(() => graph.behave())

const read = (id: string, next: string | null = null) => service.read(id, next, WITHIN, { prefix: 'order ' })
const copy = (key: string, from = '2026-03-05T08:00:00.000Z', to = '2026-03-05T09:30:00.000Z') => ({
  key,
  title: 'Booked at Keyhour',
  note: 'Order 7',
  from,
  to,
})
const failureOf = failuresOf(CalendarFailed)
const TIMES = { start: '2026-03-05T08:00:00Z', end: '2026-03-05T09:00:00Z' }

test('all pages of the calendars that can be changed are offered', async () => {
  graph.addCalendar({ name: 'Holidays', canEdit: false })
  const ids = Array.from({ length: 60 }, (_, at) => graph.addCalendar({ name: `Room ${at}` }))
  const listed = await service.listCalendars()
  for (const id of ids) graph.removeCalendar(id)

  expect(listed).toHaveLength(61)
  expect(listed).toContainEqual({ id: ids[59], name: 'Room 59' })
  expect(listed.map(({ name }) => name)).not.toContain('Holidays')
})

test('a next page on another host is not asked for', async () => {
  const json = { value: [], '@odata.nextLink': 'http://169.254.169.254/v1.0/me/calendars?$skiptoken=1' }
  graph.misbehave({ status: 200, json }, /calendars/)

  expect((await failureOf(service.listCalendars())).reason).toBe('address_refused')
})

describe('reading', () => {
  test('events of others take their time; free, cancelled and empty ones do not', async () => {
    const id = graph.addCalendar({ name: 'Board room' })
    const busy = graph.addEvent(id, { ...TIMES, subject: 'Board' })
    const days = graph.addEvent(id, { start: '2026-03-09', end: '2026-03-10' })
    const free = graph.addEvent(id, { ...TIMES, showAs: 'free' })
    const cancelled = graph.addEvent(id, { ...TIMES, isCancelled: true })
    const { events, removed, isWhole } = await read(id)

    expect(isWhole).toBe(true)
    expect(events).toEqual([
      { id: busy, from: '2026-03-05T08:00:00.000Z', to: '2026-03-05T09:00:00.000Z', title: 'Board' },
      { id: days, from: '2026-03-08T22:00:00.000Z', to: '2026-03-09T22:00:00.000Z', title: null },
    ])
    expect(removed.sort()).toEqual([free, cancelled].sort())
  })

  test('occurrences have the title of their series, and a free series takes no time', async () => {
    const id = graph.addCalendar({ name: 'Weekly' })
    const repetition = { every: 'week', interval: 1, count: 3, until: undefined } as const
    graph.addEvent(id, { ...TIMES, subject: 'Team', repetition })
    graph.addEvent(id, { ...TIMES, subject: 'Lunch', showAs: 'free', repetition })

    expect((await read(id)).events).toMatchObject([
      { from: '2026-03-05T08:00:00.000Z', title: 'Team' },
      { from: '2026-03-12T08:00:00.000Z', title: 'Team' },
      { from: '2026-03-19T08:00:00.000Z', title: 'Team' },
    ])
  })

  test('the next reading brings only what has changed', async () => {
    const id = graph.addCalendar({ name: 'Changing' })
    graph.addEvent(id, TIMES)
    const goes = graph.addEvent(id, TIMES)
    const { next } = await read(id)
    graph.deleteEvent(id, goes)
    const comes = graph.addEvent(id, { ...TIMES, subject: 'New' })
    const changes = await read(id, next)

    expect(changes).toMatchObject({ isWhole: false, removed: [goes], events: [{ id: comes, title: 'New' }] })
    expect((await read(id, changes.next)).events).toEqual([])
  })

  test('if Microsoft has forgotten what we know, everything is read again', async () => {
    const id = graph.addCalendar({ name: 'Forgotten' })
    const event = graph.addEvent(id, TIMES)
    const { next } = await read(id)
    graph.expireDeltaLinks(id)

    expect(await read(id, next)).toMatchObject({ isWhole: true, events: [{ id: event }] })
  })

  test.each([
    [400, 'resyncRequired'],
    [404, 'syncStateNotFound'],
  ])('the same if it says so with %i', async (status, code) => {
    const id = graph.addCalendar({ name: 'Forgotten' })
    const event = graph.addEvent(id, TIMES)
    const { next } = await read(id)
    graph.misbehave({ status, json: { error: { code } } }, /delta$/, 1)

    expect(await read(id, next)).toMatchObject({ isWhole: true, events: [{ id: event }] })
  })

  test('call by call', async () => {
    const id = graph.addCalendar({ name: 'Long' })
    for (let at = 0; at < 201; at += 1) graph.addEvent(id, TIMES)
    let calls = 0
    const beforeCall = async () => (calls += 1)
    const before = graph.calls.length
    await service.read(id, null, WITHIN, { prefix: 'order ', beforeCall })

    expect([calls, graph.calls.length - before]).toEqual([2, 2])
  })

  test('a calendar whose changes are not told is read whole each time', async () => {
    const limited = await start({ isDeltaForDefaultOnly: true })
    const id = limited.graph.addCalendar({ name: 'Not the default' })
    for (let at = 0; at < 247; at += 1) limited.graph.addEvent(id, TIMES)
    const repetition = { every: 'week', interval: 1, count: 3, until: undefined } as const
    limited.graph.addEvent(id, { ...TIMES, subject: 'Team', repetition })
    const reading = await limited.service.read(id, null, WITHIN, { prefix: 'order ' })

    expect([reading.events.length, reading.isWhole, reading.next]).toEqual([250, true, null])
    expect(reading.events.filter(({ title }) => title === 'Team')).toHaveLength(3)
    expect(limited.graph.calls.filter(({ path }) => path.includes('/me/events/'))).toEqual([])
  })

  test('our own events are not read', async () => {
    const id = graph.addCalendar({ name: 'Ours' })
    await service.write(id, copy('order 1'), null)

    const [ours, ...more] = graph.eventsIn(id)
    expect(more).toEqual([])
    expect(await read(id)).toMatchObject({ events: [], removed: [], copies: [ours!.id] })
  })

  test('events of another Keyhour office take time', async () => {
    const id = graph.addCalendar({ name: 'Shared' })
    await service.write(id, copy('another 1'), null)

    expect(await read(id)).toMatchObject({ events: [{ title: 'Booked at Keyhour' }], copies: [] })
  })
})

describe('writing', () => {
  test.each([200, 201, 409] as const)('writing twice makes one event, if repeats get %i', async (status) => {
    graph.answerRepeats(status)
    const id = graph.addCalendar({ name: 'Once' })
    graph.misbehave('does it and hangs up', /POST .*events$/, 1)
    expect((await failureOf(service.write(id, copy(`order ${status}`), null))).reason).toBe('unreachable')
    const later = copy(`order ${status}`, '2026-03-06T08:00:00.000Z', '2026-03-06T09:00:00.000Z')
    const written = await service.write(id, later, null)

    expect(graph.eventsIn(id)).toMatchObject([
      {
        id: written.outcome === 'written' && written.event_id,
        subject: 'Booked at Keyhour',
        showAs: 'busy',
        start: { dateTime: '2026-03-06T08:00:00.0000000', timeZone: 'UTC' },
      },
    ])
  })

  test('a moved order moves its event, and one that was deleted there is written again', async () => {
    const id = graph.addCalendar({ name: 'Moved' })
    const first = await service.write(id, copy('order 3'), null)
    const eventId = first.outcome === 'written' ? first.event_id : ''
    const later = copy('order 3', '2026-03-06T08:00:00.000Z', '2026-03-06T09:00:00.000Z')
    expect(await service.write(id, later, eventId)).toEqual(first)
    graph.deleteEvent(id, eventId)
    await service.write(id, later, eventId)

    expect(graph.eventsIn(id)).toMatchObject([{ start: { dateTime: '2026-03-06T08:00:00.0000000' } }])
  })

  test('removing an event twice does no harm', async () => {
    const id = graph.addCalendar({ name: 'Removed' })
    const written = await service.write(id, copy('order 4'), null)
    const eventId = written.outcome === 'written' ? written.event_id : ''
    await service.remove(id, eventId, 'order 4')
    await service.remove(id, eventId, 'order 4')

    expect(graph.eventsIn(id)).toEqual([])
  })

  test('an event whose id was never told is removed by its key', async () => {
    const id = graph.addCalendar({ name: 'Lost' })
    await service.write(id, copy('order 10'), null)
    graph.misbehave('does it and hangs up', /POST .*events$/, 1)
    await failureOf(service.write(id, copy('order 9'), null))
    await service.remove(id, null, 'order 9')
    await service.remove(id, null, 'order 9')

    expect(graph.eventsIn(id)).toHaveLength(1)
  })
})

test('a channel is opened and closed, also twice', async () => {
  const id = graph.addCalendar({ name: 'Watched' })
  const channel = { id: 'channel-1', address: 'http://127.0.0.1:9/push', secret: 'only we know' }
  const { ref, until } = await service.channels!.open(id, channel)

  expect(until).toBe('2026-03-05T06:29:00.000Z')
  expect(graph.subscriptions()).toMatchObject([{ id: ref, clientState: 'only we know', calendarId: id }])
  await service.channels!.close('channel-1', ref)
  await service.channels!.close('channel-1', ref)
  expect(graph.subscriptions()).toEqual([])
})

const faults = [
  ['429', 'throttled', 1000],
  ['503', 'out_of_order', 1000],
  ['500', 'out_of_order', undefined],
  ['403', 'forbidden', undefined],
  ['401', 'forbidden', undefined],
  ['talks nonsense', 'unreadable', undefined],
  ['does it and answers half', 'unreadable', undefined],
  ['redirects', 'unreadable', undefined],
  ['hangs up', 'unreachable', undefined],
  [{ slowMs: 2000 }, 'too_slow', undefined],
] as const
test.each(faults)('%j is named, with the time to wait', async (fault, reason, waitMs) => {
  graph.misbehave(fault as Parameters<typeof graph.misbehave>[0], /GET/)
  const failed = await failureOf(service.listCalendars())

  expect({ reason: failed.reason, waitMs: failed.waitMs }).toEqual({ reason, waitMs })
  expect(failed.message).not.toMatch(/127\.0\.0\.1|EwB/)
})

test('a deleted calendar is missing', async () => {
  const id = graph.addCalendar({ name: 'Deleted' })
  graph.removeCalendar(id)

  expect((await failureOf(read(id))).reason).toBe('missing')
  expect((await failureOf(service.write(id, copy('order 8'), null))).reason).toBe('missing')
})
