import type { Credentials } from '@keyhour/contract/auth'
import { isPassword } from '#server/features/auth/password.ts'
import { findUserWithPassword } from '#server/features/auth/queries.ts'
import { issueToken } from '#server/features/auth/session-token.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function signIn({ db, secrets, now }: Deps, { email, password }: Credentials): Promise<string> {
  const user = await findUserWithPassword(db, email)
  const matches = await isPassword(password, user?.password_hash)
  if (!user || !matches) throw new Refusal('unauthenticated', 'Sign-in failed. Please try again.')
  return issueToken(secrets, user, now())
}
