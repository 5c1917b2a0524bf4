import type { FastifyRequest } from 'fastify'
import { lockHub, updateHub } from '#server/features/access/hub-queries.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const FORGOTTEN = ''

export function deleteHomeAssistant(
  deps: Deps,
  id: number,
  { session, id: request_id }: Pick<FastifyRequest, 'session' | 'id'>,
): Promise<Record<string, never>> {
  const now = deps.now()
  const at = now.toISOString()
  return deps.db.transaction(async (db) => {
    const hub = orMissing(await lockHub(db, id), 'This hub does not exist.')
    await updateHub(db, id, { deleted_at: at, token_sealed: FORGOTTEN }, { id: session.id, at })
    await followDoors(deps, db, hub.office_id)
    const entry = { action: 'delete hub', subject: 'hub', subject_id: id, details: {}, request_id }
    await writeAudit(db, [{ actor_id: session.id, ...entry }], { now })
    return {}
  })
}
