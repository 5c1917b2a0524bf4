import type { Db } from '#server/db/connection.ts'
import { sumSpentOn } from '#server/features/credits/ledger-queries.ts'
import { spendCredits } from '#server/features/credits/spend-credits.ts'
import { type OrderRow, updateOrder } from '#server/features/orders/row-queries.ts'
import { heldOf, paidOf, statusOf, withTax } from '#server/features/orders/rules.ts'

/** Pays with credits; the rest stays pending. Answers how much was taken from credits. */
export async function payOrder(db: Db, order: OrderRow, now: Date): Promise<number> {
  const due = withTax(order.total_price ?? 0, order.tax_percent) - paidOf(order)
  const spent = await spendCredits(db, order, due, now)
  const paid_with_credits = order.paid_with_credits + spent
  const held = heldOf({ ...order, paid_with_credits }, await sumSpentOn(db, order))
  const payment_status = statusOf(due - spent, held)
  await updateOrder(db, order, { paid_with_credits, payment_status })
  return spent
}
