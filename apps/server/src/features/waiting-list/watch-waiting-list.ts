import type { FastifyRequest } from 'fastify'
import { authenticate } from '#server/features/auth/authenticate.ts'
import { bearerOf } from '#server/http/guards.ts'
import type { LiveStream } from '#server/http/live-stream.ts'
import type { Deps } from '#server/http/routes.ts'

/** Ends with the session. */
export function watchWaitingList(
  deps: Deps,
  request: FastifyRequest,
  { say, end, onClose, onHeartbeat }: LiveStream,
): void {
  const { id } = request.session

  async function check(): Promise<void> {
    try {
      if (!(await authenticate(deps, bearerOf(request)!))) end()
    } catch (error) {
      request.log.warn(error, 'the session of somebody who listens cannot be looked up')
      end()
    }
  }

  onClose(deps.changes.watch(`waiting ${id}`, () => say('changed')))
  onClose(deps.changes.watch(`session ${id}`, () => void check()))
  // Nothing announces that a token has expired.
  onHeartbeat(() => void check())
  void check()
}
