import type { OwnProfile } from '@keyhour/contract/users'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '#server/features/audit/queries.ts'
import { googleConnected } from '#server/features/auth/mails.ts'
import { findGoogleUser, keepGoogleSubject } from '#server/features/auth/queries.ts'
import { sendMail } from '#server/features/mail/deliver-mail.ts'
import { writeMail } from '#server/features/mail/letter.ts'
import { getOwnProfile } from '#server/features/users/get-own-profile.ts'
import { badField, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Request = Pick<FastifyRequest, 'session' | 'id'>

/** In place of the Google account that was connected before, if any. The owner hears of it: it is a way in. */
export async function connectGoogle(
  deps: Deps,
  idToken: string,
  { session: { id }, id: request_id }: Request,
): Promise<OwnProfile> {
  const now = deps.now()
  const account = await deps.google.verify(idToken, now)
  // Not a 401: it is Google's token that is bad, and the caller stays signed in.
  if (!account) throw badField('access_token', 'Sign-in failed. Please try again.')
  const { subject } = account
  const known = await findGoogleUser(deps.db, account)
  if (known?.id === id && known.google_subject === subject) return getOwnProfile(deps, id)

  await deps.db.transaction(async (db) => {
    const user = await keepGoogleSubject(db, id, subject)
    if (!user) throw new Refusal('conflict', 'This Google account is connected to somebody else.')
    const letter = googleConnected(user, account.email, deps.config.publicUrl)
    await sendMail(deps, db, writeMail(user.email, user.language, letter))
    const entry = { action: 'connect Google', subject: 'user', subject_id: id, details: {}, request_id }
    await writeAudit(db, [{ actor_id: id, ...entry }], { now })
  })
  return getOwnProfile(deps, id)
}
