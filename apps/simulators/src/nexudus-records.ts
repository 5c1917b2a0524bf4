import type { Answer } from './loopback.ts'

export type NexudusRecord = { Id: number; [field: string]: unknown }
export type NexudusError = { PropertyName: string; Message: string; AttemptedValue: unknown }

const DEFAULT_SIZE = 25
const MOST = 1000

/** Bare JSON text, not an object. */
export const NOT_FOUND: Answer = { status: 404, json: 'Not found' }

const refused = (Message: string, Errors: NexudusError[]) => ({
  Status: 500,
  WasSuccessful: false,
  Message,
  Value: null,
  Errors,
})

export const invalid = (...errors: NexudusError[]): Answer => ({
  status: 400,
  json: refused(errors.map(({ Message }) => Message).join('\n'), errors),
})

export const done = (Message: string, Id: number): Answer => ({
  status: 200,
  json: { Status: 200, WasSuccessful: true, Message, Value: { Id }, Errors: null },
})

const throttled = (status: number): Answer => ({
  status,
  text: 'You must wait before accessing this url again.',
  headers: { 'retry-after': '1' },
})

/** For `misbehave`. Nexudus throttles with 409, which only its Retry-After tells from a conflict. */
export const NEXUDUS_FAILURES = {
  '401': { status: 401, json: { Message: 'Authorization has been denied for this request.' } },
  '409 throttled': throttled(409),
  '429': throttled(429),
  '500': { status: 500, json: { Message: 'An error has occurred.' } },
  '200 refused': { status: 200, json: refused('The command could not be completed.', []) },
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Times may be given with or without seconds. */
const rankOf = (text: string): string | number =>
  /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(`${text.replace(/Z$/, '')}Z`) : text

/** `Booking_Resource` filters by `ResourceId`, `from_Booking_ToTime` by the least `ToTime`. */
function fits(record: NexudusRecord, entity: string, [name, wanted]: [string, string]): boolean {
  const [, side, property] = new RegExp(`^(from_|to_)?${entity}_(\\w+)$`).exec(name) ?? []
  if (!property) return true
  const value = textOf(record[property] ?? record[`${property}Id`])
  if (side === 'from_') return rankOf(value) >= rankOf(wanted)
  if (side === 'to_') return rankOf(value) <= rankOf(wanted)
  return property === 'Name' ? value.toLowerCase().includes(wanted.toLowerCase()) : value === wanted
}

function isListed({ Id }: NexudusRecord, ids: string | null): boolean {
  return ids === null || (JSON.parse(ids) as number[]).includes(Id)
}

/** One page of the records that match. */
export function listRecords(records: NexudusRecord[], entity: string, query: URLSearchParams): Answer {
  const page = Math.max(Number(query.get('page') ?? 1), 1)
  const size = Math.min(Number(query.get('size') ?? DEFAULT_SIZE), MOST)
  const found = records.filter(
    (record) =>
      isListed(record, query.get('id')) && [...query].every((filter) => fits(record, entity, filter)),
  )
  const orderBy = query.get('orderBy')
  if (orderBy) found.sort((a, b) => textOf(a[orderBy]).localeCompare(textOf(b[orderBy])))
  const first = (page - 1) * size
  const Records = found.slice(first, first + size)
  return {
    status: 200,
    json: {
      Records,
      CurrentPage: page,
      CurrentPageSize: size,
      CurrentOrderField: orderBy ?? 'Id',
      CurrentSortDirection: 1,
      FirstItem: Records.length > 0 ? first + 1 : 0,
      LastItem: first + Records.length,
      TotalItems: found.length,
      TotalPages: Math.ceil(found.length / size),
      HasNextPage: first + size < found.length,
      HasPreviousPage: page > 1,
    },
  }
}
