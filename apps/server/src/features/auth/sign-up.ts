import type { SignUp } from '@keyhour/contract/auth'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { findRunningDeletion } from '#server/features/account-deletion/queries.ts'
import { limitMails } from '#server/features/attempts/limit-attempts.ts'
import { deleteSignUp, findSignUp, insertSignUp } from '#server/features/auth/link-queries.ts'
import { hashLinkToken, makeLinkToken } from '#server/features/auth/link-token.ts'
import { accountExists, accountIsClosed, signUpLink } from '#server/features/auth/mails.ts'
import { checkNewPassword, hashPassword } from '#server/features/auth/password.ts'
import { findUserByEmail, type KnownUser } from '#server/features/auth/queries.ts'
import { SIGN_UP_HOURS } from '#server/features/auth/rules.ts'
import { sendMail } from '#server/features/mail/deliver-mail.ts'
import { type Letter, writeMail } from '#server/features/mail/letter.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** A job looks up the account, so that neither the answer nor its timing reveals whether it exists. */
export async function signUp(deps: Deps, form: SignUp, ip: string): Promise<{ msg: string }> {
  const { name, email, password, language = 'en' } = form
  checkNewPassword('password', password, form)
  await limitMails(deps, 'sign up', { email, ip })

  const token = makeLinkToken()
  const password_hash = await hashPassword(password)
  const now = deps.now()
  const asked = {
    token_hash: hashLinkToken(token),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + SIGN_UP_HOURS * 3_600_000).toISOString(),
  }
  await deps.db.transaction(async (db) => {
    await insertSignUp(db, { ...asked, name, email, language, password_hash })
    await deps.enqueue(db, answerSignUp, { sealed: deps.secrets.seal(token) })
  })
  return { msg: 'Please check your email to finish signing up.' }
}

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
        : writeMail(asked.email, asked.language, signUpLink(asked.language, publicUrl, token))
      await sendMail(deps, db, mail)
    }),
})

/** A member whose own deletion is running can still sign in; one whom an admin deleted cannot. */
async function wordToOwner({ config }: Deps, db: Db, owner: KnownUser): Promise<Letter> {
  const running = owner.deleted_at === null ? undefined : await findRunningDeletion(db, owner.id)
  const isClosed = owner.deleted_at !== null && running?.confirmed_at !== owner.deleted_at
  return isClosed ? accountIsClosed(owner, config.contactEmail) : accountExists(owner, config.publicUrl)
}
