import { expect, test } from 'vitest'
import type { Json } from '../test/caller.ts'
import { MORNING, NOON } from '../test/google.ts'
import { inCalendar, startGraph } from '../test/graph.ts'

const WINDOW = 'startDateTime=2026-03-01T00:00:00Z&endDateTime=2026-05-01T00:00:00Z'
const LATER = { start: '2026-07-01T07:00:00Z', end: '2026-07-01T08:00:00Z' }

async function startWithRoom() {
  const graph = await startGraph()
  const room = graph.addCalendar({ name: 'Room 1' })
  const read = async (path: string, headers: Record<string, string> = {}): Promise<Json> =>
    (await graph.ask('GET', path, { headers })).json
  const delta = inCalendar(room, `/calendarView/delta?${WINDOW}`)
  return { ...graph, room, read, delta }
}

const idsIn = ({ value }: Json): string[] => value.map(({ id }: Json) => id)
const removed = (id: string) => ({ id, '@removed': { reason: 'deleted' } })

test('a window holds the events that overlap it, by pages with whole addresses', async () => {
  const { addEvent, read, room } = await startWithRoom()
  const [second, first] = [addEvent(room, NOON), addEvent(room, MORNING)]
  addEvent(room, LATER)
  const page = await read(inCalendar(room, `/calendarView?${WINDOW}&$top=1`))
  const next = await read(page['@odata.nextLink'])

  expect([...idsIn(page), ...idsIn(next)]).toEqual([first, second])
  expect(next['@odata.nextLink']).toBeUndefined()
})

test('a delta round ends with a link that brings what was added, moved or deleted since', async () => {
  const { addEvent, delta, deleteEvent, moveEvent, read, room } = await startWithRoom()
  const [kept, moved, deleted] = [addEvent(room, MORNING), addEvent(room, MORNING), addEvent(room, MORNING)]
  const first = await read(delta, { prefer: 'odata.maxpagesize=2' })
  const second = await read(first['@odata.nextLink'])
  moveEvent(room, moved, NOON)
  deleteEvent(room, deleted)
  const added = addEvent(room, NOON)
  const news = await read(second['@odata.deltaLink'])

  expect([...idsIn(first), ...idsIn(second)]).toEqual([kept, moved, deleted])
  expect(first['@odata.deltaLink']).toBeUndefined()
  expect(idsIn(news)).toEqual([moved, deleted, added])
  expect(news.value[0].start.dateTime).toBe('2026-03-09T10:00:00.0000000')
  expect(news.value[1]).toEqual(removed(deleted))
  expect(idsIn(await read(news['@odata.deltaLink']))).toEqual([])
})

test('an event that leaves the window is removed, and so is one that was never in it', async () => {
  const { addEvent, delta, deleteEvent, moveEvent, read, room } = await startWithRoom()
  const [leaving, outside] = [addEvent(room, MORNING), addEvent(room, LATER)]
  const { '@odata.deltaLink': link } = await read(delta)
  moveEvent(room, leaving, LATER)
  deleteEvent(room, outside)

  expect((await read(link)).value).toEqual([removed(leaving), removed(outside)])
})

test('an expired delta link demands a new round', async () => {
  const { ask, delta, expireDeltaLinks, read, room } = await startWithRoom()
  const { '@odata.deltaLink': link } = await read(delta)
  expireDeltaLinks(room)
  const refused = await ask('GET', link)

  expect([refused.status, refused.json.error.code]).toEqual([410, 'SyncStateNotFound'])
  expect((await read((await read(delta))['@odata.deltaLink'])).value).toEqual([])
})

test('delta refuses a choice of fields, and other calendars if so set', async () => {
  const { ask } = await startWithRoom()
  const strict = await startGraph({ isDeltaForDefaultOnly: true })
  const room = strict.addCalendar({ name: 'Room 1' })

  expect((await ask('GET', `/me/calendarView/delta?${WINDOW}&$select=id`)).status).toBe(400)
  expect((await strict.ask('GET', inCalendar(room, `/calendarView/delta?${WINDOW}`))).status).toBe(400)
  expect((await strict.ask('GET', `/me/calendarView/delta?${WINDOW}`)).status).toBe(200)
})

test('a weekly event keeps its time when the clocks change, and one of its days can be moved', async () => {
  const { addEvent, delta, moveEvent, read, room } = await startWithRoom()
  const weekly = addEvent(room, {
    start: '2026-03-20T07:00:00Z',
    end: '2026-03-20T08:00:00Z',
    subject: 'Yoga',
    repetition: { every: 'week', count: 3 },
  })
  const view = (await read(inCalendar(room, `/calendarView?${WINDOW}`))).value
  const { '@odata.deltaLink': link, value } = await read(delta)
  moveEvent(room, view[1].id, { start: '2026-03-27T10:00:00Z', end: '2026-03-27T11:00:00Z' })

  expect(view.map(({ start }: Json) => start.dateTime.slice(0, 16))).toEqual([
    '2026-03-20T07:00',
    '2026-03-27T06:00',
    '2026-04-03T06:00',
  ])
  expect(view[0]).toMatchObject({ type: 'occurrence', seriesMasterId: weekly, subject: 'Yoga' })
  expect(value.map(({ type, subject }: Json) => [type, subject])).toEqual([
    ['seriesMaster', 'Yoga'],
    ['occurrence', undefined],
    ['occurrence', undefined],
    ['occurrence', undefined],
  ])
  expect((await read(link)).value).toMatchObject([{ id: view[1].id, type: 'exception' }])
})

test('deleting a repeated event deletes all its days', async () => {
  const { addEvent, delta, deleteEvent, read, room } = await startWithRoom()
  const daily = addEvent(room, { ...MORNING, repetition: { every: 'day', count: 2 } })
  const { '@odata.deltaLink': link, value } = await read(delta)
  deleteEvent(room, daily)

  expect((await read(link)).value).toHaveLength(value.length)
  expect((await read(inCalendar(room, `/calendarView?${WINDOW}`))).value).toEqual([])
})

test('an event of a whole day starts at midnight in every zone', async () => {
  const { addEvent, read, room } = await startWithRoom()
  addEvent(room, { start: '2026-03-09', end: '2026-03-10' })
  const [event] = (await read(inCalendar(room, `/calendarView?${WINDOW}`))).value

  expect(event).toMatchObject({ isAllDay: true, start: { dateTime: '2026-03-09T00:00:00.0000000' } })
  const night = 'startDateTime=2026-03-08T22:30:00Z&endDateTime=2026-03-08T23:00:00Z'
  expect((await read(inCalendar(room, `/calendarView?${night}`))).value).toHaveLength(1)
})
