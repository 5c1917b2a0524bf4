import { mailDeletionLink } from '#server/features/account-deletion/mail-deletion-link.ts'
import { limitMails } from '#server/features/attempts/limit-attempts.ts'
import type { Deps } from '#server/http/routes.ts'

/** A job looks up the account later, so that neither the answer nor its timing reveals whether it exists. */
export async function requestDeletion(deps: Deps, email: string, ip: string): Promise<{ msg: string }> {
  await limitMails(deps, 'delete account', { email, ip })
  await deps.enqueue(deps.db, mailDeletionLink, { sealed: deps.secrets.seal(email) })
  return { msg: 'Account deletion request submitted. Please check your email.' }
}
