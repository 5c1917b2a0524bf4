import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { Refusal } from '#server/http/refusal.ts'
import type { SignedIn } from '#server/secrets/session-token.ts'

/** The caller as the database knows them now, and their session. */
export type Session = SignedIn & {
  id: number
  email: string
  name: string
  admin: boolean
  /** A renewed token keeps it, so that signing out everywhere ends it too. */
  session_epoch: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for visitors. */
    caller: Session | null
    /** Only on routes whose guard refuses visitors. */
    readonly session: Session
  }
  interface FastifyContextConfig {
    guard?: GuardName
    takesKey?: boolean
  }
}

const GUARDS = {
  /** Ignores tokens, so that a stale one does no harm. */
  anybody: () => undefined,
  /** Signed in or not, but a token that is sent must be valid. */
  visitor: () => undefined,
  signedIn: (request: FastifyRequest) => void request.session,
  admin: (request: FastifyRequest) => {
    if (!request.session.admin) throw new Refusal('forbidden', 'Only admins can do this.')
  },
}

export type GuardName = keyof typeof GUARDS

/** Runs before the body is read, so that strangers cannot make the server work. */
export const guarded = (guard: GuardName) => ({
  config: { guard },
  onRequest: (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    GUARDS[guard](request)
    done()
  },
})

/** Undefined without a token. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  headers.authorization === undefined ? undefined : /^Bearer\b *(.*)$/i.exec(headers.authorization)?.[1]

/** `authenticate` answers the user of a bearer token, or null when it is invalid. */
export function knowCallers(
  app: FastifyInstance,
  authenticate: (token: string) => Promise<Session | null>,
): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('session', {
    getter(this: FastifyRequest): Session {
      if (!this.caller) throw new Refusal('unauthenticated', 'Please sign in.')
      return this.caller
    },
  })
  async function know(request: FastifyRequest, token: string): Promise<void> {
    request.caller = await authenticate(token)
    void request.session
  }
  // Only a token is worth a promise.
  app.addHook('onRequest', (request, _reply, done) => {
    const token = bearerOf(request)
    const { guard = 'anybody' } = request.routeOptions.config
    return guard === 'anybody' || token === undefined ? done() : know(request, token)
  })
}
