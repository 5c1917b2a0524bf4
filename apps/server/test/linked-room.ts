import type { CalendarProvider } from '@keyhour/contract/calendars'
import { and, eq } from 'drizzle-orm'
import { calendarLinks } from '#server/db/schema/calendars.ts'
import type { offices, subOffices } from '#server/db/schema/offices.ts'
import { takeLinkLease } from '#server/features/calendar-sync/link-queries.ts'
import { readLink } from '#server/features/calendar-sync/read-link.ts'
import type { CalendarService, OutsideEvent, Reading } from '#server/outside/calendar-service.ts'
import type { startWorld } from './world.ts'

type World = Awaited<ReturnType<typeof startWorld>>
type Given = Partial<typeof subOffices.$inferInsert> & { units?: number }

/** A room that is linked to a calendar, whose readings a test gives. */
export async function linkedRoom(
  world: World,
  { units = 1, ...given }: Given = {},
  ofOffice: Partial<typeof offices.$inferInsert> = {},
) {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00', ...ofOffice })
  const room = await world.subOffice(office.id, given)
  for (let number = 1; number <= units; number += 1) await world.unit(office.id, room.id, number)
  const place = { office_id: office.id, sub_office_id: room.id }

  async function linkTo(provider: CalendarProvider) {
    const row = { ...place, provider, calendar_id: `calendar of room ${room.id}` }
    const [link] = await world.db.insert(calendarLinks).values(row).returning()
    const take = (reading: Partial<Reading>) => takeIn(world, link!.id, reading)
    return {
      id: link!.id,
      read: (events: OutsideEvent[], removed: string[] = []) => take({ events, removed }),
      readWhole: (events: OutsideEvent[], copies: Reading['copies'] = 'unknown') =>
        take({ events, copies, isWhole: true }),
    }
  }

  return { place, linkTo, ...(await linkTo('google')) }
}

async function takeIn(world: World, id: number, given: Partial<Reading>): Promise<void> {
  const due_at = world.now().toISOString()
  const [link] = await world.db
    .update(calendarLinks)
    .set({ due_at })
    .where(and(eq(calendarLinks.id, id)))
    .returning()
  const lease = await takeLinkLease(world.db, id)
  if (!lease || lease === 'busy') throw new Error('the link is leased')
  const reading: Reading = {
    ...{ events: [], removed: [], copies: 'unknown', isWhole: false, next: 'more' },
    ...given,
  }
  const service = { read: async () => reading } as Partial<CalendarService> as CalendarService
  await readLink(world, service, { link: link!, lease })
  await world.db.update(calendarLinks).set({ leased_until: null }).where(eq(calendarLinks.id, id))
}
