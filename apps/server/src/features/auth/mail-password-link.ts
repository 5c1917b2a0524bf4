import { z } from 'zod'
import { findRunningDeletion } from '#server/features/account-deletion/queries.ts'
import { passwordLink } from '#server/features/auth/mails.ts'
import { makePasswordLink } from '#server/features/auth/make-password-link.ts'
import { findUserByEmail } from '#server/features/auth/queries.ts'
import { sendMail } from '#server/features/mail/deliver-mail.ts'
import { writeMail } from '#server/features/mail/letter.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Also for those who wait for their deletion: they may want to come back. Nobody else gets a mail. */
export const mailPasswordLink = job({
  name: 'mail-password-link',
  data: z.object({ sealed: z.string() }),
  retries: 5,
  run: (deps: Deps, { sealed }) =>
    deps.db.transaction(async (db) => {
      const user = await findUserByEmail(db, deps.secrets.open(sealed))
      if (!user || (user.deleted_at && !(await findRunningDeletion(db, user.id)))) return
      const letter = passwordLink(user, await makePasswordLink(deps, db, user.id))
      await sendMail(deps, db, writeMail(user.email, user.language, letter))
    }),
})
