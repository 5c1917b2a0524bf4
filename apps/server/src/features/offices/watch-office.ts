import type { LiveStream } from '#server/http/live-stream.ts'
import type { Deps } from '#server/http/routes.ts'

export function watchOffice({ changes }: Deps, officeId: number, { say, onClose }: LiveStream): void {
  onClose(changes.watch(`office ${officeId}`, () => say('changed')))
}
