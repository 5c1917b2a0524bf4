import type { CalendarImport } from '@keyhour/contract/calendar-imports'
import { answerOnLoopback } from '@keyhour/simulators/loopback'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { syncDueLinks } from '#server/features/calendar-sync/sync-link.ts'
import { startWorld } from '../../../test/world.ts'

const events = new Map<string, string>()
const write = () =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Team room\r\n${[...events]
    .map(
      ([uid, day]) =>
        `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:${day}T090000Z\r\nDTEND:${day}T100000Z\r\nEND:VEVENT\r\n`,
    )
    .join('')}END:VCALENDAR\r\n`
const server = await answerOnLoopback(({ path }) =>
  path.startsWith('/secret-path/') ? { status: 200, text: write() } : { status: 404, text: '' },
)
afterAll(server.close)
afterEach(() => {
  server.behave()
  events.clear()
})
const world = await startWorld({ WEBHOOK_NETWORKS: 'loopback' })
const admin = await world.user({ admin: true })
const FILE = `${server.url}/secret-path/basic.ics`

async function room() {
  const office = await world.office()
  const space = await world.subOffice(office.id)
  const unit = await world.unit(office.id, space.id)
  const path = `/api/offices/${office.id}/sub-offices/${space.id}`
  return { office, space, unit, path, url: `${path}/calendar-import` }
}
type Room = Awaited<ReturnType<typeof room>>

const save = ({ url }: Room, address = FILE, as = admin) =>
  world.send({ method: 'PUT', url, payload: { url: address } }, as)
const shown = async ({ url }: Room) =>
  (await world.get(url, admin)).json<{ import: CalendarImport | null }>().import
const taken = async ({ unit }: Room): Promise<string[]> => {
  const { rows } = await world.pool.query(
    `select event_id from occupancy where unit_id = $1 and cause = 'calendar' and provider = 'ics' order by 1`,
    [unit.id],
  )
  return rows.map(({ event_id }) => event_id)
}

/** The clock goes on, and what is due then is read. */
async function later(moment: string) {
  world.setNow(moment)
  await syncDueLinks.run(world, {})
  await world.runJobs()
}
afterEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

test('the events of a file take time in the space, and follow the file', async () => {
  const place = await room()
  events.set('yoga', '20260310').set('board', '20260311')
  expect((await save(place)).statusCode).toBe(200)
  await world.runJobs()
  expect(await taken(place)).toEqual(['board', 'yoga'])
  events.delete('yoga')
  events.set('party', '20260312')
  await later('2026-03-02T08:02:00.000Z')

  expect(await taken(place)).toEqual(['board', 'party'])
  expect(await shown(place)).toMatchObject({
    host: new URL(FILE).host,
    calendar_name: 'Team room',
    state: 'linked',
    failure: null,
    read_at: '2026-03-02T08:02:00.000Z',
  })
})

test('the address is sealed, and only its host is shown', async () => {
  const place = await room()
  const saved = await save(place)
  const audit = await world.pool.query(`select details from audit_log where subject = 'sub-office'`)
  const links = await world.pool.query('select * from calendar_links')

  expect(saved.body).toContain(new URL(FILE).host)
  for (const text of [saved.body, JSON.stringify(audit.rows), JSON.stringify(links.rows)])
    expect(text).not.toContain('secret-path')
})

test('another address replaces the first, and ending it frees the time', async () => {
  const place = await room()
  events.set('yoga', '20260310')
  await save(place)
  await world.runJobs()
  await save(place, `${server.url}/secret-path/other.ics`)
  expect(await taken(place)).toEqual([])
  await world.runJobs()
  expect(await taken(place)).toEqual(['yoga'])
  const end = () => world.send({ method: 'DELETE', url: place.url }, admin)
  expect([(await end()).statusCode, (await end()).statusCode]).toEqual([200, 200])

  expect([await taken(place), await shown(place)]).toEqual([[], null])
  const { rows } = await world.pool.query(
    `select action from audit_log where subject = 'sub-office' and subject_id = $1 order by id`,
    [place.space.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['link calendar', 'link calendar', 'unlink calendar'])
})

test('a host that wants a pause gets it, and files at other hosts are read on', async () => {
  const first = await room()
  const space = await world.subOffice(first.office.id)
  const unit = await world.unit(first.office.id, space.id)
  const second = {
    ...first,
    space,
    unit,
    url: `/api/offices/${first.office.id}/sub-offices/${space.id}/calendar-import`,
  }
  const busy = await answerOnLoopback(() => ({ status: 200, text: write() }))
  onTestFinished(busy.close)
  await save(first, `${busy.url}/basic.ics`)
  await save(second)
  await world.runJobs()
  busy.misbehave({ status: 429, text: '', headers: { 'retry-after': '3600' } })
  await later('2026-03-02T08:02:00.000Z')
  events.set('yoga', '20260310')
  await later('2026-03-02T08:04:00.000Z')

  expect([await taken(first), await taken(second)]).toEqual([[], ['yoga']])
  expect(busy.calls.filter(({ status }) => status === undefined)).toHaveLength(1)
  expect(await shown(second)).toMatchObject({ failure: null })
})

test('time that a closure or another calendar needs as well stays taken when the file ends', async () => {
  const place = await room()
  events.set('yoga', '20260310').set('board', '20260311')
  await save(place)
  await world.runJobs()
  const closure = {
    sub_office_id: place.space.id,
    date: '2026-03-10',
    start: '11:00',
    end: '12:00',
    reason: 'Works',
  }
  const closed = await world.post(`/api/admin/offices/${place.office.id}/closures`, closure, admin)
  expect(closed.statusCode).toBe(201)
  await world.pool.query(
    `with link as (insert into calendar_links (office_id, sub_office_id, provider, calendar_id)
       values ($1, $2, 'google', 'theirs') returning id)
     insert into outside_events (link_id, event_id, during)
     select id, 'meeting', '[2026-03-11 09:00Z,2026-03-11 10:00Z)' from link`,
    [place.office.id, place.space.id],
  )
  await world.send({ method: 'DELETE', url: place.url }, admin)

  const { rows } = await world.pool.query(
    `select cause, event_id from occupancy where unit_id = $1 order by lower(during)`,
    [place.unit.id],
  )
  expect(rows).toEqual([
    { cause: 'closure', event_id: null },
    { cause: 'calendar', event_id: 'meeting' },
  ])
})

test('a file that fails later keeps its events, and the link says why', async () => {
  const place = await room()
  events.set('yoga', '20260310')
  await save(place)
  await world.runJobs()
  server.misbehave('talks nonsense')
  await later('2026-03-02T08:02:00.000Z')

  expect(await taken(place)).toEqual(['yoga'])
  expect(await shown(place)).toMatchObject({
    state: 'unreachable',
    failure: "We could not understand the service's answer.",
    failing_since: '2026-03-02T08:02:00.000Z',
  })
  server.behave()
  await later('2026-03-02T08:10:00.000Z')
  expect(await shown(place)).toMatchObject({ state: 'linked', failure: null })
})

test('five admins who enter an address at once leave one link', async () => {
  const place = await room()
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => save(place)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  const { rows } = await world.pool.query('select id from calendar_links where sub_office_id = $1', [
    place.space.id,
  ])
  expect(rows).toHaveLength(1)
})

test.each([
  ['nonsense', 'Should be an address like https://example.com/calendar.ics'],
  ['ftp://example.com/a.ics', 'Should be an address like https://example.com/calendar.ics'],
  ['https://dana:pw@example.com/a.ics', 'Should not contain a user name or password'],
  ['https://169.254.169.254/latest/meta-data', 'Keyhour does not connect to this network'],
  [`${server.url}/elsewhere.ics`, 'There is nothing at this address.'],
])('the address %s is refused', async (address, msg) => {
  const reply = await save(await room(), address)
  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toMatchObject([{ loc: ['body', 'url'], msg }])
  expect(reply.body).not.toContain('dana:pw')
})

test('what is no calendar is refused', async () => {
  const place = await room()
  server.misbehave('talks nonsense')
  expect((await save(place)).json().detail[0].msg).toBe('There is no calendar file at this address.')
  server.misbehave({ status: 403, text: '' })
  expect((await save(place)).json().detail[0].msg).toBe(
    "This address is not public. Use the calendar's secret address.",
  )
  expect(await shown(place)).toBeNull()
})

test('a deleted space reads nothing, and only admins enter an address', async () => {
  const place = await room()
  expect((await save(place, FILE, await world.user())).statusCode).toBe(403)
  await save(place, `${server.url}/secret-path/deleted.ics`)
  await world.send({ method: 'DELETE', url: place.path }, admin)
  await world.runJobs()

  // To see that it is a calendar, when it was entered.
  expect(server.calls.filter(({ path }) => path.endsWith('deleted.ics'))).toHaveLength(1)
  expect((await save(place)).statusCode).toBe(404)
})
