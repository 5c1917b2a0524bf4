import type { FastifyRequest } from 'fastify'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { findPhoto, findSharedOffice } from '#server/features/users/profile-queries.ts'
import { readPhoto } from '#server/features/users/read-photo.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** A photo that the viewer may not see looks like a missing one. */
export async function getPassportImage(
  deps: Deps,
  personId: number,
  by: Actor & Pick<FastifyRequest, 'log'>,
): Promise<{ passport_image: string }> {
  const why = await reasonToSee(deps, personId, by.session)
  const photo =
    why &&
    (await readPhoto(deps, { user_id: personId, passport_image: await findPhoto(deps.db, personId) }, by.log))
  if (!why || !photo) throw new Refusal('missing', 'This photo does not exist.')

  const act = { action: 'view ID photo', subject: 'user', subject_id: personId, details: why } as const
  await auditAct(deps.db, by, act, deps.now())
  return { passport_image: photo }
}

/** The details for the audit log; undefined when the viewer has no reason. */
async function reasonToSee(
  { db, now }: Deps,
  personId: number,
  watcher: Session,
): Promise<Record<string, number> | undefined> {
  if (watcher.id === personId || watcher.admin) return {}
  const office_id = await findSharedOffice(db, { personId, watcherId: watcher.id, now: now() })
  return office_id === undefined ? undefined : { office_id }
}
