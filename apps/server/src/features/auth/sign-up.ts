import type { SignUp } from '@keyhour/contract/auth'
import { limitAttempts, networkOf } from '#server/features/attempts/limit-attempts.ts'
import { answerSignUp } from '#server/features/auth/answer-sign-up.ts'
import { insertSignUp } from '#server/features/auth/link-queries.ts'
import { hashLinkToken, makeLinkToken } from '#server/features/auth/link-token.ts'
import { checkNewPassword, hashPassword } from '#server/features/auth/password.ts'
import { SIGN_UP_HOURS } from '#server/features/auth/rules.ts'
import type { Deps } from '#server/http/routes.ts'

/**
 * Whether the address has an account is looked up by a job: for the one who asks, nothing can differ, neither in words
 * nor in time.
 */
export async function signUp(deps: Deps, form: SignUp, ip: string): Promise<{ msg: string }> {
  const { name, email, password, language } = form
  checkNewPassword('password', password, form)
  await limitAttempts(deps, [
    { what: 'sign up, network', who: networkOf(ip), most: 20, minutes: 60 },
    { what: 'sign up, address', who: email, most: 5, minutes: 60 },
  ])

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
