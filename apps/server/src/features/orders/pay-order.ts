import type { PaymentStatus } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { spendCredits } from '#server/features/credits/spend-credits.ts'
import { type OrderRow, updateOrder } from '#server/features/orders/order-queries.ts'
import { percentOf } from '#server/features/orders/rules.ts'

/** Credits first; what they do not cover stays pending. */
export async function payOrder(db: Db, order: OrderRow, now: Date): Promise<void> {
  const price = order.total_price ?? 0
  const paid = order.paid_with_credits + order.paid_by_card - order.refunded
  const due = price + percentOf(price, order.tax_percent) - paid
  const spent = await spendCredits(db, order, due, now)
  const paid_with_credits = order.paid_with_credits + spent
  await updateOrder(db, order, {
    paid_with_credits,
    payment_status: statusOf(due - spent, paid_with_credits),
  })
}

function statusOf(left: number, withCredits: number): PaymentStatus {
  if (left > 0) return withCredits > 0 ? 'part credit' : 'pending'
  return withCredits > 0 ? 'credits' : 'paid'
}
