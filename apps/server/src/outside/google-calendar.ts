import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import {
  CalendarFailed,
  type CalendarService,
  type Copy,
  type EventSpan,
  type OutsideCalendar,
  type Reading,
  type Written,
} from '#server/outside/calendar-service.ts'
import { type AccessToken, type AskAccount, askAccount, askAfter } from '#server/outside/call-account.ts'
import { callCalendar, readAnswer, refuseFailure, waitOf } from '#server/outside/call-calendar.ts'
import { Event, EventList, fieldsOf, idOf, LISTED_FIELDS, sortEvents } from '#server/outside/google-events.ts'
import { type Answer, parseJson } from '#server/outside/line.ts'
import type { OAuthClient } from '#server/outside/oauth.ts'

type Setting = NonNullable<Config['googleCalendar']>

export type GoogleCalendars = {
  token: AccessToken
  now: () => Date
  /** Whether the calendars are the rooms of a Workspace, which are booked by inviting them. */
  isRooms: boolean
  ms?: number
  /** Between the looks at what a room answers. */
  roomPausesMs?: number[]
}

const SCOPES = 'https://www.googleapis.com/auth/'
const EVENTS = `${SCOPES}calendar.events`
const LIST = `${SCOPES}calendar.calendarlist.readonly`
const ROOMS = `${SCOPES}admin.directory.resource.calendar.readonly`

/** Google has a host for each of these; a stand-in has one for all. */
const addressesOf = ({ url }: Setting) => ({
  page: `${url ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
  oauth: url ?? 'https://oauth2.googleapis.com',
  calendar: `${url ?? 'https://www.googleapis.com'}/calendar/v3`,
  directory: `${url ?? 'https://admin.googleapis.com'}/admin/directory/v1`,
})

export function googleClient(setting: Setting, isRooms: boolean): OAuthClient {
  const { page, oauth } = addressesOf(setting)
  const scopes = isRooms ? [LIST, EVENTS, ROOMS] : [LIST, EVENTS]
  return {
    clientId: setting.clientId,
    clientSecret: setting.clientSecret,
    pageUrl: page,
    tokenUrl: `${oauth}/token`,
    scopes,
    neededScopes: scopes,
    // Only a new consent gives a refresh token.
    pageSettings: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'true' },
  }
}

/** Ends everything that the person has allowed us. A token that is dead already counts as revoked. */
export async function revokeGoogle(setting: Setting, refreshToken: string, now: Date): Promise<void> {
  const answer = await callCalendar(
    { url: addressesOf(setting).oauth },
    {
      path: '/revoke',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: refreshToken }).toString(),
    },
  )
  if (answer.status !== 400) refuseFailure(answer, now)
}

const CalendarList = z.object({
  items: z
    .array(
      z.object({
        id: z.string().min(1),
        summary: z.string().optional(),
        summaryOverride: z.string().optional(),
        primary: z.boolean().optional(),
        deleted: z.boolean().optional(),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
})

const RoomList = z.object({
  items: z
    .array(
      z.object({
        resourceEmail: z.string().min(1),
        resourceName: z.string().optional(),
        generatedResourceName: z.string().optional(),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
})

const Watched = z.object({ resourceId: z.string().min(1), expiration: z.coerce.number().positive() })

/** More than any calendar has: we missed the end of the list. */
const MOST_PAGES = 200
const EXPIRED = 410
const GONE = [404, 410]
const DUPLICATE = 409
const ROOM_PAUSES_MS = [300, 700, 1500]

const LIMITS = /^(rateLimitExceeded|userRateLimitExceeded|quotaExceeded|calendarUsageLimitsExceeded)$/
const Problem = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })).default([]) }),
})
/** Google counts by the minute. */
const USUAL_WAIT_MS = 30_000

function failureIn(answer: Answer, now: Date): CalendarFailed {
  const { status, text } = answer
  const code = Problem.safeParse(parseJson(text)).data?.error.errors[0]?.reason ?? String(status)
  const waitMs = waitOf(answer, now)
  if (status === 429 || (status === 403 && LIMITS.test(code)))
    return new CalendarFailed('throttled', { waitMs: waitMs ?? USUAL_WAIT_MS, code })
  if (status >= 500) return new CalendarFailed('out_of_order', { ...(waitMs && { waitMs }), code })
  if (status === 403) return new CalendarFailed('forbidden', { code })
  if (status === 404 || status === EXPIRED) return new CalendarFailed('missing', { code })
  return new CalendarFailed('unreadable', { code })
}

const asking = (url: string, { token, now, ms }: GoogleCalendars): AskAccount =>
  askAccount({ url, token, ...(ms && { ms }) }, (answer) => failureIn(answer, now()))

async function readPages<Page extends { nextPageToken?: string | undefined }>(
  ask: AskAccount,
  path: string,
  query: Record<string, string>,
  schema: z.ZodType<Page>,
): Promise<Page[]> {
  const pages: Page[] = []
  let pageToken: string | undefined
  do {
    const search = new URLSearchParams({ ...query, ...(pageToken && { pageToken }) })
    const page = readAnswer(await ask({ path: `${path}?${search}` }), schema)
    pages.push(page)
    pageToken = page.nextPageToken
  } while (pageToken && pages.length < MOST_PAGES)
  if (pageToken) throw new CalendarFailed('unreadable', { code: 'too many pages' })
  return pages
}

async function listOwn(ask: AskAccount) {
  const query = { minAccessRole: 'writer', maxResults: '250' }
  const pages = await readPages(ask, '/users/me/calendarList', query, CalendarList)
  return pages.flatMap(({ items }) => items).filter(({ deleted }) => !deleted)
}

async function listRooms(ask: AskAccount): Promise<OutsideCalendar[]> {
  const path = '/customer/my_customer/resources/calendars'
  const pages = await readPages(ask, path, { maxResults: '500' }, RoomList)
  return pages
    .flatMap(({ items }) => items)
    .map(({ resourceEmail: id, resourceName, generatedResourceName }) => ({
      id,
      name: generatedResourceName || resourceName || id,
    }))
}

/** The address of the account; null if it cannot be found out. */
export async function findGoogleEmail(setting: Setting, account: GoogleCalendars): Promise<string | null> {
  const calendars = await listOwn(asking(addressesOf(setting).calendar, account))
  return calendars.find(({ primary }) => primary)?.id ?? null
}

/** Of many attendees only ourselves: long descriptions and guest lists would make the answers too large. */
const PAGES = { singleEvents: 'true', maxResults: '500', maxAttendees: '1' }

class Expired extends Error {}

/** Starts from scratch if Google has forgotten what we know. */
async function readEvents(
  { ask, path, prefix }: { ask: AskAccount; path: string; prefix: string },
  next: string | null,
  within: EventSpan,
): Promise<Reading> {
  const askAgain: AskAccount = async (call) => {
    const answer = await ask({ ...call, mayBe: next === null ? [] : [EXPIRED] })
    if (answer.status === EXPIRED) throw new Expired()
    return answer
  }
  const wanted = next === null ? { timeMin: within.from, timeMax: within.to } : { syncToken: next }
  const query = { ...PAGES, fields: LISTED_FIELDS, ...wanted }
  try {
    const pages = await readPages(askAgain, path, query, EventList)
    const items = pages.flatMap((page) => page.items)
    const { timeZone, nextSyncToken } = pages.at(-1)!
    return { ...sortEvents(items, { timeZone, prefix }), isWhole: next === null, next: nextSyncToken ?? null }
  } catch (error) {
    if (!(error instanceof Expired)) throw error
    return readEvents({ ask, path, prefix }, null, within)
  }
}

/** Rooms answer some moments after they are invited. Undefined: not yet. */
async function answerOfRoom(
  ask: AskAccount,
  path: string,
  room: string,
  pausesMs: number[],
): Promise<'accepted' | 'declined' | undefined> {
  for (const ms of [0, ...pausesMs]) {
    if (ms > 0) await setTimeout(ms)
    const { attendees = [] } = readAnswer(await ask({ path }), Event)
    const said = attendees.find(({ email }) => email === room)?.responseStatus
    if (said === 'accepted' || said === 'declined') return said
  }
  return undefined
}

export function googleCalendar(setting: Setting, account: GoogleCalendars): CalendarService {
  const { calendar, directory } = addressesOf(setting)
  const { isRooms, roomPausesMs = ROOM_PAUSES_MS } = account
  const ask = asking(calendar, account)
  const eventsOf = (calendarId: string) => `/calendars/${encodeURIComponent(calendarId)}/events`
  /** A room is invited to an event of the account. */
  const writtenIn = (calendarId: string) => eventsOf(isRooms ? 'primary' : calendarId)

  /** The id may have been used before: by an earlier try, or by an event that was deleted since. */
  async function put(calendarId: string, copy: Copy, eventId: string | null): Promise<string> {
    const fields = fieldsOf(copy, isRooms ? calendarId : undefined)
    const path = writtenIn(calendarId)
    const change = (id: string, mayBe: number[] = []) =>
      ask({
        method: 'PATCH',
        path: `${path}/${encodeURIComponent(id)}?sendUpdates=none`,
        json: fields,
        mayBe,
      })
    if (eventId !== null && (await change(eventId, GONE)).status < 300) return eventId
    const id = idOf(copy.key)
    const json = { id, ...fields }
    const added = await ask({
      method: 'POST',
      path: `${path}?sendUpdates=none`,
      json,
      mayBe: [DUPLICATE],
    })
    if (added.status === DUPLICATE) await change(id)
    return id
  }

  async function remove(calendarId: string, eventId: string | null, key: string): Promise<void> {
    const path = `${writtenIn(calendarId)}/${encodeURIComponent(eventId ?? idOf(key))}?sendUpdates=none`
    await ask({ method: 'DELETE', path, mayBe: GONE })
  }

  async function write(calendarId: string, copy: Copy, eventId: string | null): Promise<Written> {
    const event_id = await put(calendarId, copy, eventId)
    if (!isRooms) return { outcome: 'written', event_id }
    const said = await answerOfRoom(ask, `${writtenIn(calendarId)}/${event_id}`, calendarId, roomPausesMs)
    if (said === undefined) throw new CalendarFailed('too_slow', { code: 'the room has not answered' })
    if (said === 'accepted') return { outcome: 'written', event_id }
    await remove(calendarId, event_id, copy.key)
    return { outcome: 'refused' }
  }

  return {
    async listCalendars() {
      if (isRooms) return listRooms(asking(directory, account))
      const calendars = await listOwn(ask)
      return calendars.map(({ id, summary, summaryOverride }) => ({
        id,
        name: summaryOverride || summary || id,
      }))
    },
    read: (calendarId, next, within, { prefix, beforeCall }) =>
      readEvents({ ask: askAfter(ask, beforeCall), path: eventsOf(calendarId), prefix }, next, within),
    write,
    remove,
    channels: {
      async open(calendarId, { id, address, secret }) {
        const json = { id, type: 'web_hook', address, token: secret }
        const answer = await ask({ method: 'POST', path: `${eventsOf(calendarId)}/watch`, json })
        const { resourceId, expiration } = readAnswer(answer, Watched)
        return { ref: resourceId, until: new Date(expiration).toISOString() }
      },
      async close(id, resourceId) {
        await ask({ method: 'POST', path: '/channels/stop', json: { id, resourceId }, mayBe: GONE })
      },
    },
  }
}
