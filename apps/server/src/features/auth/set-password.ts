import type { getPasswordLink as getPasswordLinkCall } from '@keyhour/contract/auth'
import type { z } from 'zod'
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

type LinkUse = {
  token: string
  password: string
  undo_deletion?: boolean | undefined
  keep_google?: boolean | undefined
  ip: string
  device: string
  requestId: string
}

const linkIsVoid = () => new Refusal('missing', 'This link is no longer valid.')

/** Does not use up the link. */
export async function getPasswordLink(
  deps: Deps,
  token: string,
): Promise<z.infer<typeof getPasswordLinkCall.reply>> {
  const { email, google_subject, google_email } = await getOwner(deps, hashLinkToken(token))
  return { email, has_google: google_subject !== null, google_email }
}

/** A refusal leaves the link valid. */
export async function setPassword(
  deps: Deps,
  { token, password, undo_deletion, keep_google, ip, device, requestId }: LinkUse,
): Promise<{ token: string }> {
  const now = deps.now()
  const tokenHash = hashLinkToken(token)
  const owner = await getOwner(deps, tokenHash)
  if (owner.deleted_at && !undo_deletion) throw waitsForDeletion()
  checkNewPassword('password', password, owner)
  const passwordHash = await hashPassword(password)

  const user = await deps.db.transaction(async (db) => {
    await lockUser(db, owner.id)
    if (!(await usePasswordLink(db, tokenHash, now))) throw linkIsVoid()
    await confirmAddress(db, owner.id, now)
    const chosen = { passwordHash, keepGoogle: keep_google }
    return replacePassword(deps, db, { userId: owner.id, ...chosen, requestId })
  })
  await clearTheWay(deps, { ip, device, email: user.email, session_epoch: user.session_epoch })
  return { token: await issueToken(deps.secrets, await admitUser(deps, user, undo_deletion), now) }
}

/** The link of a user whom an admin deleted does not work. */
async function getOwner({ db, now }: Deps, tokenHash: Buffer) {
  const owner = await findUserOfPasswordLink(db, tokenHash, now())
  if (!owner || (owner.deleted_at && !(await findRunningDeletion(db, owner.id)))) throw linkIsVoid()
  return owner
}
