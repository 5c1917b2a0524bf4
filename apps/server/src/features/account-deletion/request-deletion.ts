import { mailDeletionLink } from '#server/features/account-deletion/mail-deletion-link.ts'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { networkOf } from '#server/http/network-of.ts'
import type { Deps } from '#server/http/routes.ts'

/** A job looks up the account later, so that neither the answer nor its timing reveals whether it exists. */
export async function requestDeletion(deps: Deps, email: string, ip: string): Promise<{ msg: string }> {
  await limitAttempts(deps, [
    { what: 'delete account', who: email, most: 5, minutes: 60 },
    { what: 'delete account from', who: networkOf(ip), most: 20, minutes: 60 },
  ])
  await deps.enqueue(deps.db, mailDeletionLink, { sealed: deps.secrets.seal(email) })
  return { msg: 'Account deletion request submitted. Please check your email.' }
}
