import { forgiveAttempts, limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { checkNewPassword, hashPassword, isPassword } from '#server/features/auth/password.ts'
import { findPasswordHash, lockUser } from '#server/features/auth/queries.ts'
import { replacePassword } from '#server/features/auth/replace-password.ts'
import type { Session } from '#server/http/guards.ts'
import { badField, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { issueToken } from '#server/secrets/session-token.ts'

type Passwords = { current_password: string; new_password: string }

const wrongPassword = () => badField('current_password', 'This is not your current password.')

/** Answers the token of the one session that goes on. */
export async function changePassword(deps: Deps, caller: Session, given: Passwords): Promise<string> {
  const limits = [{ what: 'change password', who: String(caller.id), most: 10, minutes: 15 }]
  await limitAttempts(deps, limits)
  const currentHash = await findPasswordHash(deps.db, caller.id)
  const matches = await isPassword(given.current_password, currentHash)
  if (currentHash && !matches) throw wrongPassword()
  await forgiveAttempts(deps, limits)
  if (!currentHash)
    throw new Refusal('conflict', 'This account has no password yet. Ask for a link to set one.')
  checkNewPassword('new_password', given.new_password, caller)
  const passwordHash = await hashPassword(given.new_password)

  const user = await deps.db.transaction(async (db) => {
    await lockUser(db, caller.id)
    if ((await findPasswordHash(db, caller.id)) !== currentHash) throw wrongPassword()
    return replacePassword(deps, db, caller.id, passwordHash)
  })
  return issueToken(deps.secrets, user, deps.now())
}
