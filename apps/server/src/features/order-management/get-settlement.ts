import type { Settlement } from '@keyhour/contract/order-management'
import type { Db } from '#server/db/connection.ts'
import { sumSpentOn } from '#server/features/credits/ledger-queries.ts'
import { findRefundByTerms } from '#server/features/orders/cancel-and-refund.ts'
import { findOrderRow, type OrderRow } from '#server/features/orders/row-queries.ts'
import { NO_ORDER, paidOf, withTax } from '#server/features/orders/rules.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function getSettlement({ db, now }: Deps, orderId: number): Promise<Settlement> {
  return settlementOf(db, orMissing(await findOrderRow(db, orderId), NO_ORDER), now())
}

export async function settlementOf(db: Db, order: OrderRow, now: Date): Promise<Settlement> {
  const due = withTax(order.total_price ?? 0, order.tax_percent)
  const paid = paidOf(order)
  const paid_in_credits = await sumSpentOn(db, order)
  const { percent, refund } = await findRefundByTerms(db, order, now)
  return {
    currency: order.currency,
    due,
    paid,
    paid_in_credits,
    left: order.cancelled_at === null ? Math.max(0, due - paid) : 0,
    refunded_otherwise: order.refunded - (order.paid_with_credits - paid_in_credits),
    by_rule: { percent, refund },
  }
}
