import { MOST_SPACES, type SpaceForOrder } from '@keyhour/contract/order-management'
import { hasBegun } from '@keyhour/contract/order-phase'
import { withTax } from '@keyhour/contract/price'
import { findHours } from '#server/features/availability/space-queries.ts'
import { refuseUnmovable } from '#server/features/order-management/move-to-space.ts'
import { findMove, type PlannedMove } from '#server/features/order-management/plan-move.ts'
import { type Candidate, listCandidates, listFree } from '#server/features/order-management/space-queries.ts'
import { findOrderRow, type OrderRow } from '#server/features/orders/row-queries.ts'
import { NO_ORDER } from '#server/features/orders/rules.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Spaces an order can move to: open, rented the same way, and free at that time. */
export async function listSpacesForOrder(deps: Deps, orderId: number, q: string): Promise<SpaceForOrder[]> {
  const { db } = deps
  const now = deps.now()
  const order = orMissing(await findOrderRow(db, orderId), NO_ORDER)
  refuseUnmovable(order, now)
  const home = (await findHours(db, order.office_id))!
  const candidates = await listCandidates(db, {
    place: order,
    q,
    isInsideOnly: hasBegun(order, now.getTime()),
  })
  const open = candidates.flatMap((space) => {
    const move = findMove(space, order, home, now)
    return move ? [{ space, ...move }] : []
  })
  const free = await listFree(db, open, { now, userId: order.user_id })
  const isElsewhere = ({ office_id }: Candidate) => Number(office_id !== order.office_id)
  return free
    .sort((a, b) => isElsewhere(a.space) - isElsewhere(b.space) || a.space.distance_km - b.space.distance_km)
    .slice(0, MOST_SPACES)
    .map((one) => describe(one, order))
}

function describe({ space, stay }: PlannedMove & { space: Candidate }, order: OrderRow): SpaceForOrder {
  const { office_id, sub_office_id, name, name_he, office_name, office_name_he, address, address_he } = space
  const { type, capacity, distance_km, time_zone } = space
  return {
    ...{ office_id, sub_office_id, name, name_he, office_name, office_name_he, address, address_he },
    ...{ type, capacity, distance_km, time_zone },
    start: new Date(stay.from).toISOString(),
    end: new Date(stay.to).toISOString(),
    due: space.currency === order.currency ? withTax(stay.total_price, order.tax_percent) : null,
  }
}
