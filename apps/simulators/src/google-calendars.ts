import { randomBytes } from 'node:crypto'
import type { EventBook, Row } from './google-events.ts'
import { GoogleRefusal, invalidValue, notFound } from './google-refusal.ts'
import { simulatePages } from './paging.ts'

export const ROLES = ['freeBusyReader', 'reader', 'writerWithoutPrivateAccess', 'writer', 'owner'] as const
export type Role = (typeof ROLES)[number]

export type GoogleCalendar = EventBook & {
  id: string
  summary: string
  roles: Map<string, Role>
  isHidden: boolean
  /** Sync tokens of an earlier age have expired. */
  syncAge: number
}

export type NewCalendar = {
  summary: string
  id?: string
  /** Whose list it is in; of the first account, when left out. */
  account?: string
  accessRole?: Role
  timeZone?: string
  isHidden?: boolean
}

const TIME_ZONE = 'Asia/Jerusalem'

const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least)

const described = ({ id, summary, timeZone, roles, isHidden }: GoogleCalendar, email: string) => ({
  kind: 'calendar#calendarListEntry',
  etag: '"1"',
  id,
  summary,
  timeZone,
  accessRole: roles.get(email),
  ...(id === email && { primary: true }),
  ...(isHidden ? { hidden: true } : { selected: true }),
  defaultReminders: [],
})

/** The calendars of all accounts, and who may do what in them. */
export function simulateGoogleCalendars(accounts: { email: string; name: string }[]) {
  const calendars = new Map<string, GoogleCalendar>()
  const pages = simulatePages<object, object>()

  function add({ summary, account, accessRole = 'owner', ...more }: NewCalendar): GoogleCalendar {
    const { id = `c_${randomBytes(16).toString('hex')}@group.calendar.google.com` } = more
    const calendar = {
      id,
      summary,
      timeZone: more.timeZone ?? TIME_ZONE,
      roles: new Map([[account ?? accounts[0]!.email, accessRole]]),
      isHidden: more.isHidden ?? false,
      rows: new Map<string, Row>(),
      syncAge: 0,
    }
    calendars.set(id, calendar)
    return calendar
  }

  const addPrimary = (email: string) => add({ id: email, summary: email, account: email })
  for (const { email } of accounts) addPrimary(email)

  function get(id: string): GoogleCalendar {
    const calendar = calendars.get(id)
    if (!calendar) throw new Error(`there is no calendar ${id}`)
    return calendar
  }

  /** For a caller of the API. */
  function reach(email: string, id: string, least: Role): GoogleCalendar {
    const calendar = calendars.get(id === 'primary' ? email : id)
    const role = calendar?.roles.get(email)
    if (!calendar || !role) throw notFound()
    if (!isAtLeast(role, least))
      throw new GoogleRefusal(
        403,
        'requiredAccessLevel',
        `You need to have ${least} access to this calendar.`,
      )
    return calendar
  }

  function list(email: string, query: URLSearchParams): object {
    const least = (query.get('minAccessRole') ?? 'freeBusyReader') as Role
    if (!ROLES.includes(least)) throw invalidValue('Invalid value for: minAccessRole')
    const listed = [...calendars.values()].filter(({ roles, isHidden }) => {
      const role = roles.get(email)
      return role && isAtLeast(role, least) && (!isHidden || query.get('showHidden') === 'true')
    })
    const size = Math.min(Number(query.get('maxResults') ?? 100), 250)
    const pageToken = query.get('pageToken')
    const turned =
      pageToken === null
        ? pages.turn({
            items: listed.map((one) => described(one, email)),
            size,
            last: { nextSyncToken: 'list1' },
          })
        : pages.follow(pageToken)
    if (!turned) throw invalidValue('Invalid page token value.')
    const { items, token, last } = turned
    return {
      kind: 'calendar#calendarList',
      etag: '"1"',
      items,
      ...(token && { nextPageToken: token }),
      ...last,
    }
  }

  return { calendars, add, addPrimary, get, reach, list }
}
