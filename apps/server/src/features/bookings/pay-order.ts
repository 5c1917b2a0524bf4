import type { Db } from '#server/db/connection.ts'
import { sumSpentOn } from '#server/features/credits/ledger-queries.ts'
import { spendCredits } from '#server/features/credits/spend-credits.ts'
import { type OrderRow, updateOrder } from '#server/features/orders/row-queries.ts'
import { heldOf, owedOf, statusOf } from '#server/features/orders/rules.ts'

/**
 * Pays what is owed with credits, at most `most` of it; the rest stays pending, and is at least `least` if a card pays it.
 * Answers how much was taken from credits.
 */
export async function payOrder(
  db: Db,
  order: OrderRow,
  now: Date,
  least = 0,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const owed = owedOf(order)
  const spent = await spendCredits(db, order, Math.min(owed, most), now, least)
  const paid_with_credits = order.paid_with_credits + spent
  const held = heldOf({ ...order, paid_with_credits }, await sumSpentOn(db, order))
  const payment_status = statusOf(owed - spent, held)
  await updateOrder(db, order, { paid_with_credits, payment_status })
  return spent
}
