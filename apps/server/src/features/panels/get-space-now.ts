import type { SpaceRef } from '@keyhour/contract/offices'
import type { SpaceNow } from '@keyhour/contract/panels'
import { findSpace } from '#server/features/availability/space-queries.ts'
import { mayKnowOffice } from '#server/features/offices/office-queries.ts'
import { describeSpace } from '#server/features/panels/describe-space.ts'
import { findOrderToCheckIn } from '#server/features/panels/queries.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** For somebody who has scanned the code of a screen with their own phone. */
export async function getSpaceNow(
  deps: Deps,
  place: SpaceRef,
  caller: Session,
): Promise<SpaceNow & { own_order: number | null }> {
  const mayKnow = await mayKnowOffice(deps.db, place.office_id, caller)
  const space = mayKnow ? await findSpace(deps.db, place) : undefined
  if (!space) throw new Refusal('missing', 'This space does not exist.')
  const own = await findOrderToCheckIn(deps.db, { ...place, user_id: caller.id, now: deps.now() })
  return { ...(await describeSpace(deps, space)), own_order: own ?? null }
}
