import { tellPanelRemoved } from '#server/db/changes.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { refuseNonManager } from '#server/features/front-desk/refuse-non-manager.ts'
import { actOn } from '#server/features/panels/make-panel.ts'
import { revokePanel } from '#server/features/panels/queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Ends the streams of the screen, too, so that it says so within seconds. */
export async function removePanel(
  deps: Deps,
  panel: { office_id: number; id: number },
  by: Actor,
): Promise<void> {
  await refuseNonManager(deps.db, panel.office_id, by.session)
  const now = deps.now()
  await deps.db.transaction(async (db) => {
    const { sub_office_id } = orMissing(await revokePanel(db, panel, now), 'This screen does not exist.')
    await auditAct(db, by, actOn(panel.office_id, { ...panel, sub_office_id }, 'remove door screen'), now)
    await tellPanelRemoved(db, panel.id)
  })
}
