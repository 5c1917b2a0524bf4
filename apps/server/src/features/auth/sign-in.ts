import type { SignIn } from '@keyhour/contract/auth'
import { forgiveAttempts, limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { admitUser, signInFailed } from '#server/features/auth/admit-user.ts'
import { limitsOfSignIn, rememberOrigin } from '#server/features/auth/limit-sign-ins.ts'
import { isPassword } from '#server/features/auth/password.ts'
import { findUserWithPassword } from '#server/features/auth/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { issueToken } from '#server/secrets/session-token.ts'

type From = { ip: string; device: string }

/** Counts before checking the password, so that simultaneous guesses all count. */
export async function signIn(deps: Deps, given: SignIn, from: From): Promise<string> {
  const user = await findUserWithPassword(deps.db, given.email)
  const origin = { ...from, email: given.email, session_epoch: user?.session_epoch ?? 0 }
  const limits = await limitsOfSignIn(deps, origin)
  await limitAttempts(deps, limits)

  const matches = await isPassword(given.password, user?.password_hash)
  if (!user || !matches) throw signInFailed()

  await forgiveAttempts(deps, limits)
  await rememberOrigin(deps, origin)
  const admitted = await admitUser(deps, user, given.undo_deletion)
  return issueToken(deps.secrets, admitted, deps.now())
}
