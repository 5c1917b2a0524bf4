import { rememberDevice } from '#server/features/auth/limit-sign-ins.ts'
import { checkNewPassword, hashPassword } from '#server/features/auth/password.ts'
import { provePassword, wrongPassword } from '#server/features/auth/prove-password.ts'
import { findPasswordHash, lockUser } from '#server/features/auth/queries.ts'
import { replacePassword } from '#server/features/auth/replace-password.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { issueToken } from '#server/secrets/session-token.ts'

type Passwords = {
  current_password: string
  new_password: string
  keep_google?: boolean | undefined
  device: string
  requestId: string
}

const FIELD = 'current_password'

/** Returns a token for the caller's session, the only one that continues. */
export async function changePassword(deps: Deps, caller: Session, given: Passwords): Promise<string> {
  const typed = { field: FIELD, password: given.current_password }
  const currentHash = await provePassword(deps, caller.id, typed)
  if (!currentHash)
    throw new Refusal('conflict', 'This account has no password yet. Ask for a link to set one.')
  checkNewPassword('new_password', given.new_password, caller)
  const passwordHash = await hashPassword(given.new_password)

  const user = await deps.db.transaction(async (db) => {
    await lockUser(db, caller.id)
    if ((await findPasswordHash(db, caller.id)) !== currentHash) throw wrongPassword(FIELD)
    const { keep_google: keepGoogle, requestId } = given
    return replacePassword(deps, db, { userId: caller.id, passwordHash, keepGoogle, requestId })
  })
  const { email, session_epoch } = user
  await rememberDevice(deps, { email, session_epoch, device: given.device })
  return issueToken(deps.secrets, user, deps.now(), caller)
}
