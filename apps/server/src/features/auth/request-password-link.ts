import { limitAttempts, networkOf } from '#server/features/attempts/limit-attempts.ts'
import { mailPasswordLink } from '#server/features/auth/mail-password-link.ts'
import type { Deps } from '#server/http/routes.ts'

/** Whether the address has an account is looked up by a job, so that nothing can differ for the one who asks. */
export async function requestPasswordLink(deps: Deps, email: string, ip: string): Promise<{ msg: string }> {
  await limitAttempts(deps, [
    { what: 'password link, network', who: networkOf(ip), most: 20, minutes: 60 },
    { what: 'password link, address', who: email, most: 5, minutes: 60 },
  ])
  await deps.enqueue(deps.db, mailPasswordLink, { sealed: deps.secrets.seal(email) })
  return { msg: 'If this address has an account, we have sent a link to it.' }
}
