import { randomBytes } from 'node:crypto'
import { momentAt, offsetAt } from '@keyhour/contract/office-clock'
import { GoogleRefusal, invalidValue, notFound } from './google-refusal.ts'
import { type Repetition, startsOf } from './repetition.ts'

export type When = { dateTime?: string; date?: string; timeZone?: string }
export type Attendee = {
  email: string
  resource?: boolean
  responseStatus?: string
  [field: string]: unknown
}

export type Fields = {
  summary?: string
  description?: string
  location?: string
  start?: When
  end?: When
  attendees?: Attendee[]
  recurrence?: string[]
  transparency?: 'opaque' | 'transparent'
  extendedProperties?: { private?: Record<string, string>; shared?: Record<string, string> }
  [field: string]: unknown
}

export type GoogleEvent = Fields & {
  kind: 'calendar#event'
  id: string
  etag: string
  status: 'confirmed' | 'tentative' | 'cancelled'
  htmlLink: string
  created: string
  updated: string
  iCalUID: string
  sequence: number
  start: When
  end: When
  recurringEventId?: string
  originalStartTime?: When
}

/** `changed` counts all changes of all events; an exception is an occurrence that differs from its series. */
export type Row = { event: GoogleEvent; changed: number; isException: boolean }

export type EventBook = { timeZone: string; rows: Map<string, Row> }

/** Fields that callers cannot set on an event that exists. */
const FIXED = ['kind', 'id', 'etag', 'created', 'updated', 'htmlLink', 'iCalUID', 'sequence'] as const

const HAS_OFFSET = /(Z|[+-]\d\d:\d\d)$/i

export function momentOf({ dateTime, date, timeZone }: When, zone: string): number {
  if (date) return momentAt(date, '00:00', zone)
  if (HAS_OFFSET.test(dateTime!)) return Date.parse(dateTime!)
  return momentAt(dateTime!.slice(0, 10), dateTime!.slice(11), timeZone ?? zone)
}

/** Google writes times with the offset of the calendar, however they were given. */
export function withOffset(moment: number, zone: string): string {
  const offset = offsetAt(moment, zone)
  const wall = new Date(moment + offset).toISOString().slice(0, 19)
  if (offset === 0) return `${wall}Z`
  const minutes = Math.abs(offset) / 60_000
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${wall}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}

export function shown(event: GoogleEvent, { timeZone }: EventBook, zone = timeZone): GoogleEvent {
  const show = (when: When): When =>
    when.dateTime ? { ...when, dateTime: withOffset(momentOf(when, timeZone), zone) } : when
  return structuredClone({ ...event, start: show(event.start), end: show(event.end) })
}

export const isBusy = ({ event }: Row): boolean =>
  event.status !== 'cancelled' && event.transparency !== 'transparent' && !event.recurrence

function checkWhen(when: When | undefined, name: string): void {
  if (!when?.dateTime && !when?.date) throw invalidValue(`Missing ${name} time.`, 'required')
  if (when.dateTime && Number.isNaN(Date.parse(when.dateTime))) throw invalidValue('Bad Request')
  if (when.dateTime && !HAS_OFFSET.test(when.dateTime) && !when.timeZone)
    throw invalidValue(`Missing time zone definition for ${name} time.`, 'required')
}

function checkTimes({ start, end }: Fields, { timeZone }: EventBook): void {
  checkWhen(start, 'start')
  checkWhen(end, 'end')
  if (momentOf(end!, timeZone) < momentOf(start!, timeZone))
    throw invalidValue('The specified time range is empty.', 'timeRangeEmpty')
}

/** Objects are merged, arrays replaced, and null removes. */
function merged(old: unknown, change: unknown): unknown {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return change
  const result = { ...(old as Record<string, unknown>) }
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete result[name]
    else result[name] = merged(result[name], value)
  }
  return result
}

function repetitionIn([rule = '']: string[]): Repetition {
  const part = (name: string) => new RegExp(`${name}=(\\w+)`).exec(rule)?.[1]
  const number = (name: string) => (part(name) ? Number(part(name)) : undefined)
  const until = part('UNTIL')?.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  if (!/FREQ=(DAILY|WEEKLY)/.test(rule)) throw new Error(`the simulator cannot repeat by ${rule}`)
  return {
    every: part('FREQ') === 'DAILY' ? 'day' : 'week',
    interval: number('INTERVAL'),
    count: number('COUNT'),
    until: until ? Date.parse(until) : undefined,
  }
}

const occurrencesOf = (book: EventBook, id: string) =>
  [...book.rows.values()].filter(({ event }) => event.recurringEventId === id)

function getRow(book: EventBook, id: string): Row {
  const row = book.rows.get(id)
  if (!row) throw notFound()
  return row
}

const fixed = (event: GoogleEvent) =>
  Object.fromEntries(FIXED.map((name) => [name, event[name]])) as Pick<GoogleEvent, (typeof FIXED)[number]>

/** The single events that a repeated one stands for. */
function occurrences(book: EventBook, series: GoogleEvent): GoogleEvent[] {
  const zone = series.start.timeZone ?? book.timeZone
  const start = momentOf(series.start, book.timeZone)
  const length = momentOf(series.end, book.timeZone) - start
  const { recurrence, ...single } = series
  const when = (at: number): When => ({ dateTime: withOffset(at, zone), timeZone: zone })
  return startsOf(start, zone, repetitionIn(recurrence!)).map((moment) => ({
    ...single,
    id: `${series.id}_${new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '')}`,
    start: when(moment),
    end: when(moment + length),
    recurringEventId: series.id,
    originalStartTime: when(moment),
  }))
}

/** The events of calendars: changes to them, and the occurrences of those that are repeated. */
export function simulateGoogleEvents(now: () => Date) {
  let changes = 0

  function keep(book: EventBook, event: GoogleEvent, isException = false): GoogleEvent {
    changes += 1
    const kept = { ...event, etag: `"${3_000_000 + changes}"`, updated: now().toISOString() }
    book.rows.set(event.id, { event: kept, changed: changes, isException })
    return kept
  }

  function insert(book: EventBook, fields: Fields): GoogleEvent {
    const id = typeof fields.id === 'string' ? fields.id : randomBytes(13).toString('hex')
    if (!/^[a-v0-9]{5,1024}$/.test(id)) throw invalidValue('Invalid resource id value.')
    if (book.rows.has(id))
      throw new GoogleRefusal(409, 'duplicate', 'The requested identifier already exists.')
    checkTimes(fields, book)
    const event: GoogleEvent = {
      status: 'confirmed',
      iCalUID: `${id}@google.com`,
      reminders: { useDefault: true },
      eventType: 'default',
      ...(fields as Fields & { start: When; end: When }),
      kind: 'calendar#event',
      id,
      etag: '',
      htmlLink: `https://www.google.com/calendar/event?eid=${Buffer.from(id).toString('base64url')}`,
      created: now().toISOString(),
      updated: '',
      sequence: 0,
    }
    const kept = keep(book, event)
    if (kept.recurrence) for (const one of occurrences(book, kept)) keep(book, one)
    return kept
  }

  /** Exceptions stay as they are. */
  function expandAgain(book: EventBook, series: GoogleEvent): void {
    for (const { event, isException } of occurrencesOf(book, series.id))
      if (!isException) keep(book, { ...event, status: 'cancelled' })
    for (const one of occurrences(book, series)) if (!book.rows.get(one.id)?.isException) keep(book, one)
  }

  function replace(book: EventBook, old: GoogleEvent, next: GoogleEvent): GoogleEvent {
    checkTimes(next, book)
    const isMoved = (['start', 'end'] as const).some(
      (side) => momentOf(old[side], book.timeZone) !== momentOf(next[side], book.timeZone),
    )
    const kept = keep(
      book,
      { ...next, sequence: old.sequence + Number(isMoved) },
      Boolean(old.recurringEventId),
    )
    if (kept.recurrence) expandAgain(book, kept)
    return kept
  }

  return {
    count: () => changes,
    getRow,
    insert,
    /** Puts a copy of an event of another calendar here, or changes it. */
    copy: (book: EventBook, event: GoogleEvent) => void keep(book, event),
    patch(book: EventBook, id: string, fields: Fields): GoogleEvent {
      const { event } = getRow(book, id)
      return replace(book, event, { ...(merged(event, fields) as GoogleEvent), ...fixed(event) })
    },
    update(book: EventBook, id: string, fields: Fields): GoogleEvent {
      const { event } = getRow(book, id)
      return replace(book, event, { status: 'confirmed', ...fields, ...fixed(event) } as GoogleEvent)
    },
    remove(book: EventBook, id: string): void {
      const { event } = getRow(book, id)
      if (event.status === 'cancelled') throw new GoogleRefusal(410, 'deleted', 'Resource has been deleted')
      for (const { event: occurrence } of occurrencesOf(book, id))
        keep(book, { ...occurrence, status: 'cancelled' })
      keep(book, { ...event, status: 'cancelled' }, Boolean(event.recurringEventId))
    },
  }
}

export type GoogleEvents = ReturnType<typeof simulateGoogleEvents>
