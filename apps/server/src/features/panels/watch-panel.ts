import type { FastifyReply } from 'fastify'
import { findKnownPanel } from '#server/features/panels/find-panel.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Ends when the screen or its space is removed. */
export async function watchPanel(deps: Deps, token: string, reply: FastifyReply): Promise<void> {
  const open = reply.reserveStream()
  const { request } = reply
  const { panel } = await findKnownPanel(deps, token, request.ip)
  const { say, end, onClose, onHeartbeat } = open()

  async function look(): Promise<void> {
    try {
      await findKnownPanel(deps, token, request.ip)
    } catch (error) {
      // The page asks again, and is told that it was removed.
      if (error instanceof Refusal) say('changed')
      else request.log.warn(error, 'a screen at a door cannot be looked up')
      end()
    }
  }

  onClose(deps.changes.watch(`office ${panel.office_id}`, () => say('changed')))
  onClose(deps.changes.watch(`panel ${panel.id}`, () => void look()))
  // Nothing announces that a space was deleted.
  onHeartbeat(() => void look())
}
