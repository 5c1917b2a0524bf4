import type { GoogleCalendar } from './google-calendars.ts'
import { type Fields, type GoogleEvent, shown } from './google-events.ts'
import { answerFreeBusy } from './google-free-busy.ts'
import { GoogleRefusal, googleError, invalidValue } from './google-refusal.ts'
import type { Workspace } from './google-workspace.ts'
import type { Answer, Asked } from './loopback.ts'
import type { simulateOAuth } from './oauth.ts'
import { findRoute, readObject } from './routes.ts'

const SCOPES = 'https://www.googleapis.com/auth/'
const ALL = ['calendar', 'calendar.readonly']
const EVENTS = ['calendar.events', 'calendar.events.owned']

/** Any of these scopes is enough. */
const NEEDED = {
  list: [...ALL, 'calendar.calendarlist', 'calendar.calendarlist.readonly'],
  read: [...ALL, ...EVENTS, 'calendar.events.readonly', 'calendar.events.owned.readonly'],
  write: ['calendar', ...EVENTS],
  freeBusy: [...ALL, 'calendar.freebusy', 'calendar.events.freebusy'],
  rooms: ['admin.directory.resource.calendar', 'admin.directory.resource.calendar.readonly'],
}

type Parts = { email: string; asked: Asked; data: Record<string, unknown>; ids: string[] }
type Handler = [scope: keyof typeof NEEDED, run: (parts: Parts) => unknown]

const EVENTS_OF = '/calendar/v3/calendars/:calendar/events'

function handlersFor(workspace: Workspace, isAdmin: (email: string) => boolean): Record<string, Handler> {
  const { calendars, events, lists, channels, rooms } = workspace
  const readable = ({ email, ids }: Parts) => calendars.reach(email, ids[0]!, 'reader')

  /** If the caller names a version, it must be the present one. */
  function writable({ email, ids: [id, event], asked }: Parts): GoogleCalendar {
    const calendar = calendars.reach(email, id!, 'writer')
    const version = asked.headers['if-match']
    if (event && version && version !== '*' && version !== events.getRow(calendar, event).event.etag)
      throw new GoogleRefusal(412, 'conditionNotMet', 'Precondition Failed')
    return calendar
  }

  function read(parts: Parts): GoogleEvent {
    const calendar = readable(parts)
    return shown(events.getRow(calendar, parts.ids[1]!).event, calendar)
  }

  function listRooms({ email, asked }: Parts): object {
    if (!isAdmin(email))
      throw new GoogleRefusal(403, 'forbidden', 'Not Authorized to access this resource/api')
    return rooms.list(asked.query)
  }

  return {
    'GET /calendar/v3/users/me/calendarList': [
      'list',
      ({ email, asked }) => calendars.list(email, asked.query),
    ],
    [`GET ${EVENTS_OF}`]: ['read', (parts) => lists.list(readable(parts), parts.asked.query)],
    [`POST ${EVENTS_OF}`]: ['write', (parts) => workspace.insert(writable(parts), parts.data as Fields)],
    [`POST ${EVENTS_OF}/watch`]: ['read', (parts) => channels.watch(readable(parts).id, parts.data)],
    [`GET ${EVENTS_OF}/:event`]: ['read', read],
    [`PATCH ${EVENTS_OF}/:event`]: [
      'write',
      (parts) => workspace.patch(writable(parts), parts.ids[1]!, parts.data as Fields),
    ],
    [`PUT ${EVENTS_OF}/:event`]: [
      'write',
      (parts) => workspace.update(writable(parts), parts.ids[1]!, parts.data as Fields),
    ],
    [`DELETE ${EVENTS_OF}/:event`]: ['write', (parts) => workspace.remove(writable(parts), parts.ids[1]!)],
    'POST /calendar/v3/channels/stop': ['read', ({ data }) => channels.stop(data)],
    'POST /calendar/v3/freeBusy': ['freeBusy', ({ email, data }) => answerFreeBusy(calendars, email, data)],
    'GET /admin/directory/v1/customer/my_customer/resources/calendars': ['rooms', listRooms],
  }
}

type Options = {
  workspace: Workspace
  oauth: ReturnType<typeof simulateOAuth>
  isAdmin: (email: string) => boolean
}

/** The Calendar API and the directory of rooms. */
export function googleApi({ workspace, oauth, isAdmin }: Options): (asked: Asked) => Answer {
  const handlers = handlersFor(workspace, isAdmin)

  function answerCall(asked: Asked): Answer {
    const route = findRoute(handlers, `${asked.method} ${asked.path}`)
    if (!route) return { status: 404, html: '<p>404. That’s an error.' }
    const consent = oauth.findConsent(asked.headers.authorization)
    if (!consent) throw new GoogleRefusal(401, 'authError', 'Invalid Credentials')
    const {
      handler: [scope, run],
      ids,
    } = route
    if (!NEEDED[scope].some((name) => consent.scopes.includes(SCOPES + name)))
      throw new GoogleRefusal(
        403,
        'insufficientPermissions',
        'Request had insufficient authentication scopes.',
      )
    const data = readObject(asked.body)
    if (!data) throw invalidValue('Parse Error', 'parseError')
    const json = run({ email: consent.email, asked, data, ids })
    return json === undefined ? { status: 204 } : { status: 200, json }
  }

  return (asked) => {
    try {
      return answerCall(asked)
    } catch (error) {
      if (error instanceof GoogleRefusal) return error.answer
      throw error
    }
  }
}

/** For `misbehave`, in the words of the vendor. */
export const GOOGLE_FAILURES = {
  '401': googleError(401, 'authError', 'Invalid Credentials'),
  '403 rate limit': googleError(403, 'rateLimitExceeded', 'Rate Limit Exceeded'),
  '410': googleError(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.'),
  '429': googleError(429, 'rateLimitExceeded', 'Too Many Requests'),
  '500': googleError(500, 'backendError', 'Backend Error'),
  '503': googleError(503, 'backendError', 'Backend Error'),
}
