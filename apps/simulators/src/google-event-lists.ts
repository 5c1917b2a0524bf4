import {
  type EventBook,
  type GoogleEvent,
  type GoogleEvents,
  momentOf,
  type Row,
  shown,
} from './google-events.ts'
import { GoogleRefusal, invalidValue } from './google-refusal.ts'
import { simulatePages } from './paging.ts'

type ListedCalendar = EventBook & { id: string; summary: string; syncAge: number }
/** Tokens of an earlier age have expired. */
type SyncToken = { calendar: string; age: number; changes: number; isSingle: boolean }

/** Lists with these cannot be continued by a sync token. */
const UNSYNCABLE = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'updatedMin',
]
const RESTRICTIONS = [...UNSYNCABLE, 'timeMin', 'timeMax']

const write = (token: SyncToken): string => Buffer.from(JSON.stringify(token)).toString('base64url')

function read(text: string): SyncToken | undefined {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as SyncToken
  } catch {
    return undefined
  }
}

/** Only the id of a deleted event is certain. */
const listed = ({ event }: Row, calendar: ListedCalendar, zone: string | undefined): Partial<GoogleEvent> => {
  if (event.status !== 'cancelled') return shown(event, calendar, zone)
  const { kind, id, etag, status, recurringEventId, originalStartTime } = event
  const series = recurringEventId && originalStartTime ? { recurringEventId, originalStartTime } : {}
  return { kind, etag, id, status, ...series }
}

function readMoment(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  if (!/T.+(Z|[+-]\d\d:\d\d)$/i.test(text) || Number.isNaN(Date.parse(text)))
    throw invalidValue('Bad Request', 'badRequest')
  return Date.parse(text)
}

function filterOf(query: URLSearchParams, { timeZone }: ListedCalendar): (row: Row) => boolean {
  const [from, to] = [readMoment(query, 'timeMin'), readMoment(query, 'timeMax')]
  if (from !== undefined && to !== undefined && to <= from)
    throw invalidValue('The specified time range is empty.', 'timeRangeEmpty')
  const updatedMin = readMoment(query, 'updatedMin') ?? Number.NEGATIVE_INFINITY
  const properties = query.getAll('privateExtendedProperty').map((text) => text.split('=', 2))
  const iCalUID = query.get('iCalUID')
  return ({ event }) =>
    (event.status !== 'cancelled' || query.get('showDeleted') === 'true') &&
    (from === undefined || event.recurrence !== undefined || momentOf(event.end, timeZone) > from) &&
    (to === undefined || momentOf(event.start, timeZone) < to) &&
    Date.parse(event.updated) >= updatedMin &&
    (iCalUID === null || event.iCalUID === iCalUID) &&
    properties.every(([key, value]) => event.extendedProperties?.private?.[key!] === value)
}

/** Without `singleEvents` a series comes as one event, and only its exceptions by themselves. */
const isAsked = ({ event, isException }: Row, isSingle: boolean): boolean =>
  isSingle ? !event.recurrence : !event.recurringEventId || isException

/** Whole fields only, if some were asked for: `items(id,attendees/self)` gives all of the attendees. */
function askedFields(event: Partial<GoogleEvent>, query: URLSearchParams): Partial<GoogleEvent> {
  const [, asked] = /items\(([^)]*)\)/.exec(query.get('fields') ?? '') ?? []
  const names = asked?.split(',').map((name) => name.split('/')[0])
  return names ? Object.fromEntries(Object.entries(event).filter(([name]) => names.includes(name))) : event
}

/** Events in a window, that match, by pages; and what has changed since. */
export function simulateEventLists({ count }: GoogleEvents) {
  const pages = simulatePages<Partial<GoogleEvent>, { nextSyncToken?: string }>()

  function changedSince(
    text: string,
    query: URLSearchParams,
    calendar: ListedCalendar,
  ): (row: Row) => boolean {
    const isRestricted = RESTRICTIONS.some((name) => query.has(name)) || query.get('showDeleted') === 'false'
    if (isRestricted)
      throw invalidValue(
        'Sync token cannot be used with other request restrictions.',
        'syncTokenWithRequestRestrictions',
      )
    const token = read(text)
    if (token?.calendar !== calendar.id || token.age < calendar.syncAge)
      throw new GoogleRefusal(
        410,
        'fullSyncRequired',
        'Sync token is no longer valid, a full sync is required.',
      )
    if (token.isSingle !== (query.get('singleEvents') === 'true'))
      throw invalidValue('The sync token belongs to a request with other parameters.')
    return ({ changed }) => changed > token.changes
  }

  const tokenFor = ({ id, syncAge }: ListedCalendar, isSingle: boolean): string =>
    write({ calendar: id, age: syncAge, changes: count(), isSingle })

  function firstPage(calendar: ListedCalendar, query: URLSearchParams) {
    const isSingle = query.get('singleEvents') === 'true'
    const orderBy = query.get('orderBy')
    if (orderBy === 'startTime' && !isSingle)
      throw invalidValue('The requested ordering is not available for the particular query.')
    const syncToken = query.get('syncToken')
    const fits = syncToken ? changedSince(syncToken, query, calendar) : filterOf(query, calendar)
    const rows = [...calendar.rows.values()].filter((row) => isAsked(row, isSingle) && fits(row))
    const startOf = ({ event }: Row) => momentOf(event.start, calendar.timeZone)
    rows.sort((a, b) => (orderBy === 'startTime' ? startOf(a) - startOf(b) : a.changed - b.changed))
    const isSyncable = !UNSYNCABLE.some((name) => query.has(name))
    return pages.turn({
      items: rows.map((row) => listed(row, calendar, query.get('timeZone') ?? undefined)),
      size: Math.min(Number(query.get('maxResults') ?? 250), 2500),
      last: isSyncable ? { nextSyncToken: tokenFor(calendar, isSingle) } : {},
    })
  }

  return {
    list(calendar: ListedCalendar, query: URLSearchParams): object {
      const pageToken = query.get('pageToken')
      const turned = pageToken === null ? firstPage(calendar, query) : pages.follow(pageToken)
      if (!turned) throw invalidValue('Invalid page token value.')
      const { items, token, last } = turned
      return {
        kind: 'calendar#events',
        etag: `"p${count()}"`,
        summary: calendar.summary,
        timeZone: calendar.timeZone,
        defaultReminders: [],
        items: items.map((event) => askedFields(event, query)),
        ...(token && { nextPageToken: token }),
        ...last,
      }
    },
  }
}
