import type { OrderDetails } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { findSpace } from '#server/features/availability/space-queries.ts'
import { refuseCompanyChange } from '#server/features/bookings/company-credits.ts'
import { payOrder } from '#server/features/bookings/pay-order.ts'
import { leastChargeIn } from '#server/features/charges/rules.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { lockOwnOrder } from '#server/features/orders/lock-own-order.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'
import { dueOf, owedOf } from '#server/features/orders/rules.ts'
import { stopWaiting } from '#server/features/orders/stop-waiting.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/**
 * Pays what is left of an order with the customer's credits, as far as they go. Of one that waits for a card, enough stays
 * for the card to pay.
 */
export function payWithCredits(deps: Deps, orderId: number, caller: Session): Promise<OrderDetails> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const order = await lockOwnOrder(db, orderId, caller)
    const owed = owedOf(order)
    if (owed === 0) throw new Refusal('conflict', 'Nothing is left to pay.')
    const least = order.pay_until === null ? 0 : leastChargeIn(deps, order.currency)
    if (order.business_id !== null) await refuseUnlessCompanyPays(db, order, now)
    const amount = await payOrder(db, order, now, least)
    if (amount === 0) throw new Refusal('conflict', 'You have no credits that can pay for this order.')
    if (amount === owed) await stopWaiting(deps, db, order)
    await addEvent(deps, db, order, { kind: 'paid', actor_id: caller.id, details: { amount }, at: now })
    return (await findOrder(db, order.id))!
  })
}

/** Its company pays all that is left, or nothing. */
async function refuseUnlessCompanyPays(db: Db, order: OrderRow, now: Date): Promise<void> {
  const space = orMissing(await findSpace(db, order), 'This space cannot be booked.')
  await refuseCompanyChange(db, order, { space, from: Date.parse(order.start), due: dueOf(order), now })
}
