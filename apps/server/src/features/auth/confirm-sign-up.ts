import { forgiveAttempts, limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { findGoodSignUp, lockSignUp, markSignUpUsed } from '#server/features/auth/link-queries.ts'
import { hashLinkToken } from '#server/features/auth/link-token.ts'
import { isPassword } from '#server/features/auth/password.ts'
import { insertUser, keepPasswordHash } from '#server/features/auth/queries.ts'
import { badField, orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Confirmation = { token: string; password: string }
type Confirmed = { msg: string; email: string }

const GONE = 'This link is no longer valid.'

/**
 * Asks for the chosen password, so that a careless click on the link does not open an account to which a stranger has
 * the password. A second click gets the same answer.
 */
export async function confirmSignUp(deps: Deps, { token, password }: Confirmation): Promise<Confirmed> {
  const now = deps.now()
  const tokenHash = hashLinkToken(token)
  const asked = orMissing(await findGoodSignUp(deps.db, tokenHash, now), GONE)
  await checkChosenPassword(deps, asked, password)
  return deps.db.transaction(async (db) => {
    const { password_hash, used_at, name, email, language } = orMissing(
      await lockSignUp(db, tokenHash, now),
      GONE,
    )
    const confirmed = { msg: 'Your address is confirmed. You can sign in now.', email }
    if (used_at) return confirmed

    const at = now.toISOString()
    const user = await insertUser(db, { name, email, language, created_at: at, email_confirmed_at: at })
    if (!user) throw new Refusal('conflict', 'This address already has an account. Please sign in.')
    await keepPasswordHash(db, { user_id: user.id, password_hash, changed_at: at })
    await markSignUpUsed(db, tokenHash, now)
    return confirmed
  })
}

async function checkChosenPassword(
  deps: Deps,
  { token_hash, password_hash }: { token_hash: Buffer; password_hash: string },
  password: string,
): Promise<void> {
  const limits = [{ what: 'confirm sign up', who: token_hash.toString('hex'), most: 10, minutes: 15 }]
  await limitAttempts(deps, limits)
  if (!(await isPassword(password, password_hash)))
    throw badField('password', 'This is not the password you chose when you signed up.')
  await forgiveAttempts(deps, limits)
}
