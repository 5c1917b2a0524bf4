import { momentAt } from '@keyhour/contract/office-clock'
import { z } from 'zod'
import type { Copy, Reading } from '#server/outside/calendar-service.ts'

const When = z
  .object({ dateTime: z.iso.datetime({ offset: true }), date: z.undefined().optional() })
  .or(z.object({ date: z.iso.date(), dateTime: z.undefined().optional() }))
const Attendee = z.object({
  email: z.string().optional(),
  self: z.boolean().optional(),
  responseStatus: z.string().optional(),
})
export const Event = z.object({
  id: z.string().min(1),
  status: z.enum(['confirmed', 'tentative']).default('confirmed'),
  summary: z.string().optional(),
  start: When,
  end: When,
  transparency: z.string().optional(),
  attendees: z.array(Attendee).optional(),
  extendedProperties: z.object({ shared: z.record(z.string(), z.string()).optional() }).optional(),
})
type Event = z.infer<typeof Event>
/** Only the id of a deleted event is certain. */
const Deleted = z.object({ id: z.string().min(1), status: z.literal('cancelled') })
export const EventList = z.object({
  items: z.array(z.union([Deleted, Event])).default([]),
  timeZone: z.string().default('UTC'),
  nextPageToken: z.string().optional(),
  nextSyncToken: z.string().optional(),
})
/** Those above. */
export const LISTED_FIELDS =
  'items(id,status,summary,start,end,transparency,attendees/self,attendees/responseStatus,extendedProperties/shared),' +
  'timeZone,nextPageToken,nextSyncToken'

/** On every copy of an event, also on those in the calendars of rooms. */
const MARK = 'keyhour'

/** Google allows the letters a to v and digits. The same key gives the same id, so that writing twice makes one event. */
export const idOf = (key: string): string => Buffer.from(key).toString('hex')

/** A copy that a person made of our event has our mark, but not its id. */
const isOurs = ({ id, extendedProperties }: Event, prefix: string): boolean => {
  const key = extendedProperties?.shared?.[MARK]
  return key?.startsWith(prefix) === true && id === idOf(key)
}

const isFree = ({ transparency, attendees }: Event): boolean =>
  transparency === 'transparent' ||
  Boolean(attendees?.some(({ self, responseStatus }) => self && responseStatus === 'declined'))

const momentOf = ({ dateTime, date }: z.infer<typeof When>, timeZone: string): string =>
  new Date(dateTime ?? momentAt(date!, '00:00', timeZone)).toISOString()

export function sortEvents(
  items: z.infer<typeof EventList>['items'],
  { timeZone, prefix }: { timeZone: string; prefix: string },
): Pick<Reading, 'events' | 'removed' | 'copies'> {
  const events: Reading['events'] = []
  const removed: string[] = []
  const copies: string[] = []
  for (const item of items) {
    if (item.status === 'cancelled') removed.push(item.id)
    else if (isOurs(item, prefix)) copies.push(item.id)
    else {
      const [from, to] = [momentOf(item.start, timeZone), momentOf(item.end, timeZone)]
      if (isFree(item) || from >= to) removed.push(item.id)
      else events.push({ id: item.id, from, to, title: item.summary ?? null })
    }
  }
  return { events, removed, copies }
}

/** A deleted event comes back to life. */
export const fieldsOf = ({ key, title, note, from, to }: Copy, room: string | undefined) => ({
  status: 'confirmed',
  summary: title,
  description: note,
  start: { dateTime: from, timeZone: 'UTC' },
  end: { dateTime: to, timeZone: 'UTC' },
  transparency: 'opaque',
  reminders: { useDefault: false },
  extendedProperties: { shared: { [MARK]: key } },
  ...(room && { attendees: [{ email: room, resource: true }] }),
})
