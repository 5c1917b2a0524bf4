import type { OwnProfile } from '@keyhour/contract/users'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { endGoogleConnection, findPasswordHash, lockUser } from '#server/features/auth/queries.ts'
import { getOwnProfile } from '#server/features/users/get-own-profile.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Refused without a password, or the member could not sign in any more. */
export async function disconnectGoogle(deps: Deps, by: Actor): Promise<OwnProfile> {
  const { id } = by.session
  await deps.db.transaction(async (db) => {
    await lockUser(db, id)
    if (!(await findPasswordHash(db, id)))
      throw new Refusal('conflict', 'This account has no password yet. Ask for a link to set one.')
    await endGoogleConnection(db, id)
    const act = { action: 'disconnect Google', subject: 'user', subject_id: id } as const
    await auditAct(db, by, act, deps.now())
  })
  return getOwnProfile(deps, id)
}
