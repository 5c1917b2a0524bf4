import type { HomeAssistant, HomeAssistantForm } from '@keyhour/contract/hubs'
import { isLiveOffice } from '#server/features/access/device-queries.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { describeHub, insertHub } from '#server/features/hubs/hub-queries.ts'
import { refuseAddress } from '#server/features/hubs/refuse-address.ts'
import { badField } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export function addHomeAssistant(
  deps: Deps,
  { url, token, office_id }: HomeAssistantForm,
  by: Actor,
): Promise<HomeAssistant> {
  const now = deps.now()
  refuseAddress(deps.config, url)
  return deps.db.transaction(async (db) => {
    if (!(await isLiveOffice(db, office_id))) throw badField('office_id', 'This office does not exist.')
    const fields = { office_id, url, token_sealed: deps.secrets.seal(token) }
    const hub = await insertHub(db, fields, { id: by.session.id, at: now.toISOString() })
    await followDoors(deps, db, office_id)
    const act = { action: 'add hub', subject: 'hub', subject_id: hub.id, details: { office_id } } as const
    await auditAct(db, by, act, now)
    return describeHub(hub)
  })
}
