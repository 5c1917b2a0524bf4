import { expect, test } from 'vitest'
import type { Json } from '../test/caller.ts'
import { eventsOf, MORNING, NOON, startGoogle, timesOf } from '../test/google.ts'

async function startWithRoom() {
  const google = await startGoogle()
  const room = google.addCalendar({ summary: 'Room 1' })
  const list = async (query: Record<string, string>): Promise<Json> =>
    (await google.ask('GET', eventsOf(room, `?${new URLSearchParams(query)}`))).json
  return { ...google, room, list }
}

const idsIn = ({ items }: Json): string[] => items.map(({ id }: Json) => id)

test('a window holds the events that overlap it, and not those that only touch it', async () => {
  const { addEvent, list, room } = await startWithRoom()
  addEvent(room, MORNING)
  const inside = addEvent(room, { start: '2026-03-09T07:30:00Z', end: '2026-03-09T08:30:00Z' })
  addEvent(room, { start: '2026-03-09T09:00:00Z', end: '2026-03-09T10:00:00Z' })

  expect(idsIn(await list({ timeMin: '2026-03-09T08:00:00Z', timeMax: '2026-03-09T09:00:00Z' }))).toEqual([
    inside,
  ])
})

test('an event of a whole day lasts from midnight to midnight in the calendar', async () => {
  const { addEvent, list, room } = await startWithRoom()
  const id = addEvent(room, { start: '2026-03-09', end: '2026-03-10' })

  expect(idsIn(await list({ timeMin: '2026-03-08T22:30:00Z', timeMax: '2026-03-08T23:00:00Z' }))).toEqual([
    id,
  ])
  expect(idsIn(await list({ timeMin: '2026-03-09T22:00:00Z' }))).toEqual([])
})

test('events are found by what the product has noted on them', async () => {
  const { ask, list, room } = await startWithRoom()
  const noted = { ...timesOf(MORNING), extendedProperties: { private: { order: '42' } } }
  const { id } = (await ask('POST', eventsOf(room), { body: noted })).json
  await ask('POST', eventsOf(room), { body: timesOf(NOON) })

  expect(idsIn(await list({ privateExtendedProperty: 'order=42' }))).toEqual([id])
})

test('a list keeps what it was while its pages are read, and only its last page has a sync token', async () => {
  const { addEvent, deleteEvent, list, room } = await startWithRoom()
  const ids = [addEvent(room, MORNING), addEvent(room, NOON), addEvent(room, NOON)]
  const first = await list({ maxResults: '2' })
  deleteEvent(room, ids[2]!)
  const second = await list({ maxResults: '2', pageToken: first.nextPageToken })

  expect([...idsIn(first), ...idsIn(second)]).toEqual(ids)
  expect(first.nextSyncToken).toBeUndefined()
  const news = await list({ syncToken: second.nextSyncToken })
  expect(news.items).toEqual([
    { kind: 'calendar#event', etag: expect.any(String), id: ids[2], status: 'cancelled' },
  ])
})

test('a sync token brings what was added, moved or deleted since, and the next token', async () => {
  const { addEvent, deleteEvent, list, moveEvent, room } = await startWithRoom()
  const [kept, moved, deleted] = [addEvent(room, MORNING), addEvent(room, MORNING), addEvent(room, MORNING)]
  const { nextSyncToken } = await list({ singleEvents: 'true', timeMin: '2026-03-01T00:00:00Z' })
  moveEvent(room, moved, NOON)
  deleteEvent(room, deleted)
  const added = addEvent(room, NOON)
  const news = await list({ singleEvents: 'true', syncToken: nextSyncToken })

  expect(idsIn(news)).toEqual([moved, deleted, added])
  expect(idsIn(news)).not.toContain(kept)
  expect(news.items[0].start.dateTime).toBe('2026-03-09T12:00:00+02:00')
  expect(idsIn(await list({ singleEvents: 'true', syncToken: news.nextSyncToken }))).toEqual([])
})

test('deleted events are listed only when asked for', async () => {
  const { addEvent, deleteEvent, list, room } = await startWithRoom()
  const id = addEvent(room, MORNING)
  deleteEvent(room, id)

  expect(idsIn(await list({}))).toEqual([])
  expect((await list({ showDeleted: 'true' })).items).toMatchObject([{ id, status: 'cancelled' }])
})

test('an expired sync token demands a full list, whose token works again', async () => {
  const { expireSyncTokens, list, room } = await startWithRoom()
  const { nextSyncToken } = await list({})
  expireSyncTokens(room)

  expect((await list({ syncToken: nextSyncToken })).error).toMatchObject({
    code: 410,
    errors: [{ reason: 'fullSyncRequired' }],
  })
  expect((await list({ syncToken: (await list({})).nextSyncToken })).items).toEqual([])
})

test('a sync token goes with no window, and sorted lists have none', async () => {
  const { list } = await startWithRoom()
  const { nextSyncToken } = await list({})

  expect((await list({ syncToken: nextSyncToken, timeMin: MORNING.start })).error).toMatchObject({
    code: 400,
    errors: [{ reason: 'syncTokenWithRequestRestrictions' }],
  })
  expect((await list({ orderBy: 'updated' })).nextSyncToken).toBeUndefined()
})

test('a weekly event keeps its time when the clocks change, and one of its days can be moved', async () => {
  const { addEvent, list, moveEvent, room } = await startWithRoom()
  const weekly = addEvent(room, {
    start: '2026-03-20T07:00:00Z',
    end: '2026-03-20T08:00:00Z',
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'],
  })
  const days = (await list({ singleEvents: 'true' })).items
  const { nextSyncToken } = await list({ singleEvents: 'true' })
  moveEvent(room, days[1].id, { start: '2026-03-27T10:00:00Z', end: '2026-03-27T11:00:00Z' })

  expect(days.map(({ start }: Json) => start.dateTime)).toEqual([
    '2026-03-20T09:00:00+02:00',
    '2026-03-27T09:00:00+03:00',
    '2026-04-03T09:00:00+03:00',
  ])
  expect(days[1]).toMatchObject({ id: `${weekly}_20260327T060000Z`, recurringEventId: weekly })
  expect(idsIn(await list({ singleEvents: 'true', syncToken: nextSyncToken }))).toEqual([days[1].id])
  expect(idsIn(await list({}))).toEqual([weekly, days[1].id])
})

test('deleting a repeated event deletes all its days', async () => {
  const { addEvent, deleteEvent, list, room } = await startWithRoom()
  const daily = addEvent(room, { ...MORNING, recurrence: ['RRULE:FREQ=DAILY;UNTIL=20260311T235959Z'] })
  const { nextSyncToken, items } = await list({ singleEvents: 'true' })
  deleteEvent(room, daily)

  expect(items).toHaveLength(3)
  const news = await list({ singleEvents: 'true', syncToken: nextSyncToken })
  expect(news.items.map(({ status }: Json) => status)).toEqual(['cancelled', 'cancelled', 'cancelled'])
})

test('rooms of the Workspace are listed by pages, for an administrator', async () => {
  const { addAccount, addRoom, ask, connect, directoryUrl, useToken } = await startGoogle()
  const email = addRoom({ resourceName: 'Jaffa', generatedResourceName: 'TLV-2-Jaffa (8)', capacity: 8 })
  addRoom({ resourceName: 'Haifa' })
  const path = `${directoryUrl}/customer/my_customer/resources/calendars?maxResults=1`
  const first = (await ask('GET', path)).json
  const second = (await ask('GET', `${path}&pageToken=${first.nextPageToken}`)).json

  expect(first.items).toMatchObject([
    { resourceEmail: email, generatedResourceName: 'TLV-2-Jaffa (8)', capacity: 8 },
  ])
  expect(second.items).toMatchObject([{ resourceName: 'Haifa', resourceCategory: 'CONFERENCE_ROOM' }])
  addAccount({ email: 'noa@example.com', name: 'Noa' })
  useToken((await connect('noa@example.com')).access_token)
  expect((await ask('GET', path)).status).toBe(403)
})

test('a free room accepts, a busy one declines, and a moved event asks it again', async () => {
  const { addEvent, addRoom, ask, eventsIn } = await startGoogle()
  const jaffa = addRoom({ resourceName: 'Jaffa' })
  addEvent(jaffa, MORNING)
  const body = { ...timesOf(MORNING), attendees: [{ email: jaffa }] }
  const { id, attendees } = (await ask('POST', eventsOf('primary'), { body })).json
  const answered = async () =>
    (await ask('GET', eventsOf('primary', `/${id}`))).json.attendees[0].responseStatus

  expect(attendees).toEqual([{ email: jaffa, resource: true, responseStatus: 'needsAction' }])
  expect(await answered()).toBe('declined')
  await ask('PATCH', eventsOf('primary', `/${id}`), { body: timesOf(NOON) })
  expect(await answered()).toBe('accepted')
  expect(eventsIn(jaffa)).toHaveLength(2)
  await ask('DELETE', eventsOf('primary', `/${id}`))
  expect(eventsIn(jaffa)).toHaveLength(1)
})

test('a room can take its time to answer', async () => {
  const { addRoom, ask, holdRooms } = await startGoogle()
  const jaffa = addRoom({ resourceName: 'Jaffa' })
  const answer = holdRooms()
  const body = { ...timesOf(MORNING), attendees: [{ email: jaffa }] }
  const { id } = (await ask('POST', eventsOf('primary'), { body })).json
  const answered = async () =>
    (await ask('GET', eventsOf('primary', `/${id}`))).json.attendees[0].responseStatus

  expect(await answered()).toBe('needsAction')
  answer()
  expect(await answered()).toBe('accepted')
})
