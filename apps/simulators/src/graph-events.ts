import { randomBytes } from 'node:crypto'
import { momentAt } from '@keyhour/contract/office-clock'
import { badRequest, GraphRefusal, itemNotFound } from './graph-refusal.ts'
import { readTime, showDay, showTime } from './graph-times.ts'
import { type Repetition, startsOf } from './repetition.ts'

/** Everything that the simulator only keeps. */
export type GraphFields = {
  subject?: string
  body?: { contentType: string; content: string }
  location?: { displayName?: string }
  attendees?: object[]
  showAs?: 'free' | 'tentative' | 'busy' | 'oof' | 'workingElsewhere' | 'unknown'
  sensitivity?: 'normal' | 'personal' | 'private' | 'confidential'
  isCancelled?: boolean
  transactionId?: string
  singleValueExtendedProperties?: { id: string; value: string }[]
  [field: string]: unknown
}

/** Days are like 2026-03-09. */
type Span = { start: number; end: number; days?: { start: string; end: string } | undefined }

export type GraphRow = Span & {
  id: string
  calendarId: string
  fields: GraphFields
  type: 'singleInstance' | 'seriesMaster' | 'occurrence' | 'exception'
  seriesMasterId: string | undefined
  repetition: Repetition | undefined
  createdAt: string
  changedAt: string
  /** Counts all changes of all events. */
  changed: number
  isDeleted: boolean
}

export type GraphBook = { id: string; timeZone: string; rows: Map<string, GraphRow> }

export type ChangeType = 'created' | 'updated' | 'deleted'

type Wish = { id?: string | undefined; repetition?: Repetition | undefined }

type Options = { now: () => Date; onChange: (book: GraphBook, row: GraphRow, change: ChangeType) => void }

const newId = () => `AAMkAD${randomBytes(30).toString('base64url')}=`
const COMPUTED = ['id', 'iCalUId', 'changeKey', 'start', 'end', 'isAllDay', 'type', 'recurrence']

export const etagOf = ({ changed }: GraphRow): string => `W/"${changeKeyOf(changed)}"`
const changeKeyOf = (changed: number) => Buffer.from(`change ${changed}`).toString('base64')

/** Extended properties are shown only to those who ask for them. */
export function shownEvent(row: GraphRow, zone?: string, withProperties = false): Record<string, unknown> {
  const { singleValueExtendedProperties, ...fields } = row.fields
  const [start, end] = row.days
    ? [showDay(row.days.start, zone), showDay(row.days.end, zone)]
    : [showTime(row.start, zone), showTime(row.end, zone)]
  return {
    '@odata.etag': etagOf(row),
    id: row.id,
    createdDateTime: row.createdAt,
    lastModifiedDateTime: row.changedAt,
    changeKey: changeKeyOf(row.changed),
    iCalUId: `0400000082${row.id.slice(6, 26)}`,
    showAs: 'busy',
    sensitivity: 'normal',
    isCancelled: false,
    ...fields,
    isAllDay: row.days !== undefined,
    type: row.type,
    seriesMasterId: row.seriesMasterId ?? null,
    webLink: `https://outlook.office365.com/owa/?itemid=${encodeURIComponent(row.id)}`,
    start,
    end,
    ...(withProperties && singleValueExtendedProperties && { singleValueExtendedProperties }),
  }
}

export function spanOfDays(start: string, end: string, zone: string): Span {
  return { start: momentAt(start, '00:00', zone), end: momentAt(end, '00:00', zone), days: { start, end } }
}

function readSpan(fields: GraphFields, zone: string): Span {
  const [start, end] = [readTime(fields.start), readTime(fields.end)]
  if (end < start)
    throw badRequest('The end date is before the start date.', 'ErrorCalendarEndDateIsEarlierThanStartDate')
  if (!fields.isAllDay) return { start, end }
  const texts = [fields.start, fields.end].map((when) => (when as { dateTime: string }).dateTime)
  if (!texts.every((text) => /T00:00(:00(\.0+)?)?$/.test(text)) || end === start)
    throw badRequest('An event of whole days starts and ends at midnight.', 'ErrorPropertyValidationFailure')
  return spanOfDays(texts[0]!.slice(0, 10), texts[1]!.slice(0, 10), zone)
}

const kept = (fields: GraphFields): GraphFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !COMPUTED.includes(name)))

const occurrencesOf = ({ rows }: GraphBook, { id }: GraphRow) =>
  [...rows.values()].filter(({ seriesMasterId, isDeleted }) => seriesMasterId === id && !isDeleted)

/** `version` is what the caller believes to change. */
export function getEvent(
  books: Iterable<GraphBook>,
  id: string,
  version?: string,
): { book: GraphBook; row: GraphRow } {
  for (const book of books) {
    const row = book.rows.get(id)
    if (!row || row.isDeleted) continue
    if (version && version !== '*' && version !== etagOf(row))
      throw new GraphRefusal(
        412,
        'ErrorIrresolvableConflict',
        'The send or update operation could not be performed.',
      )
    return { book, row }
  }
  throw itemNotFound()
}

/** The events of calendars, each occurrence of a repeated one by itself. */
export function simulateGraphEvents({ now, onChange }: Options) {
  let changes = 0

  type Draft = Omit<GraphRow, 'changed' | 'changedAt' | 'isDeleted'>

  function put(book: GraphBook, row: Draft, isDeleted = false): GraphRow {
    changes += 1
    const next = { ...row, changed: changes, changedAt: now().toISOString(), isDeleted }
    book.rows.set(row.id, next)
    return next
  }

  function expand(book: GraphBook, master: GraphRow): void {
    const length = master.end - master.start
    for (const start of startsOf(master.start, book.timeZone, master.repetition!))
      put(book, {
        ...master,
        id: newId(),
        start,
        end: start + length,
        type: 'occurrence',
        seriesMasterId: master.id,
        repetition: undefined,
      })
  }

  function add(book: GraphBook, fields: GraphFields, span: Span, { id, repetition }: Wish = {}): GraphRow {
    const row = put(book, {
      ...span,
      id: id ?? newId(),
      calendarId: book.id,
      fields: kept(fields),
      type: repetition ? 'seriesMaster' : 'singleInstance',
      seriesMasterId: undefined,
      repetition,
      createdAt: now().toISOString(),
    })
    if (repetition) expand(book, row)
    onChange(book, row, 'created')
    return row
  }

  function change(book: GraphBook, row: GraphRow, fields: GraphFields, span: Partial<Span> = {}): GraphRow {
    const { transactionId: _fixed, ...changed } = kept(fields)
    const type = row.type === 'occurrence' ? 'exception' : row.type
    const next = put(book, { ...row, ...span, type, fields: { ...row.fields, ...changed } })
    if (next.repetition) {
      for (const one of occurrencesOf(book, next)) if (one.type === 'occurrence') put(book, one, true)
      expand(book, next)
    }
    onChange(book, next, 'updated')
    return next
  }

  return {
    count: () => changes,
    add,
    change,
    create: (book: GraphBook, fields: GraphFields): GraphRow =>
      add(book, fields, readSpan(fields, book.timeZone)),
    patch(book: GraphBook, row: GraphRow, fields: GraphFields): GraphRow {
      const isMoved = fields.start !== undefined || fields.end !== undefined || fields.isAllDay !== undefined
      if (!isMoved) return change(book, row, fields)
      const { start, end, isAllDay } = shownEvent(row)
      const span = readSpan({ start, end, isAllDay, ...fields }, book.timeZone)
      return change(book, row, fields, { days: undefined, ...span })
    },
    remove(book: GraphBook, row: GraphRow): void {
      for (const one of occurrencesOf(book, row)) put(book, one, true)
      onChange(book, put(book, row, true), 'deleted')
    },
  }
}

export type GraphEvents = ReturnType<typeof simulateGraphEvents>
