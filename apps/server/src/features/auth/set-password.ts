import { findRunningDeletion } from '#server/features/account-deletion/queries.ts'
import { admitUser, waitsForDeletion } from '#server/features/auth/admit-user.ts'
import { clearTheWay } from '#server/features/auth/limit-sign-ins.ts'
import { findUserOfPasswordLink, usePasswordLink } from '#server/features/auth/link-queries.ts'
import { hashLinkToken } from '#server/features/auth/link-token.ts'
import { checkNewPassword, hashPassword } from '#server/features/auth/password.ts'
import { confirmAddress, lockUser } from '#server/features/auth/queries.ts'
import { replacePassword } from '#server/features/auth/replace-password.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { issueToken } from '#server/secrets/session-token.ts'

type LinkUse = { token: string; password: string; undo_deletion?: boolean | undefined; ip: string }

const linkIsVoid = () => new Refusal('missing', 'This link is no longer valid.')

/** What is refused leaves the link good for another try. */
export async function setPassword(
  deps: Deps,
  { token, password, undo_deletion, ip }: LinkUse,
): Promise<{ token: string }> {
  const now = deps.now()
  const tokenHash = hashLinkToken(token)
  const owner = await findUserOfPasswordLink(deps.db, tokenHash, now)
  if (!owner || (owner.deleted_at && !(await findRunningDeletion(deps.db, owner.id)))) throw linkIsVoid()
  if (owner.deleted_at && !undo_deletion) throw waitsForDeletion()
  checkNewPassword('password', password, owner)
  const passwordHash = await hashPassword(password)

  const user = await deps.db.transaction(async (db) => {
    await lockUser(db, owner.id)
    if (!(await usePasswordLink(db, tokenHash, now))) throw linkIsVoid()
    await confirmAddress(db, owner.id, now)
    return replacePassword(deps, db, owner.id, passwordHash)
  })
  await clearTheWay(deps, { email: user.email, ip })
  return { token: await issueToken(deps.secrets, await admitUser(deps, user, undo_deletion), now) }
}
