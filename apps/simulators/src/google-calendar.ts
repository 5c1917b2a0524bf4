import { GOOGLE_CLIENT_ID } from './google.ts'
import { GOOGLE_FAILURES, googleApi } from './google-api.ts'
import type { NewCalendar, Role } from './google-calendars.ts'
import { type Fields, type GoogleEvent, shown, type When } from './google-events.ts'
import type { NewRoom } from './google-rooms.ts'
import { simulateWorkspace, type Workspace } from './google-workspace.ts'
import { type Answer, type Asked, answerOnLoopback } from './loopback.ts'
import { type Account, simulateOAuth } from './oauth.ts'
import { type PushSettings, simulatePushes, withPushes } from './pushes.ts'

/** The administrator of a Workspace can list its rooms. */
export type GoogleAccount = Account & { isAdmin?: boolean }

export type GoogleCalendarOptions = PushSettings & {
  now: () => Date
  accounts?: GoogleAccount[]
  /** Only these are accepted; any, when left out. */
  redirectUris?: string[]
  accessLifeMs?: number
}

type Times = { start: string; end: string }

/** `start` and `end` are moments, or days for events that take whole days. */
export type OutsideEvent = Times & Omit<Fields, 'start' | 'end'>

const CLIENT_SECRET = 'GOCSPX-keyhour-tests'
const ACCOUNTS: GoogleAccount[] = [{ email: 'office@keyhour.example', name: 'Keyhour Office', isAdmin: true }]

function simulateSignIn(
  { now, redirectUris, accessLifeMs }: GoogleCalendarOptions,
  accounts: GoogleAccount[],
) {
  return simulateOAuth({
    now,
    service: 'Google',
    clientId: GOOGLE_CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    accounts,
    prefixes: { code: '4/0', access: 'ya29.', refresh: '1//0' },
    rotation: 'stays',
    isSelective: true,
    isOffline: (request, isFirstConsent) =>
      request.get('access_type') === 'offline' && (isFirstConsent || request.get('prompt') === 'consent'),
    refuse: (error, error_description) => ({
      status: error === 'invalid_client' ? 401 : 400,
      json: { error, error_description },
    }),
    ...(redirectUris && { redirectUris }),
    ...(accessLifeMs && { accessLifeMs }),
  })
}

/** What people do in their calendars, without the product. */
function actsIn({ calendars, channels, rooms, ...workspace }: Workspace) {
  const when = (text: string, timeZone: string): When =>
    /^\d{4}-\d\d-\d\d$/.test(text) ? { date: text } : { dateTime: text, timeZone }
  const times = ({ start, end }: Times, zone: string) => ({ start: when(start, zone), end: when(end, zone) })

  return {
    /** Answers the id. */
    addCalendar: (calendar: NewCalendar): string => calendars.add(calendar).id,
    /** As if the owner deleted it. */
    removeCalendar: (id: string) => void calendars.calendars.delete(id),
    /** Shares it with an account, or no longer. */
    share(id: string, email: string, role: Role | undefined) {
      if (role) calendars.get(id).roles.set(email, role)
      else calendars.get(id).roles.delete(email)
    },
    /** Answers the id. Repeated events need `recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3']` or FREQ=DAILY. */
    addEvent(calendarId: string, { start, end, ...fields }: OutsideEvent): string {
      const calendar = calendars.get(calendarId)
      return workspace.insert(calendar, { ...fields, ...times({ start, end }, calendar.timeZone) }).id
    },
    moveEvent(calendarId: string, id: string, to: Times) {
      const calendar = calendars.get(calendarId)
      workspace.patch(calendar, id, times(to, calendar.timeZone))
    },
    changeEvent: (calendarId: string, id: string, fields: Fields) =>
      void workspace.patch(calendars.get(calendarId), id, fields),
    deleteEvent: (calendarId: string, id: string) => workspace.remove(calendars.get(calendarId), id),
    /** Those that are not deleted; a series is there once, and each of its occurrences. */
    eventsIn(calendarId: string): GoogleEvent[] {
      const calendar = calendars.get(calendarId)
      return [...calendar.rows.values()]
        .filter(({ event }) => event.status !== 'cancelled')
        .map(({ event }) => shown(event, calendar))
    },
    /** Answers the address of the room, which is also the id of its calendar. */
    addRoom: (room: NewRoom): string => rooms.add(room),
    /** Rooms do not answer invitations until the returned function is called. */
    holdRooms: rooms.hold,
    /** Those that have not expired. */
    channels: channels.live,
    /** The next list by an earlier sync token gets 410. */
    expireSyncTokens(calendarId: string) {
      calendars.get(calendarId).syncAge += 1
    },
  }
}

/** Google on loopback, as far as calendars are concerned: consent, Calendar API, rooms of a Workspace, pushes. */
export async function simulateGoogleCalendar(options: GoogleCalendarOptions) {
  const accounts = [...(options.accounts ?? ACCOUNTS)]
  const isAdmin = (email: string) => accounts.some((account) => account.email === email && account.isAdmin)
  let origin = ''
  const oauth = simulateSignIn(options, accounts)
  const isRetried = (status: number) => [500, 502, 503, 504].includes(status)
  const pushes = simulatePushes({ ...options, isRetried })
  const workspace = simulateWorkspace({ now: options.now, accounts, pushes, origin: () => origin })
  const answerApi = googleApi({ workspace, oauth, isAdmin })

  function answerRevocation({ query, body }: Asked): Answer {
    const email = oauth.emailOf(query.get('token') ?? new URLSearchParams(body).get('token') ?? '')
    if (!email)
      return { status: 400, json: { error: 'invalid_token', error_description: 'Token expired or revoked' } }
    oauth.acts.revoke(email)
    return { status: 200, json: {} }
  }

  function answer(asked: Asked): Answer {
    if (asked.path === '/o/oauth2/v2/auth') return oauth.answerPage(asked)
    const call = `${asked.method} ${asked.path}`
    if (call === 'POST /token') return oauth.answerToken(asked)
    return call === 'POST /revoke' ? answerRevocation(asked) : answerApi(asked)
  }

  const server = await answerOnLoopback(answer, { failures: GOOGLE_FAILURES })
  origin = server.url

  return {
    ...withPushes(server, pushes),
    ...oauth.acts,
    ...actsIn(workspace),
    addAccount(account: GoogleAccount) {
      oauth.acts.addAccount(account)
      workspace.calendars.addPrimary(account.email)
    },
    clientId: GOOGLE_CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    /** Of accounts.google.com: the page is at /o/oauth2/v2/auth. */
    accountsUrl: origin,
    /** Of oauth2.googleapis.com, with /token and /revoke. */
    oauthUrl: origin,
    calendarUrl: `${origin}/calendar/v3`,
    directoryUrl: `${origin}/admin/directory/v1`,
  }
}
