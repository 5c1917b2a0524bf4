import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  CalendarFailed,
  type CalendarFailure,
  type CalendarService,
  type EventSpan,
} from '#server/outside/calendar-service.ts'
import { refuseFailure, withoutNul } from '#server/outside/call-calendar.ts'
import { type Answer, parseJson } from '#server/outside/line.ts'
import { FetchFailed, type FetchFailure, type PublicFetch } from '#server/outside/public-fetch.ts'
import { readIcs } from '#server/outside/read-ics.ts'

type Setting = {
  publicFetch: PublicFetch
  now: () => Date
  /** Of the office. */
  timeZone: string
  /** Of our own feeds. */
  ownHost: string
}

/** How the file was when it was last read. */
const Known = z.object({
  etag: z.string().optional(),
  modified: z.string().optional(),
  digest: z.string(),
})
type Known = z.infer<typeof Known>

const MOST_REDIRECTS = 3
const MOVED = [301, 302, 303, 307, 308]

/** An iCalendar file at an address that somebody typed in. Read only. */
export function ics(setting: Setting, address: string): CalendarService {
  const { now, timeZone, ownHost } = setting

  async function fetchFile(known: Known | null): Promise<Answer> {
    const headers = {
      accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
      ...(known?.etag && { 'if-none-match': known.etag }),
      ...(known?.modified && { 'if-modified-since': known.modified }),
    }
    let url = address
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const answer = await orFailed(() => setting.publicFetch(url, { headers }))
      const { location } = answer.headers
      if (!MOVED.includes(answer.status) || !location) return unlessRefused(answer)
      if (!URL.canParse(location, url)) throw new CalendarFailed('unreadable')
      // Checked again like the first address.
      url = new URL(location, url).href
    }
    throw new CalendarFailed('unreadable', { code: 'too many redirects' })
  }

  const parse = ({ text }: Answer, { from, to }: EventSpan) =>
    readIcs(withoutNul(text), { from: Date.parse(from), to: Date.parse(to), timeZone, ownHost })

  async function fetchNew(known: Known | null): Promise<{ answer: Answer; next: Known } | undefined> {
    const answer = await fetchFile(known)
    if (answer.status === 304 && known) return undefined
    refuseFailure(answer, now())
    const { etag, 'last-modified': modified } = answer.headers
    const next = { ...(etag && { etag }), ...(modified && { modified }), digest: digestOf(answer.text) }
    return next.digest === known?.digest ? undefined : { answer, next }
  }

  return {
    async listCalendars() {
      const id = new URL(address).host
      const at = now().toISOString()
      const { name } = parse(await fetchFile(null).then((answer) => refuseFailure(answer, now())), {
        from: at,
        to: at,
      })
      return [{ id, name: name?.trim().slice(0, 200) || id }]
    },
    async read(_calendarId, next, within) {
      const known = next === null ? null : (Known.safeParse(parseJson(next)).data ?? null)
      const found = await fetchNew(known)
      if (!found) return { events: [], removed: [], copies: 'unknown', isWhole: false, next }
      const { events } = parse(found.answer, within)
      return { events, removed: [], copies: 'unknown', isWhole: true, next: JSON.stringify(found.next) }
    },
    write: refuseWriting,
    remove: refuseWriting,
    channels: undefined,
  }
}

/** Here the address is all there is to refuse. */
function unlessRefused(answer: Answer): Answer {
  if (answer.status === 401) throw new CalendarFailed('forbidden')
  return answer
}

const refuseWriting = async (): Promise<never> => {
  throw new CalendarFailed('not_supported')
}

/** Some services write a new time stamp into every answer. */
const digestOf = (text: string): string =>
  createHash('sha256')
    .update(text.replaceAll(/^DTSTAMP[:;].*$/gm, ''))
    .digest('base64url')

const FAILURES: Record<FetchFailure, CalendarFailure> = {
  unreachable: 'unreachable',
  untrusted: 'unreachable',
  too_slow: 'too_slow',
  address_refused: 'address_refused',
  too_long: 'unreadable',
}

async function orFailed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof FetchFailed ? new CalendarFailed(FAILURES[error.reason]) : error
  }
}
