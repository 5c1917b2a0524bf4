import type { OwnProfile } from '@keyhour/contract/users'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { googleConnected } from '#server/features/auth/mails.ts'
import { provePassword, wrongPassword } from '#server/features/auth/prove-password.ts'
import {
  endGoogleConnection,
  findGoogleUser,
  findPasswordHash,
  keepGoogleAccount,
  lockUser,
} from '#server/features/auth/queries.ts'
import { isFreshSignIn } from '#server/features/auth/rules.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { getOwnProfile } from '#server/features/users/get-own-profile.ts'
import type { Session } from '#server/http/guards.ts'
import { badField, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Given = { access_token: string; password?: string | undefined }

const FIELD = 'password'

/** Replaces a connected Google account. Asks for the password, because this way in outlasts the session. */
export async function connectGoogle(
  deps: Deps,
  { access_token, password }: Given,
  by: Actor,
): Promise<OwnProfile> {
  const now = deps.now()
  const { session } = by
  const { id } = session
  const passwordHash = await proveOwner(deps, session, password)
  const account = await deps.google.verify(access_token, now)
  // Not a 401: Google's token is bad, but the caller stays signed in.
  if (!account) throw badField('access_token', 'Sign-in failed. Please try again.')
  const { subject } = account
  const known = await findGoogleUser(deps.db, account)
  if (known?.id === id && known.google_subject === subject) return getOwnProfile(deps, id)

  await deps.db.transaction(async (db) => {
    await lockUser(db, id)
    if ((await findPasswordHash(db, id)) !== passwordHash) throw wrongPassword(FIELD)
    await endGoogleConnection(db, id)
    const user = await keepGoogleAccount(db, id, { subject, email: account.email })
    if (!user) throw new Refusal('conflict', 'This Google account is connected to another account.')
    const letter = googleConnected(user, account.email, deps.config.publicUrl)
    await sendLetter(deps, db, user, letter)
    await auditAct(db, by, { action: 'connect Google', subject: 'user', subject_id: id }, now)
  })
  return getOwnProfile(deps, id)
}

/** A member without a password must have signed in recently. */
async function proveOwner(
  deps: Deps,
  session: Session,
  password: string | undefined,
): Promise<string | undefined> {
  const passwordHash = await findPasswordHash(deps.db, session.id)
  if (passwordHash && !password) throw badField(FIELD, 'Cannot be empty')
  if (passwordHash && password) return provePassword(deps, session.id, { field: FIELD, password })
  if (!isFreshSignIn(session.auth_time, deps.now()))
    throw new Refusal('forbidden', 'Please log out, sign in again, and then connect Google.')
  return undefined
}
