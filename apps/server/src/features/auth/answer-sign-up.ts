import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { findRunningDeletion } from '#server/features/account-deletion/queries.ts'
import { deleteSignUp, findSignUp } from '#server/features/auth/link-queries.ts'
import { hashLinkToken } from '#server/features/auth/link-token.ts'
import { accountExists, accountIsClosed, confirmSignUp } from '#server/features/auth/mails.ts'
import { findUserByEmail, type KnownUser } from '#server/features/auth/queries.ts'
import { sendMail } from '#server/features/mail/deliver-mail.ts'
import { type Letter, writeMail } from '#server/features/mail/letter.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** A link that makes the account; or, when the address has one, a word to its owner. */
export const answerSignUp = job({
  name: 'answer-sign-up',
  data: z.object({ sealed: z.string() }),
  retries: 5,
  run: (deps: Deps, { sealed }) =>
    deps.db.transaction(async (db) => {
      const { publicUrl } = deps.config
      const token = deps.secrets.open(sealed)
      const asked = await findSignUp(db, hashLinkToken(token))
      if (!asked || asked.used_at) return

      const owner = await findUserByEmail(db, asked.email)
      if (owner) await deleteSignUp(db, asked.token_hash)
      const mail = owner
        ? writeMail(owner.email, owner.language, await wordToOwner(deps, db, owner))
        : writeMail(asked.email, asked.language, confirmSignUp(asked.language, publicUrl, token))
      await sendMail(deps, db, mail)
    }),
})

/** Who waits for the deletion that they asked for can still sign in and stay; whom an admin has deleted cannot. */
async function wordToOwner({ config }: Deps, db: Db, owner: KnownUser): Promise<Letter> {
  const running = owner.deleted_at === null ? undefined : await findRunningDeletion(db, owner.id)
  const isClosed = owner.deleted_at !== null && running?.confirmed_at !== owner.deleted_at
  return isClosed ? accountIsClosed(owner, config.contactEmail) : accountExists(owner, config.publicUrl)
}
