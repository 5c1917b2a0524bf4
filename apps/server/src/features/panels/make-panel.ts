import type { Panel, PanelDraft } from '@keyhour/contract/panels'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { findSpace, lockSpace } from '#server/features/availability/space-queries.ts'
import { refuseNonManager } from '#server/features/front-desk/refuse-non-manager.ts'
import { countPanelsOf, insertPanel } from '#server/features/panels/queries.ts'
import { hashToken, makeToken } from '#server/features/panels/token.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const MOST_PANELS = 200

/** The address is answered once: only its hash is stored. */
export async function makePanel(
  deps: Deps,
  office_id: number,
  draft: PanelDraft,
  by: Actor,
): Promise<{ panel: Panel; url: string }> {
  await refuseNonManager(deps.db, office_id, by.session)
  const place = { office_id, sub_office_id: draft.sub_office_id }
  const token = makeToken(office_id)
  const now = deps.now()
  const panel = await deps.db.transaction(async (db) => {
    await lockSpace(db, place)
    orMissing(await findSpace(db, place), 'This space does not exist.')
    if ((await countPanelsOf(db, office_id)) >= MOST_PANELS)
      throw new Refusal('conflict', `An office can have ${MOST_PANELS} screens. Please remove one first.`)
    const made = await insertPanel(db, {
      ...draft,
      office_id,
      token_hash: hashToken(token),
      created_by: by.session.id,
      created_at: now.toISOString(),
    })
    await auditAct(db, by, actOn(office_id, made, 'make door screen'), now)
    return made
  })
  return { panel, url: `${deps.config.publicUrl}/panel/${token}` }
}

export const actOn = (
  office_id: number,
  { id, sub_office_id }: Pick<Panel, 'id' | 'sub_office_id'>,
  action: string,
) =>
  ({
    action,
    subject: 'office',
    subject_id: office_id,
    details: { panel_id: id, ...(sub_office_id !== null && { sub_office_id }) },
  }) as const
