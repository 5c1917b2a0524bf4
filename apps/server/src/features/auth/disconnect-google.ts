import type { OwnProfile } from '@keyhour/contract/users'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '#server/features/audit/queries.ts'
import { findPasswordHash, forgetGoogleSubject, lockUser } from '#server/features/auth/queries.ts'
import { getOwnProfile } from '#server/features/users/get-own-profile.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Request = Pick<FastifyRequest, 'session' | 'id'>

/** Nobody loses the only way in by it. */
export async function disconnectGoogle(
  deps: Deps,
  { session: { id }, id: request_id }: Request,
): Promise<OwnProfile> {
  await deps.db.transaction(async (db) => {
    await lockUser(db, id)
    if (!(await findPasswordHash(db, id)))
      throw new Refusal('conflict', 'This account has no password yet. Ask for a link to set one.')
    await forgetGoogleSubject(db, id)
    const entry = { action: 'disconnect Google', subject: 'user', subject_id: id, details: {}, request_id }
    await writeAudit(db, [{ actor_id: id, ...entry }], { now: deps.now() })
  })
  return getOwnProfile(deps, id)
}
