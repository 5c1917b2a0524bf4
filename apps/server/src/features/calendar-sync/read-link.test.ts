import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { calendarLinks } from '#server/db/schema/calendars.ts'
import { takeLinkLease } from '#server/features/calendar-sync/link-queries.ts'
import { readLink } from '#server/features/calendar-sync/read-link.ts'
import type { CalendarService, OutsideEvent } from '#server/outside/calendar-service.ts'
import { linkedRoom } from '../../../test/linked-room.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

test('no other server takes over a link whose reading is long: each call and each part of it renews the lease', async () => {
  const room = await linkedRoom(world)
  const [link] = await world.db.select().from(calendarLinks).where(eq(calendarLinks.id, room.id))
  const lease = await takeLinkLease(world.db, room.id)
  if (!lease || lease === 'busy') throw new Error('the link is leased')
  const ends: string[] = []
  const note = () => ends.push(lease.until)
  const events = Array.from(
    { length: 201 },
    (_, at): OutsideEvent => ({
      id: String(at),
      from: '2026-03-05T08:00:00.000Z',
      to: '2026-03-05T09:00:00.000Z',
      title: null,
    }),
  )
  const read: CalendarService['read'] = async (_calendar, _next, _within, { beforeCall }) => {
    for (let page = 0; page < 3; page += 1) {
      note()
      await beforeCall!()
    }
    note()
    return { events, removed: [], copies: 'unknown', isWhole: true, next: null }
  }
  await readLink(world, { read } as Partial<CalendarService> as CalendarService, { link: link!, lease })
  note()

  expect(new Set(ends).size).toBe(5)
  expect(ends).toEqual(ends.toSorted())
  const { rows } = await world.pool.query('select leased_until::text from calendar_links where id = $1', [
    room.id,
  ])
  expect(rows).toEqual([{ leased_until: lease.until }])
})
