import { randomUUID } from 'node:crypto'
import type { Answer } from './loopback.ts'

/** Callers must branch on the code; the message may change. */
export const graphError = (
  status: number,
  code: string,
  message: string,
  headers?: Record<string, string>,
): Answer => ({
  status,
  json: { error: { code, message, innerError: { 'request-id': randomUUID() } } },
  ...(headers && { headers }),
})

export class GraphRefusal extends Error {
  readonly answer: Answer
  constructor(status: number, code: string, message: string) {
    super(message)
    this.answer = graphError(status, code, message)
  }
}

export const badRequest = (message: string, code = 'ErrorInvalidRequest') =>
  new GraphRefusal(400, code, message)
export const itemNotFound = () =>
  new GraphRefusal(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')

const THROTTLED = graphError(
  429,
  'ApplicationThrottled',
  'Application is over its MailboxConcurrency limit.',
  { 'retry-after': '1' },
)

/** For `misbehave`, in the words of the vendor. */
export const GRAPH_FAILURES = {
  '401': graphError(401, 'InvalidAuthenticationToken', 'Lifetime validation failed, the token is expired.'),
  '403': graphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.'),
  '410': graphError(410, 'SyncStateNotFound', 'The sync state generation is not found.'),
  '429': THROTTLED,
  '500': graphError(500, 'InternalServerError', 'Internal server error.'),
  '503': graphError(503, 'ServiceUnavailable', 'The service is unavailable.', { 'retry-after': '1' }),
}
