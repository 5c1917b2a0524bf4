import { randomBytes } from 'node:crypto'
import type { GoogleCalendar, simulateGoogleCalendars } from './google-calendars.ts'
import { type Attendee, type GoogleEvent, type GoogleEvents, isBusy, momentOf } from './google-events.ts'
import { invalidValue } from './google-refusal.ts'
import { simulatePages } from './paging.ts'

export type NewRoom = {
  resourceName: string
  resourceEmail?: string
  generatedResourceName?: string
  resourceCategory?: 'CONFERENCE_ROOM' | 'OTHER' | 'CATEGORY_UNKNOWN'
  capacity?: number
  buildingId?: string
  floorName?: string
}

type Room = NewRoom & { resourceId: string; resourceEmail: string }

type Options = {
  calendars: ReturnType<typeof simulateGoogleCalendars>
  events: GoogleEvents
  tell: (calendarId: string) => void
}

function isFree(room: GoogleCalendar, { id, start, end }: GoogleEvent, zone: string): boolean {
  const [from, to] = [momentOf(start, zone), momentOf(end, zone)]
  return ![...room.rows.values()].some(
    (row) =>
      row.event.id !== id &&
      isBusy(row) &&
      momentOf(row.event.start, room.timeZone) < to &&
      momentOf(row.event.end, room.timeZone) > from,
  )
}

function simulateDirectory() {
  const pages = simulatePages<object, object>()
  return (rooms: Room[], query: URLSearchParams): object => {
    const size = Math.min(Number(query.get('maxResults') ?? 100), 500)
    const pageToken = query.get('pageToken')
    const kind = 'admin#directory#resources#calendars#CalendarResource'
    const items = rooms.map((room) => ({ kind, etags: '"1"', ...room }))
    const turned = pageToken === null ? pages.turn({ items, size, last: {} }) : pages.follow(pageToken)
    if (!turned) throw invalidValue('Invalid page token value.')
    return {
      kind: 'admin#directory#resources#calendars#calendarResourcesList',
      etag: '"1"',
      items: turned.items,
      ...(turned.token && { nextPageToken: turned.token }),
    }
  }
}

/** The rooms of a Workspace: each has a calendar, and accepts invitations as long as it is free. */
export function simulateRooms({ calendars, events, tell }: Options) {
  const rooms = new Map<string, Room>()
  const listRooms = simulateDirectory()
  let held: (() => void)[] | undefined

  function answerFor(attendee: Attendee, event: GoogleEvent, zone: string): Attendee {
    const room = rooms.has(attendee.email) && calendars.get(attendee.email)
    if (!room) return attendee
    const accepts = isFree(room, event, zone)
    const responseStatus = accepts ? 'accepted' : 'declined'
    if (accepts || room.rows.has(event.id)) {
      events.copy(room, { ...event, status: accepts ? 'confirmed' : 'cancelled' })
      tell(room.id)
    }
    return { ...attendee, resource: true, responseStatus }
  }

  function answerInvitations(calendar: GoogleCalendar, id: string): void {
    const { event } = events.getRow(calendar, id)
    if (event.status === 'cancelled' || !event.attendees?.some(({ email }) => rooms.has(email))) return
    const attendees = event.attendees.map((attendee) => answerFor(attendee, event, calendar.timeZone))
    events.patch(calendar, id, { attendees })
    tell(calendar.id)
  }

  /** Rooms that are no longer invited, or whose event is deleted, are free again. */
  function withdraw(calendar: GoogleCalendar, id: string): void {
    const { event } = events.getRow(calendar, id)
    for (const email of rooms.keys()) {
      const room = calendars.get(email)
      const copy = room.rows.get(id)?.event
      const isInvited =
        event.status !== 'cancelled' && event.attendees?.some((attendee) => attendee.email === email)
      if (room === calendar || !copy || copy.status === 'cancelled' || isInvited) continue
      events.copy(room, { ...copy, status: 'cancelled' })
      tell(email)
    }
  }

  return {
    add({ resourceName, ...more }: NewRoom): string {
      const {
        resourceEmail = `c_${randomBytes(16).toString('hex')}@resource.calendar.google.com`,
        resourceCategory = 'CONFERENCE_ROOM',
      } = more
      const resourceId = String(rooms.size + 1001)
      rooms.set(resourceEmail, { ...more, resourceId, resourceName, resourceEmail, resourceCategory })
      const calendar = calendars.add({ id: resourceEmail, summary: resourceName })
      calendar.roles.clear()
      return resourceEmail
    },
    /** Not yet answered: rooms answer a moment after they are invited or moved. */
    invited: (attendees: Attendee[]): Attendee[] =>
      attendees.map((attendee) =>
        rooms.has(attendee.email)
          ? { ...attendee, resource: true, responseStatus: 'needsAction' }
          : { responseStatus: 'needsAction', ...attendee },
      ),
    settle(calendar: GoogleCalendar, id: string): void {
      withdraw(calendar, id)
      if (held) held.push(() => answerInvitations(calendar, id))
      else answerInvitations(calendar, id)
    },
    /** Rooms do not answer until the returned function is called. */
    hold(): () => void {
      held = []
      return () => {
        const kept = held ?? []
        held = undefined
        for (const answer of kept) answer()
      }
    },
    list: (query: URLSearchParams): object => listRooms([...rooms.values()], query),
  }
}
