import { isUtf8 } from 'node:buffer'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FieldError } from '@keyhour/contract/errors'
import { invalidValue } from '@keyhour/contract/primitives'
import {
  errorCodes,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaCompiler,
} from 'fastify'
import type { z } from 'zod'
import { databaseTrouble, loggable, type Trouble } from '#server/http/database-errors.ts'
import { Refusal } from '#server/http/refusal.ts'

const SECRET = /password|token|credential|secret/i
const MOST_ECHOED = 200

/** Reports all bad fields, each with its location. */
export const validate: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart = 'body' }) =>
  (data) => {
    const result = schema.safeParse(data, { reportInput: true, error: invalidValue })
    if (result.success) return { value: result.data }
    if (httpPart === 'body' && (data ?? null) === null)
      return { error: new Refusal('unreadable', 'The request has no body.') }
    const part = httpPart === 'querystring' ? 'query' : httpPart === 'params' ? 'path' : httpPart
    return {
      error: new Refusal(
        'invalid',
        result.error.issues.map((issue) => fieldError(part, issue)),
      ),
    }
  }

/** A problem with several fields is reported at one of them, with the value sent there. */
const sentAt = (path: PropertyKey[], input: unknown): unknown =>
  typeof input === 'object' && input !== null && path.length > 0
    ? (input as Record<PropertyKey, unknown>)[path.at(-1)!]
    : input

function fieldError(part: string, { path, message, input: given, code }: z.core.$ZodIssue): FieldError {
  const input = sentAt(path, given)
  const isPlain = input === null || ['string', 'number', 'boolean'].includes(typeof input)
  // Without a name nobody can tell whether it is a secret.
  const isPublic = path.length > 0 && !SECRET.test(path.join('.'))
  return {
    loc: [part, ...path.map(String)],
    msg: message,
    ...(isPlain && isPublic && { input: typeof input === 'string' ? input.slice(0, MOST_ECHOED) : input }),
    type: code,
  }
}

/** An escaped backslash before it makes it text about NUL, not a NUL. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

/**
 * JSON must be UTF-8, and PostgreSQL stores no NUL in text. An empty body counts as none, whatever type it declares:
 * clients declare one with every POST and DELETE. `validate` refuses it on routes that need a body.
 */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined)
    if (!isUtf8(body)) return done(new Refusal('unreadable', 'The request is not valid UTF-8.'))
    const text = body.toString('utf8')
    if (ESCAPED_NUL.test(text))
      return done(new Refusal('unreadable', 'Texts cannot contain null characters.'))
    return parse(request, text, done)
  })
  app.addContentTypeParser('*', ({ headers }, _body, done) => {
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    return isEmpty ? done(null, undefined) : done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE())
  })
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) {
    if (error.cause) request.log.warn(error.cause)
    return reply.code(error.statusCode).headers(error.headers).send(error.body)
  }
  const status = error.statusCode ?? 500
  if (status < 500) return reply.code(status).send({ detail: PLAIN[error.code] ?? error.message })
  const trouble = databaseTrouble(error)
  if (trouble) {
    request.log.warn(loggable(error))
    const { detail, retryAfter } = sayTrouble(trouble, request)
    return reply.code(503).header('retry-after', retryAfter).send({ detail })
  }
  request.log.error(loggable(error))
  return reply.code(500).send({ detail: 'Something went wrong on our side.', request_id: request.id })
}

const TROUBLE = {
  away: { detail: 'We cannot reach our database. Please try again in a moment.', retryAfter: 2 },
  unconfirmed: {
    detail:
      'We lost the connection to our database and cannot tell whether this was saved. Please check before you try again.',
    retryAfter: 2,
  },
  repeatable: {
    detail:
      'We lost the connection to our database and cannot tell whether this was saved. Please try again: it will not be done twice.',
    retryAfter: 2,
  },
  'too slow': { detail: 'This took too long. Please try again.', retryAfter: 5 },
  'disk full': {
    detail: 'The disk is full, so nothing can be saved. Please try again later.',
    retryAfter: 30,
  },
}

function sayTrouble(trouble: Trouble, { method, headers, routeOptions }: FastifyRequest) {
  if (trouble !== 'unconfirmed') return TROUBLE[trouble]
  if (method === 'GET' || method === 'HEAD') return TROUBLE.away
  const hasKey = routeOptions.config.takesKey && headers['idempotency-key'] !== undefined
  return hasKey ? TROUBLE.repeatable : TROUBLE.unconfirmed
}

const PLAIN: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request is not valid JSON.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The request should be JSON.',
}

const BROKEN: Record<string, { status: number; detail: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The request is too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request took too long.' },
}

/** For input so malformed that Node makes no request of it. */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, detail } = BROKEN[error.code ?? ''] ?? {
    status: 400,
    detail: 'The request cannot be read.',
  }
  const body = JSON.stringify({ detail })
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}
