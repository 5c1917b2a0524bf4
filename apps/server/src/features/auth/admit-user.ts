import { findRunningDeletion } from '#server/features/account-deletion/queries.ts'
import { undoDeletionOf } from '#server/features/account-deletion/undo-deletion.ts'
import { findSessionUser, type KnownUser } from '#server/features/auth/queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import type { SessionUser } from '#server/secrets/session-token.ts'

export const waitsForDeletion = () => new Refusal('forbidden', 'This account is waiting to be deleted.')
export const signInFailed = () => new Refusal('unauthenticated', 'Sign-in failed. Please try again.')

/** For a user who has proven their identity. A running account deletion has to be undone to get in. */
export async function admitUser(
  deps: Deps,
  user: KnownUser,
  undoDeletion: boolean | undefined,
): Promise<SessionUser> {
  if (user.deleted_at === null) return user
  const deletion = await findRunningDeletion(deps.db, user.id)
  if (deletion && !undoDeletion) throw waitsForDeletion()
  if (deletion) await undoDeletionOf(deps, user.id, deletion.id)
  // Read again, because another request may have undone the deletion at the same moment.
  const kept = await findSessionUser(deps.db, user.id)
  if (!kept) throw signInFailed()
  return kept
}
