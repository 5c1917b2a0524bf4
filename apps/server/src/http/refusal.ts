import type { ErrorBody } from '@keyhour/contract/errors'

const STATUS = {
  unreadable: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  too_large: 413,
  invalid: 422,
  too_many: 429,
  unavailable: 503,
} as const

/** How feature code says no. Anything else that is thrown is a bug and answers 500. */
export class Refusal extends Error {
  readonly statusCode: number
  readonly body: ErrorBody
  readonly headers: Record<string, number>

  constructor(
    reason: keyof typeof STATUS,
    detail: ErrorBody['detail'],
    more: Omit<ErrorBody, 'detail' | 'request_id'> = {},
    headers: Record<string, number> = {},
  ) {
    super(typeof detail === 'string' ? detail : 'The request has invalid fields')
    this.statusCode = STATUS[reason]
    this.body = { detail, ...more }
    this.headers = headers
  }
}

/** For a field that only the server can judge, such as an image that cannot be read. */
export const badField = (field: string, msg: string, input?: string | null): Refusal =>
  new Refusal('invalid', [
    { loc: ['body', field], msg, ...(input !== undefined && { input }), type: 'custom' },
  ])

/** For a parameter in the address. */
export const badQuery = (field: string, msg: string): Refusal =>
  new Refusal('invalid', [{ loc: ['query', field], msg, type: 'custom' }])

/** For an object that does not exist, or that the caller may not know of. */
export function orMissing<T>(found: T | undefined, sentence: string): T {
  if (found === undefined) throw new Refusal('missing', sentence)
  return found
}

/** For a change to a record that has changed since it was read. */
export const stale = (changed: { by: string | null; at: string }): Refusal =>
  new Refusal('conflict', 'This was changed in the meantime. Please reload it to see the changes.', {
    changed_by: changed.by,
    changed_at: changed.at,
  })
