import type { Settlement } from '@keyhour/contract/order-management'
import type { Db } from '#server/db/connection.ts'
import { sumSpentOn } from '#server/features/credits/ledger-queries.ts'
import { findRefundByTerms } from '#server/features/orders/cancel-and-refund.ts'
import { sumGivenBack, sumHeldOnCards } from '#server/features/orders/card-refund-queries.ts'
import { findOrderRow, type OrderRow } from '#server/features/orders/row-queries.ts'
import { dueOf, NO_ORDER, owedOf, paidOf } from '#server/features/orders/rules.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function getSettlement({ db, now }: Deps, orderId: number): Promise<Settlement> {
  return settlementOf(db, orMissing(await findOrderRow(db, orderId), NO_ORDER), now())
}

export async function settlementOf(db: Db, order: OrderRow, now: Date): Promise<Settlement> {
  const paid_in_credits = await sumSpentOn(db, order)
  const held_on_cards = await sumHeldOnCards(db, order)
  const refundedNotInCredits = order.refunded - (order.paid_with_credits - paid_in_credits)
  const { percent, refund, owed } = await findRefundByTerms(db, order, now)
  return {
    currency: order.currency,
    due: dueOf(order),
    paid: paidOf(order),
    paid_in_credits,
    held_on_cards,
    left: owedOf(order),
    refunded_otherwise: Math.max(0, refundedNotInCredits - (await sumGivenBack(db, order))),
    by_rule: { percent, refund, owed },
  }
}
