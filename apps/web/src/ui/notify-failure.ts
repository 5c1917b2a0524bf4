import { CallError } from '#web/api/call.ts'
import { getSession } from '#web/api/session.ts'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { addLostAct } from '#web/ui/outage.ts'

/** Tells that something the person did has failed, unless a notice on the screen already tells why. */
export function notifyFailure(error: Error, words: string = refusalText(error)): void {
  const hasEndedSession = error instanceof CallError && error.status === 401 && !getSession().signedIn
  if (hasEndedSession || addLostAct(error)) return
  notify(words, 'error')
}
