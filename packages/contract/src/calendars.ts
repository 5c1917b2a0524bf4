import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SubOffice } from './offices.ts'
import { IdParam, Instant } from './primitives.ts'
import { optionalText } from './typed-text.ts'

/** Services whose calendars, rooms or resources a sub-office can be linked to. */
export const CalendarProvider = z.enum(['google', 'outlook', 'nexudus', 'pickspace', 'roo', 'ics'])
export type CalendarProvider = z.infer<typeof CalendarProvider>

/** Services whose accounts are connected by consent on their own pages. */
export const ConsentProvider = z.enum(['google', 'outlook'])
export type ConsentProvider = z.infer<typeof ConsentProvider>

/** Between a sub-office and an outside calendar. */
export const CalendarLink = z
  .object({
    sub_office_id: z.int(),
    provider: CalendarProvider,
    /** Theirs; of an .ics file, its host. */
    calendar_id: z.string(),
    /** Null until it was read. */
    calendar_name: z.string().nullable(),
    /** `missing`: no longer there. `unreachable`: it fails, and is tried again. */
    state: z.enum(['linked', 'missing', 'unreachable']),
    /** A sentence. */
    failure: z.string().nullable(),
    failing_since: Instant.nullable(),
    read_at: Instant.nullable(),
    /** How long the last event that came in had waited. */
    lag_ms: z.int().nullable(),
    /** Whether the service tells us of changes at once. */
    is_live: z.boolean(),
    /** False if the service offers no calls for bookings: nothing is read or written. */
    is_exchanged: z.boolean(),
    /** Orders to come that could not be written there, and are tried again. */
    unwritten: z.int(),
    /** Why one of them could not be, in a sentence. */
    unwritten_failure: z.string().nullable(),
    linked_at: Instant,
  })
  .meta({ id: 'CalendarLink' })
export type CalendarLink = z.infer<typeof CalendarLink>

export const listCalendarServices = endpoint({
  method: 'GET',
  path: '/api/admin/calendar-services',
  summary: 'Which calendar services the operator has set up',
  reply: z.object({ google: z.boolean(), outlook: z.boolean() }),
})

export const Calendars = z
  .object({
    calendars: z.array(z.object({ id: z.string(), summary: z.string() })),
    /** Why the list is empty, in a sentence. */
    failure: z.string().nullable(),
  })
  .meta({ id: 'Calendars' })
export type Calendars = z.infer<typeof Calendars>

const officeParams = z.object({ id: IdParam })

type Path = `/api/${string}`
type Paths = { start: Path; finish: Path; list: Path; disconnect: Path }

const callsOf = (name: string, paths: Paths) => ({
  start: endpoint({
    method: 'POST',
    path: paths.start,
    summary: `The page of ${name} where an admin connects the calendars of an office`,
    params: officeParams,
    reply: z.object({ url: z.string() }),
  }),
  finish: endpoint({
    method: 'POST',
    path: paths.finish,
    summary: `Connect an office with what ${name} gave the admin; once, and only in the session that began it`,
    body: z.object({
      state: z.string().min(1).max(200),
      /** Left out if the permission was not given. */
      code: z.string().min(1).max(4000).optional(),
    }),
    reply: z.object({ office_id: z.int() }),
  }),
  list: endpoint({
    method: 'GET',
    path: paths.list,
    summary: `The calendars of ${name} that sub-offices can be linked to; empty if they cannot be read`,
    params: officeParams,
    reply: Calendars,
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: paths.disconnect,
    summary: `Disconnect an office from ${name} and unlink all its sub-offices`,
    params: officeParams,
    reply: z.object({}),
  }),
})

export const calendarCalls = {
  google: callsOf('Google', {
    start: '/api/auth/google/calendar/connect/:id',
    finish: '/api/auth/google/calendar/callback',
    list: '/api/auth/google/calendar/list-calendars/:id',
    disconnect: '/api/auth/google/calendar/disconnect/:id',
  }),
  outlook: callsOf('Microsoft', {
    start: '/api/auth/outlook/calendar/connect/:id',
    finish: '/api/auth/outlook/calendar/callback',
    list: '/api/auth/outlook/calendar/list-calendars/:id',
    disconnect: '/api/auth/outlook/calendar/disconnect/:id',
  }),
}

const spaceParams = z.object({ subOfficeId: IdParam })

export const linkGoogleCalendar = endpoint({
  method: 'PUT',
  path: '/api/auth/google/calendar/sub-office/:subOfficeId/link-calendar',
  summary: 'Link a sub-office to a Google calendar or room; null unlinks it',
  params: spaceParams,
  body: z.object({ google_calendar_id: optionalText(300) }),
  reply: SubOffice,
})

export const linkOutlookCalendar = endpoint({
  method: 'PUT',
  path: '/api/auth/outlook/calendar/sub-office/:subOfficeId/link-calendar',
  summary: 'Link a sub-office to an Outlook calendar; null unlinks it',
  params: spaceParams,
  body: z.object({ outlook_calendar_id: optionalText(300) }),
  reply: SubOffice,
})
