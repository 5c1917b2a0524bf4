import type { PanelView } from '@keyhour/contract/panels'
import { describeSpace } from '#server/features/panels/describe-space.ts'
import { findKnownPanel } from '#server/features/panels/find-panel.ts'
import { notePanelSeen } from '#server/features/panels/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { MINUTE } from '#server/time/opening-hours.ts'

/** Screens ask twice a minute; that one is alive is written less often. */
const NOTED_MS = 5 * MINUTE

export async function readPanel(deps: Deps, token: string, ip: string): Promise<PanelView> {
  const { panel, space } = await findKnownPanel(deps, token, ip)
  const now = deps.now()
  const before = new Date(now.getTime() - NOTED_MS)
  if (panel.last_seen_at === null || Date.parse(panel.last_seen_at) < before.getTime())
    await notePanelSeen(deps.db, panel, { now, before })
  return { ...(await describeSpace(deps, space)), panel }
}
