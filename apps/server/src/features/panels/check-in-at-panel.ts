import { findKnownPanel } from '#server/features/panels/find-panel.ts'
import { findCodeHolder } from '#server/features/panels/panel-code.ts'
import { findOrderToCheckIn } from '#server/features/panels/queries.ts'
import { withoutPersonal } from '#server/features/panels/without-personal.ts'
import { checkIn } from '#server/features/visits/check-in.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const NOTHING_HERE = 'You have no booking to check in to here at this time.'

export async function checkInAtPanel(
  deps: Deps,
  token: string,
  { code, ip }: { code: string; ip: string },
): Promise<void> {
  const { panel } = await findKnownPanel(deps, token, ip)
  const { id, useUp } = await findCodeHolder(deps, { panel, code })
  const { office_id, sub_office_id } = panel
  const order = await findOrderToCheckIn(deps.db, { office_id, sub_office_id, user_id: id, now: deps.now() })
  if (order === undefined) throw new Refusal('conflict', NOTHING_HERE)
  await withoutPersonal(() => checkIn(deps, order, { id, admin: false }, useUp))
}
