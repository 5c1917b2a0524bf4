import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#server/http/refusal.ts'
import type { SignedIn } from '#server/secrets/session-token.ts'

/** Who makes the call, as the database knows them at this moment, and the session they make it in. */
export type Session = SignedIn & {
  id: number
  email: string
  name: string
  admin: boolean
  /** In which the token was good: a new one is issued in no other. */
  session_epoch: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for visitors. */
    caller: Session | null
    /** The caller, where the guard lets no visitor through. */
    readonly session: Session
  }
  interface FastifyContextConfig {
    guard?: GuardName
    takesKey?: boolean
  }
}

const GUARDS = {
  /** Whoever it is: no token is looked at, so that a stale one does no harm. */
  anybody: () => undefined,
  /** Signed in or not; but whoever claims to be somebody has to be. */
  visitor: () => undefined,
  signedIn: (request: FastifyRequest) => void request.session,
  admin: (request: FastifyRequest) => {
    if (!request.session.admin) throw new Refusal('forbidden', 'Only admins may do this.')
  },
}

export type GuardName = keyof typeof GUARDS

/** Runs before the body is read, so that strangers cannot make the server work. */
export const guarded = (guard: GuardName) => ({
  config: { guard },
  onRequest: async (request: FastifyRequest) => GUARDS[guard](request),
})

/** Undefined for whoever claims to be nobody. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  /^Bearer\b *(.*)$/i.exec(headers.authorization ?? '')?.[1]

/** `authenticate` turns a bearer token into its user, or null when it is worth nothing. */
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
  app.addHook('onRequest', async (request) => {
    const { guard = 'anybody' } = request.routeOptions.config
    const token = bearerOf(request)
    if (guard === 'anybody' || token === undefined) return
    request.caller = await authenticate(token)
    void request.session
  })
}
