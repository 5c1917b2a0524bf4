import type { VisitMinutes } from '@keyhour/contract/visits'
import { findKnownPanel } from '#server/features/panels/find-panel.ts'
import { findCodeHolder } from '#server/features/panels/panel-code.ts'
import { withoutPersonal } from '#server/features/panels/without-personal.ts'
import { agreedEnd } from '#server/features/visits/rules.ts'
import { startVisit } from '#server/features/visits/start-visit.ts'
import type { Deps } from '#server/http/routes.ts'

type Typed = { code: string; minutes: VisitMinutes; ip: string }

/** The screen only says where; the code says who. The answer says nothing about that person. */
export async function startAtPanel(
  deps: Deps,
  token: string,
  { code, minutes, ip }: Typed,
): Promise<{ until: string }> {
  const { panel } = await findKnownPanel(deps, token, ip)
  const person = await findCodeHolder(deps, { panel, code })
  const { office_id, sub_office_id } = panel
  const { start } = await withoutPersonal(() =>
    startVisit(deps, { office_id, sub_office_id, minutes }, person.id, { first: person.useUp }),
  )
  return { until: new Date(agreedEnd(Date.parse(start), minutes)).toISOString() }
}
