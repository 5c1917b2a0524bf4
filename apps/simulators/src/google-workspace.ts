import { type GoogleCalendar, simulateGoogleCalendars } from './google-calendars.ts'
import { simulateChannels } from './google-channels.ts'
import { simulateEventLists } from './google-event-lists.ts'
import { type Fields, type GoogleEvent, shown, simulateGoogleEvents } from './google-events.ts'
import { simulateRooms } from './google-rooms.ts'
import type { simulatePushes } from './pushes.ts'

type Options = {
  now: () => Date
  accounts: { email: string; name: string }[]
  pushes: ReturnType<typeof simulatePushes>
  origin: () => string
}

/** Calendars, their events, the rooms that are invited to them, and those who want to hear of changes. */
export function simulateWorkspace({ now, accounts, pushes, origin }: Options) {
  const calendars = simulateGoogleCalendars(accounts)
  const events = simulateGoogleEvents(now)
  const lists = simulateEventLists(events)
  const channels = simulateChannels({ now, pushes, origin })
  const rooms = simulateRooms({ calendars, events, tell: channels.tell })

  /** The answer shows rooms that have not answered yet. */
  function settle(calendar: GoogleCalendar, event: GoogleEvent): GoogleEvent {
    const answer = shown(event, calendar)
    channels.tell(calendar.id)
    rooms.settle(calendar, event.id)
    return answer
  }

  const withRooms = (fields: Fields): Fields =>
    Array.isArray(fields.attendees) ? { ...fields, attendees: rooms.invited(fields.attendees) } : fields

  return {
    calendars,
    events,
    lists,
    channels,
    rooms,
    insert: (calendar: GoogleCalendar, fields: Fields): GoogleEvent =>
      settle(calendar, events.insert(calendar, withRooms(fields))),
    /** Rooms are asked again when an event is moved. */
    patch(calendar: GoogleCalendar, id: string, fields: Fields): GoogleEvent {
      const { attendees } = events.getRow(calendar, id).event
      const isMoved = fields.start !== undefined || fields.end !== undefined
      const all = isMoved && attendees ? { attendees, ...fields } : fields
      return settle(calendar, events.patch(calendar, id, withRooms(all)))
    },
    update: (calendar: GoogleCalendar, id: string, fields: Fields): GoogleEvent =>
      settle(calendar, events.update(calendar, id, withRooms(fields))),
    remove(calendar: GoogleCalendar, id: string): void {
      events.remove(calendar, id)
      settle(calendar, events.getRow(calendar, id).event)
    },
  }
}

export type Workspace = ReturnType<typeof simulateWorkspace>
