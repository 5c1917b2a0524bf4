import { AdminList } from '@keyhour/contract/admin-lists'
import type { FastifyRequest } from 'fastify'
import { authenticate } from '#server/features/auth/authenticate.ts'
import { bearerOf } from '#server/http/guards.ts'
import type { LiveStream } from '#server/http/live-stream.ts'
import type { Deps } from '#server/http/routes.ts'

/** Ends when the admin is demoted, deleted or signed out everywhere. */
export function watchAdminLists(
  deps: Deps,
  request: FastifyRequest,
  { say, end, onClose, onHeartbeat }: LiveStream,
): void {
  const { changes } = deps
  async function endUnlessAdmin(): Promise<void> {
    try {
      const caller = await authenticate(deps, bearerOf(request)!)
      if (!caller?.admin) end()
    } catch (error) {
      request.log.warn(error, 'whether an admin may still listen cannot be looked up')
      end()
    }
  }
  for (const list of AdminList.options) onClose(changes.watch(list, () => say(list)))
  onClose(changes.watch(`session ${request.session.id}`, () => void endUnlessAdmin()))
  // Nothing announces that a token has expired.
  onHeartbeat(() => void endUnlessAdmin())
  // Something may have changed between the guard's check and now.
  void endUnlessAdmin()
}
