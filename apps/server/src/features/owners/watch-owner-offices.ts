import type { FastifyRequest } from 'fastify'
import { authenticate } from '#server/features/auth/authenticate.ts'
import { listOwnedOffices } from '#server/features/owners/queries.ts'
import { bearerOf } from '#server/http/guards.ts'
import type { LiveStream } from '#server/http/live-stream.ts'
import type { Deps } from '#server/http/routes.ts'

/** One stream for all offices of an owner. Ends with the session; a role that is given or taken away is a change. */
export function watchOwnerOffices(
  deps: Deps,
  request: FastifyRequest,
  { say, end, onClose, onHeartbeat }: LiveStream,
): void {
  const { db, changes } = deps
  const watched = new Map<number, () => void>()
  let isOpen = true
  onClose(() => {
    isOpen = false
    for (const stop of watched.values()) stop()
  })

  function watchOnly(owned: Set<number>): void {
    for (const [office, stop] of watched) {
      if (owned.has(office)) continue
      stop()
      watched.delete(office)
    }
    for (const office of owned)
      if (!watched.has(office))
        watched.set(
          office,
          changes.watch(`office ${office}`, () => say('changed')),
        )
  }

  async function followRoles(): Promise<void> {
    try {
      const caller = await authenticate(deps, bearerOf(request)!)
      const owned = await listOwnedOffices(db, request.session.id)
      if (!isOpen) return
      if (caller) watchOnly(new Set(owned))
      else end()
    } catch (error) {
      request.log.warn(error, 'which offices an owner may watch cannot be looked up')
      end()
    }
  }

  onClose(
    changes.watch(`session ${request.session.id}`, () => {
      void followRoles()
      say('changed')
    }),
  )
  // Nothing announces that a token has expired.
  onHeartbeat(() => void followRoles())
  void followRoles()
}
