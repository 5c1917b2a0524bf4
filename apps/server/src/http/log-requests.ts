import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

export const REQUEST_ID = 'x-request-id'

type RequestLine = { reqId: string; method: string; route: string; status: number; ms: number; user?: number }

/** One line for each request. Logs the route, not the address: addresses carry tokens and amounts. */
export function logRequests(app: FastifyInstance): void {
  const write = lineWriter(app)
  app.addHook('onSend', (request, reply, _body, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    write({
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(request.caller && { user: request.caller.id }),
    })
    done()
  })
}

export function lineWriter(app: FastifyInstance): (line: RequestLine) => void {
  // Looking for secrets takes longer than the rest of the line, and it has none.
  const log = app.log.child({}, { redact: [] })
  return (line) => log.info(line, 'request')
}

type Bindings = Parameters<FastifyBaseLogger['child']>[0]
type Line = Parameters<FastifyBaseLogger['info']>

/** The log of one request. Few requests have anything to say, so its lines get their request id when there are any. */
export function logOfRequest(log: FastifyBaseLogger, bindings: Bindings): FastifyBaseLogger {
  return new RequestLog(log, bindings)
}

class RequestLog implements FastifyBaseLogger {
  readonly #log: FastifyBaseLogger
  readonly #bindings: Bindings
  constructor(log: FastifyBaseLogger, bindings: Bindings) {
    this.#log = log
    this.#bindings = bindings
  }
  get level() {
    return this.#log.level
  }
  child: FastifyBaseLogger['child'] = (more, options) =>
    this.#log.child({ ...this.#bindings, ...more }, options)
  trace(...line: Line) {
    this.child({}).trace(...line)
  }
  debug(...line: Line) {
    this.child({}).debug(...line)
  }
  info(...line: Line) {
    this.child({}).info(...line)
  }
  warn(...line: Line) {
    this.child({}).warn(...line)
  }
  error(...line: Line) {
    this.child({}).error(...line)
  }
  fatal(...line: Line) {
    this.child({}).fatal(...line)
  }
  silent() {}
}
