import type { FastifyRequest } from 'fastify'
import { authenticate } from '#server/features/auth/authenticate.ts'
import { listMembershipsOf } from '#server/features/businesses/queries.ts'
import { bearerOf } from '#server/http/guards.ts'
import type { LiveStream } from '#server/http/live-stream.ts'
import type { Deps } from '#server/http/routes.ts'

/**
 * Says when the caller joins or leaves a company or may spend something else, and to a manager whatever changes in the
 * company. Every booking changes the pool, so that employees do not follow it. Ends with the session.
 */
export function watchBusinesses(
  deps: Deps,
  request: FastifyRequest,
  { say, end, onClose, onHeartbeat }: LiveStream,
): void {
  const { changes, db } = deps
  const { id } = request.session
  let stopWatching: (() => void)[] = []
  let isClosed = false

  const stop = () => {
    for (const one of stopWatching) one()
    stopWatching = []
  }

  async function follow(): Promise<void> {
    try {
      if (!(await authenticate(deps, bearerOf(request)!))) return end()
      const managed = (await listMembershipsOf(db, id)).filter(({ role }) => role === 'manager')
      stop()
      if (isClosed) return
      stopWatching = managed.map((one) => changes.watch(`business ${one.id}`, () => say('changed')))
    } catch (error) {
      request.log.warn(error, 'the companies of somebody who listens cannot be looked up')
      end()
    }
  }

  onClose(() => {
    isClosed = true
    stop()
  })
  onClose(
    changes.watch(`member ${id}`, () => {
      say('changed')
      void follow()
    }),
  )
  onClose(changes.watch(`session ${id}`, () => void follow()))
  // Nothing announces that a token has expired.
  onHeartbeat(() => void follow())
  void follow()
}
