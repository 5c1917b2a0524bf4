import type { LiveStream } from '#server/http/live-stream.ts'
import type { Deps } from '#server/http/routes.ts'
import { HOUR } from '#server/time/opening-hours.ts'

/**
 * Ends when something about the session changes, and after an hour: the page connects again if its session still counts.
 * The events hold nothing.
 */
export function watchWaitingList(
  { changes, now }: Pick<Deps, 'changes' | 'now'>,
  userId: number,
  { say, end, onClose, onHeartbeat }: LiveStream,
): void {
  const until = now().getTime() + HOUR
  onClose(changes.watch(`waiting ${userId}`, () => say('changed')))
  onClose(changes.watch(`session ${userId}`, end))
  onHeartbeat(() => {
    if (now().getTime() >= until) end()
  })
}
