import { type GraphBook, type GraphEvents, type GraphRow, shownEvent } from './graph-events.ts'
import { badRequest, GraphRefusal } from './graph-refusal.ts'
import { readMoment } from './graph-times.ts'
import type { Asked } from './loopback.ts'
import { simulatePages, type Turned } from './paging.ts'

type View = { calendarId: string; from: number; to: number }
type DeltaState = View & { changes: number; age: number }
type ViewedBook = GraphBook & { deltaAge: number }

/** Not allowed together with delta. */
const UNSUITABLE = ['$select', '$filter', '$expand', '$orderby', '$search', '$top']

const pack = (state: DeltaState): string => Buffer.from(JSON.stringify(state)).toString('base64url')

function unpack(token: string): DeltaState | undefined {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString()) as DeltaState
  } catch {
    return undefined
  }
}

const preferred = ({ headers }: Asked, pattern: RegExp): string | undefined =>
  pattern.exec(String(headers.prefer ?? ''))?.[1]

export const zoneAsked = (asked: Asked): string | undefined =>
  preferred(asked, /outlook\.timezone="([^"]+)"/i)

const isIn = ({ from, to }: View, { start, end }: GraphRow): boolean => start < to && end > from

/** Only chosen fields, if some were chosen. */
export function selected(record: Record<string, unknown>, query: URLSearchParams): Record<string, unknown> {
  const names = query.get('$select')?.split(',')
  if (!names) return record
  return Object.fromEntries(
    Object.entries(record).filter(
      ([name]) => name.startsWith('@odata') || name === 'id' || names.includes(name),
    ),
  )
}

function readView(calendarId: string, query: URLSearchParams): View {
  const from = readMoment(query.get('startDateTime'), 'startDateTime')
  const to = readMoment(query.get('endDateTime'), 'endDateTime')
  if (to < from) throw badRequest('The end of the window is before its start.', 'ErrorInvalidParameter')
  return { calendarId, from, to }
}

/** One property of one event, as in Any(ep: ep/id eq '…' and ep/value eq '…'). */
function propertyAsked(query: URLSearchParams): ((row: GraphRow) => boolean) | undefined {
  const filter = query.get('$filter')
  if (!filter) return undefined
  const [, id, value] = /ep\/id eq '([^']+)' and ep\/value eq '([^']+)'/.exec(filter) ?? []
  if (!id) throw badRequest('Invalid filter clause', 'BadRequest')
  return ({ fields }) =>
    fields.singleValueExtendedProperties?.some((one) => one.id === id && one.value === value) ?? false
}

/** An occurrence comes without what it shares with its series, which is listed too. */
function changed(row: GraphRow, view: View, zone: string | undefined): object {
  if (row.isDeleted || !isIn(view, row)) return { id: row.id, '@removed': { reason: 'deleted' } }
  const { id, type, seriesMasterId, start, end, ...rest } = shownEvent(row, zone)
  const own = { '@odata.type': '#microsoft.graph.event', id, type, seriesMasterId, start, end }
  return row.type === 'occurrence' ? own : { ...own, ...rest }
}

/** Lists of events: those in a window, and what changes in it. */
export function simulateGraphViews({ count }: GraphEvents, origin: () => string) {
  const pages = simulatePages<object, string | undefined>()

  function answer({ items, token, last }: Turned<object, string | undefined>, path: string): object {
    const link = (query: string) => `${origin()}${path}?${query}`
    return {
      '@odata.context': `${origin()}/v1.0/$metadata#Collection(event)`,
      value: items,
      ...(token && { '@odata.nextLink': link(`$skiptoken=${token}`) }),
      ...(last && { '@odata.deltaLink': link(`$deltatoken=${last}`) }),
    }
  }

  function nextPage(token: string, path: string): object {
    const turned = pages.follow(token)
    if (!turned) throw badRequest('The skip token is not valid.', 'BadRequest')
    return answer(turned, path)
  }

  function list(rows: GraphRow[], asked: Asked): object {
    const { query } = asked
    const isExpanded = query.get('$expand')?.startsWith('singleValueExtendedProperties') ?? false
    const items = rows
      .toSorted((a, b) => a.start - b.start)
      .map((row) => selected(shownEvent(row, zoneAsked(asked), isExpanded), query))
    const size = Math.min(Number(query.get('$top') ?? 10), 1000)
    return answer(pages.turn({ items, size, last: undefined }), asked.path)
  }

  function startDelta(book: ViewedBook, asked: Asked): { rows: GraphRow[]; state: DeltaState } {
    if (UNSUITABLE.some((name) => asked.query.has(name)))
      throw badRequest(
        'The following parameters are not supported with change tracking.',
        'ErrorInvalidUrlQuery',
      )
    const view = readView(book.id, asked.query)
    const rows = [...book.rows.values()].filter((row) => !row.isDeleted && isIn(view, row))
    return { rows, state: { ...view, changes: count(), age: book.deltaAge } }
  }

  function continueDelta(book: ViewedBook, token: string): { rows: GraphRow[]; state: DeltaState } {
    const state = unpack(token)
    if (state?.calendarId !== book.id || state.age < book.deltaAge)
      throw new GraphRefusal(410, 'SyncStateNotFound', 'The sync state generation is not found.')
    const rows = [...book.rows.values()].filter((row) => row.changed > state.changes)
    return { rows, state: { ...state, changes: count() } }
  }

  return {
    view(book: GraphBook, asked: Asked): object {
      const token = asked.query.get('$skiptoken')
      if (token) return nextPage(token, asked.path)
      const view = readView(book.id, asked.query)
      const rows = [...book.rows.values()].filter(
        (row) => !row.isDeleted && row.type !== 'seriesMaster' && isIn(view, row),
      )
      return list(rows, asked)
    },
    /** A series once, without its occurrences. */
    events(book: GraphBook, asked: Asked): object {
      const token = asked.query.get('$skiptoken')
      if (token) return nextPage(token, asked.path)
      const fits = propertyAsked(asked.query) ?? (() => true)
      const rows = [...book.rows.values()].filter((row) => !row.isDeleted && !row.seriesMasterId && fits(row))
      return list(rows, asked)
    },
    delta(book: ViewedBook, asked: Asked): object {
      const [skip, token] = [asked.query.get('$skiptoken'), asked.query.get('$deltatoken')]
      if (skip) return nextPage(skip, asked.path)
      const { rows, state } = token ? continueDelta(book, token) : startDelta(book, asked)
      const items = rows.map((row) => changed(row, state, zoneAsked(asked)))
      const size = Number(preferred(asked, /odata\.maxpagesize=(\d+)/i) ?? 10)
      return answer(pages.turn({ items, size, last: pack(state) }), asked.path)
    },
  }
}
