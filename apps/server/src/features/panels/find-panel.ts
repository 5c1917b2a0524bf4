import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { type FoundSpace, findSpace } from '#server/features/availability/space-queries.ts'
import { findPanel, type PanelRow } from '#server/features/panels/queries.ts'
import { readToken } from '#server/features/panels/token.ts'
import { networkOf } from '#server/http/network-of.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const REMOVED = 'This screen was removed.'
const [MOST_STRAY, STRAY_MINUTES] = [120, 15]

type Known = { panel: PanelRow; space: FoundSpace }

/** Also 404 once its space is gone. Nobody may try addresses for long. */
export async function findKnownPanel(deps: Deps, token: string, ip: string): Promise<Known> {
  const key = readToken(token)
  const [panel] = key ? await findPanel(deps.db, key) : []
  const space = panel && (await findSpace(deps.db, panel))
  if (panel && space) return { panel, space }
  await limitAttempts(deps, [
    { what: 'address of a screen', who: networkOf(ip), most: MOST_STRAY, minutes: STRAY_MINUTES },
  ])
  throw new Refusal('missing', REMOVED)
}
