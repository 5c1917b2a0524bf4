import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { settleCodes } from '#server/features/grants/settle-codes.ts'
import { lockHub, updateHub } from '#server/features/hubs/hub-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const FORGOTTEN = ''

/** Refused while codes are in its locks, unless `mayStay`: they cannot be removed without its token. */
export function deleteHomeAssistant(
  deps: Deps,
  { id, mayStay }: { id: number; mayStay: boolean },
  by: Actor,
): Promise<Record<string, never>> {
  const now = deps.now()
  const at = now.toISOString()
  return deps.db.transaction(async (db) => {
    const hub = orMissing(await lockHub(db, id), 'This hub does not exist.')
    const details = await settleCodes(db, { what: 'hub', holder: { hub_id: id }, mayStay })
    await updateHub(db, id, { deleted_at: at, token_sealed: FORGOTTEN }, { id: by.session.id, at })
    await followDoors(deps, db, hub.office_id)
    await auditAct(db, by, { action: 'delete hub', subject: 'hub', subject_id: id, details }, now)
    return {}
  })
}
