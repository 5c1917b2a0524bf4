import { expect, onTestFinished, test } from 'vitest'
import { calendarLinks } from '#server/db/schema/calendars.ts'
import { startDemoCalendars } from '#server/demo/calendars.ts'
import { fillWithDemoData } from '#server/demo/fill-with-demo-data.ts'
import { openLinkService } from '#server/features/calendar-sync/open-link-service.ts'
import { copyPrefix } from '#server/features/calendars/copy-key.ts'
import { startWorld } from '../../test/world.ts'

const PICTURES = new URL('../../demo-pictures/', import.meta.url)

test('the rooms of the demo are linked to rooms that its simulated services have, with events', async () => {
  const world = await startWorld()
  await fillWithDemoData(world, PICTURES, () => undefined)
  const { settings, close } = await startDemoCalendars({ now: world.now })
  onTestFinished(close)
  const deps = { ...world, config: { ...world.config, ...settings } }
  const links = await world.db.select().from(calendarLinks)
  const within = { from: '2026-03-02T08:00:00.000Z', to: '2027-03-02T08:00:00.000Z' }

  expect(new Set(links.map(({ provider }) => provider))).toEqual(new Set(['nexudus', 'pickspace', 'roo']))
  for (const link of links) {
    const service = await openLinkService(deps, link)
    const there = await service.listCalendars()
    expect(there).toContainEqual({ id: link.calendar_id, name: link.calendar_name })
    if (link.provider === 'pickspace') continue
    const { events } = await service.read(link.calendar_id, null, within, copyPrefix(deps, link))
    expect(events).toHaveLength(3)
  }
})
