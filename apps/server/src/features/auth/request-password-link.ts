import { z } from 'zod'
import { findRunningDeletion } from '#server/features/account-deletion/queries.ts'
import { limitMails } from '#server/features/attempts/limit-attempts.ts'
import { passwordLink } from '#server/features/auth/mails.ts'
import { makePasswordLink } from '#server/features/auth/make-password-link.ts'
import { findUserByEmail } from '#server/features/auth/queries.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** A job looks up the account, so that neither the answer nor its timing reveals whether it exists. */
export async function requestPasswordLink(deps: Deps, email: string, ip: string): Promise<{ msg: string }> {
  await limitMails(deps, 'password link', { email, ip })
  await deps.enqueue(deps.db, mailPasswordLink, { sealed: deps.secrets.seal(email) })
  return { msg: 'If this address has an account, we have sent a link to it.' }
}

/** A member whose account deletion is running gets a link too, because they may want to come back. */
export const mailPasswordLink = job({
  name: 'mail-password-link',
  data: z.object({ sealed: z.string() }),
  retries: 5,
  run: (deps: Deps, { sealed }) =>
    deps.db.transaction(async (db) => {
      const user = await findUserByEmail(db, deps.secrets.open(sealed))
      if (!user || (user.deleted_at && !(await findRunningDeletion(db, user.id)))) return
      const letter = passwordLink(user, await makePasswordLink(deps, db, user.id))
      await sendLetter(deps, db, user, letter)
    }),
})
