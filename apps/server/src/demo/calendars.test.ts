import { expect, onTestFinished, test } from 'vitest'
import { calendarLinks } from '#server/db/schema/calendars.ts'
import { fillWithDemoData } from '#server/demo/fill-with-demo-data.ts'
import { startDemoCalendars } from '#server/demo/start-calendars.ts'
import { openLinkService } from '#server/features/calendar-sync/open-link-service.ts'
import { syncLink } from '#server/features/calendar-sync/sync-link.ts'
import { publicFetch } from '#server/outside/public-fetch.ts'
import { startWorld } from '../../test/world.ts'

const PICTURES = new URL('../../demo-pictures/', import.meta.url)

// No service can reach it.
const world = await startWorld({ PUBLIC_URL: 'http://keyhour.example' })
await fillWithDemoData(world, PICTURES, () => undefined)

const listLinks = () => world.db.select().from(calendarLinks).orderBy(calendarLinks.id)

/** Starts the simulators, as each start of the demo does. */
async function startDemo() {
  const { settings, close } = await startDemoCalendars(world)
  onTestFinished(close)
  const standing = publicFetch({ networks: 'public', standIns: settings.standIns! })
  const deps = { ...world, config: { ...world.config, ...settings }, publicFetch: standing }
  return {
    deps,
    close,
    async readAll() {
      for (const { id } of await listLinks()) await syncLink.run(deps, { link_id: id })
    },
  }
}

async function ask<T>(question: string): Promise<T[]> {
  const { rows } = await world.pool.query(question)
  return rows
}

/** What visitors see of it all. */
const seen = async () => ({
  events: await ask('select link_id, event_id, during, title from outside_events order by 1, 2'),
  conflicts: await ask('select id, order_id, event_id, answer from calendar_conflicts order by 1'),
  copies: await ask('select link_id, order_id, state, during from order_copies order by 1, 2'),
  failures: await ask('select id, state, failure from calendar_links order by 1'),
})

test('every linked space of the demo is linked to a calendar that its service has, by this name', async () => {
  const { deps } = await startDemo()
  await world.pool.query(`update integrations set state = 'connected'`)
  onTestFinished(async () => {
    await world.pool.query(`update integrations set state = 'failing' where office_id in
      (select id from offices where name like 'Negev%')`)
  })

  for (const link of await listLinks()) {
    const service = await openLinkService(deps, link)
    expect(await service.listCalendars()).toContainEqual({ id: link.calendar_id, name: link.calendar_name })
  }
})

test('what is linked in the office of Google rooms is a room, and nothing else is', async () => {
  const rooms = await ask(`select offices.google_calendar_type as type, provider from calendar_links link
    join offices on offices.id = link.office_id where link.is_room group by 1, 2`)
  const others = await ask(`select from calendar_links link join offices on offices.id = link.office_id
    where not link.is_room and provider = 'google' and offices.google_calendar_type = 'rooms'`)

  expect([rooms, others]).toEqual([[{ type: 'rooms', provider: 'google' }], []])
})

test('calendars are followed, except where the demo shows what goes wrong', async () => {
  const { readAll } = await startDemo()
  await readAll()

  expect(
    await ask(
      `select provider, failure, count(*) > 0 as some from calendar_links group by 1, 2 order by 1, 2`,
    ),
  ).toEqual([
    { provider: 'google', failure: 'consent_gone', some: true },
    { provider: 'google', failure: null, some: true },
    { provider: 'ics', failure: null, some: true },
    { provider: 'nexudus', failure: null, some: true },
    { provider: 'outlook', failure: null, some: true },
    { provider: 'pickspace', failure: 'not_supported', some: true },
    { provider: 'roo', failure: null, some: true },
  ])
  expect(
    await ask(`select link.provider from outside_events join calendar_links link on link.id = link_id
      group by 1 having count(*) >= 3 order by 1`),
  ).toEqual(['google', 'ics', 'nexudus', 'outlook', 'roo'].map((provider) => ({ provider })))
  expect(await ask('select provider, event_title from calendar_conflicts order by 1')).toEqual([
    { provider: 'google', event_title: 'Customer visit' },
    { provider: 'outlook', event_title: 'Customer visit' },
  ])
})

test('the demo is the same after it was started again, however often', async () => {
  const first = await startDemo()
  await first.readAll()
  const before = await seen()
  for (let time = 0; time < 2; time += 1) {
    const { close, readAll } = await startDemo()
    await readAll()
    await close()
  }

  expect(before.events.length).toBeGreaterThan(0)
  expect(await seen()).toEqual(before)
})
