import { lockSignUp, markSignUpUsed } from '#server/features/auth/link-queries.ts'
import { hashLinkToken } from '#server/features/auth/link-token.ts'
import { insertUser, keepPasswordHash } from '#server/features/auth/queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Confirmed = { msg: string; email: string }

/** Makes the account. A second click is answered like the first. */
export function confirmSignUp(deps: Deps, token: string): Promise<Confirmed> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const found = await lockSignUp(db, hashLinkToken(token), now)
    const { token_hash, password_hash, used_at, name, email, language } = orMissing(
      found,
      'This link is no longer valid.',
    )
    const confirmed = { msg: 'Your address is confirmed. You can sign in now.', email }
    if (used_at) return confirmed

    const at = now.toISOString()
    const user = await insertUser(db, { name, email, language, created_at: at, email_confirmed_at: at })
    if (!user) throw new Refusal('conflict', 'This address already has an account. Please sign in.')
    await keepPasswordHash(db, { user_id: user.id, password_hash, changed_at: at })
    await markSignUpUsed(db, token_hash, now)
    return confirmed
  })
}
