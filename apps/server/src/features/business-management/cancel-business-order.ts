import type { BusinessOrder } from '@keyhour/contract/business-credits'
import type { Refund } from '@keyhour/contract/orders'
import { findBusinessOrder } from '#server/features/business-management/order-queries.ts'
import { requireManager } from '#server/features/business-management/require-manager.ts'
import { cancelByTerms, findRefundOfOrder } from '#server/features/orders/cancel-order.ts'
import { findOrderRow, lockOrder, type OrderRow } from '#server/features/orders/row-queries.ts'
import { NO_ORDER } from '#server/features/orders/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Which = { businessId: number; orderId: number }

const orForeign = (order: OrderRow | undefined, businessId: number): OrderRow =>
  orMissing(order?.business_id === businessId ? order : undefined, NO_ORDER)

export async function getBusinessOrderRefund(
  deps: Deps,
  { businessId, orderId }: Which,
  caller: Session,
): Promise<Refund> {
  await requireManager(deps.db, businessId, caller)
  return findRefundOfOrder(deps, orForeign(await findOrderRow(deps.db, orderId), businessId))
}

/** On the terms of the customer, who gets the mail about it. Cancelling again changes nothing. */
export function cancelBusinessOrder(
  deps: Deps,
  { businessId, orderId }: Which,
  shown: { refund: number },
  caller: Session,
): Promise<BusinessOrder> {
  return deps.db.transaction(async (db) => {
    await requireManager(db, businessId, caller)
    const order = orForeign(await lockOrder(db, orderId), businessId)
    await cancelByTerms(deps, db, order, shown, caller)
    return (await findBusinessOrder(db, businessId, orderId))!
  })
}
