import type { Db } from '#server/db/connection.ts'
import type { ChargeOfOrder } from '#server/features/charges/apply-charge.ts'
import { sumSpentOn } from '#server/features/credits/ledger-queries.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { askToSettle } from '#server/features/orders/ask-to-settle.ts'
import { insertCardRefund } from '#server/features/orders/card-refund-queries.ts'
import { updateCharge } from '#server/features/orders/charge-queries.ts'
import { type OrderRow, updateOrder } from '#server/features/orders/row-queries.ts'
import { dueOf, heldOf, owedOf, statusOf } from '#server/features/orders/rules.ts'
import type { Deps } from '#server/http/routes.ts'

/** The bank, or somebody at the provider, has given money back without us: the order owes it again. */
export async function loseCardMoney(
  deps: Deps,
  db: Db,
  { charge, order }: ChargeOfOrder,
  amount: number,
): Promise<void> {
  await updateCharge(db, charge.id, { kept: charge.kept - amount })
  await changePaidByCard(db, order, -amount)
  await addEvent(deps, db, order, { kind: 'payment failed', details: { amount }, at: deps.now() })
}

/** Somebody at the provider has given back what a cancelled order had kept: it keeps less, and nobody owes that. */
export async function waiveCardMoney(
  db: Db,
  { charge, order }: ChargeOfOrder,
  amount: number,
): Promise<void> {
  await updateCharge(db, charge.id, { kept: charge.kept - amount })
  await changePaidByCard(db, { ...order, kept: order.kept - amount }, -amount)
}

/** The money is ours after all. If the order was paid in another way meanwhile, it goes back to the card. */
export async function regainCardMoney(
  deps: Deps,
  db: Db,
  { charge, order }: ChargeOfOrder,
  amount: number,
): Promise<void> {
  const needed = Math.min(amount, owedOf(order))
  if (needed > 0) {
    await updateCharge(db, charge.id, { kept: charge.kept + needed })
    await changePaidByCard(db, order, needed)
    await addEvent(deps, db, order, { kind: 'paid', details: { amount: needed }, at: deps.now() })
  }
  if (needed === amount) return
  const created_at = deps.now().toISOString()
  await insertCardRefund(db, { charge_id: charge.id, cause: 'order', amount: amount - needed, created_at })
  await askToSettle(deps, db, charge.id)
}

async function changePaidByCard(db: Db, order: OrderRow, by: number): Promise<void> {
  const changed = { ...order, paid_by_card: order.paid_by_card + by }
  const held = heldOf(changed, await sumSpentOn(db, order))
  await updateOrder(db, order, {
    paid_by_card: changed.paid_by_card,
    kept: order.kept,
    ...(dueOf(order) > 0 && { payment_status: statusOf(owedOf(changed), held) }),
  })
}
