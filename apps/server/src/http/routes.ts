import type { Endpoint } from '@keyhour/contract/endpoint'
import { ErrorBody } from '@keyhour/contract/errors'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  preHandlerHookHandler,
} from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import type { Changes } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { type GuardName, guarded } from '#server/http/guards.ts'
import type { Enqueue } from '#server/jobs/queue.ts'
import type { Doors } from '#server/outside/doors.ts'
import type { Files } from '#server/outside/files.ts'
import type { Google } from '#server/outside/google.ts'
import type { Mailer } from '#server/outside/mail.ts'
import type { Mailbox } from '#server/outside/mailbox.ts'
import type { Payments } from '#server/outside/payments.ts'
import type { PublicFetch } from '#server/outside/public-fetch.ts'
import type { WebPush } from '#server/outside/web-push.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

export type Deps = {
  config: Config
  db: Db
  /** For questions about the database itself: no load can occupy its connection, and it fails within a second. */
  probe: Db
  now: () => Date
  secrets: Secrets
  files: Files
  mailer: Mailer
  /** Where replies to answers arrive. Undefined if it is not read. */
  mailbox: Mailbox | undefined
  google: Google
  doors: Doors
  payments: Payments
  /** For addresses that people typed in. */
  publicFetch: PublicFetch
  /** To the devices of people. */
  webPush: WebPush
  enqueue: Enqueue
  changes: Changes
  /** For jobs; a request has its own. */
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

export type Routes = FastifyPluginAsyncZod<Deps>

/** Fastify sends strings unquoted, but the contract says JSON. */
const quoted: preHandlerHookHandler = (_request, reply, done) => {
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
  done()
}

const answering =
  (status: number): preHandlerHookHandler =>
  (_request, reply, done) => {
    reply.code(status)
    done()
  }

/** Turns a contract endpoint and its guard into Fastify's route fields, keeping the types. */
export function on<E extends Endpoint>(
  { method, path, summary, params, query, body, reply, status = 200, takesKey }: E,
  guard: GuardName,
) {
  return {
    method,
    url: path,
    ...guarded(guard),
    config: { guard, takesKey: takesKey ?? false },
    preHandler: [
      ...(reply instanceof z.ZodString ? [quoted] : []),
      ...(status === 200 ? [] : [answering(status)]),
    ],
    schema: {
      summary,
      tags: [path.replace(/^\/api\/(v\d+\/)?/, '').split('/')[0]!],
      ...(guard !== 'visitor' && guard !== 'anybody' && { security: [{ bearer: [] }] }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { [status]: reply, '4xx': ErrorBody, '5xx': ErrorBody },
    } as unknown as {
      params: E['params']
      querystring: E['query']
      body: E['body']
      response: { 200: E['reply'] }
    },
  }
}

type Given<S> = S extends z.ZodType ? z.output<S> : unknown

type RequestOf<E extends Endpoint> = FastifyRequest<{
  Params: Given<E['params']>
  Querystring: Given<E['query']>
  Body: Given<E['body']>
}>

type Answer<E extends Endpoint> = z.input<E['reply']> | FastifyReply

export function serve<E extends Endpoint>(
  app: Pick<FastifyInstance, 'route'>,
  endpoint: E,
  guard: GuardName,
  handler: (request: RequestOf<E>, reply: FastifyReply) => Answer<E> | Promise<Answer<E>>,
): void {
  app.route({ ...on(endpoint, guard), handler: handler as never })
}
