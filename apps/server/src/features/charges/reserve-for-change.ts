import type { Db } from '#server/db/connection.ts'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import {
  applyCharge,
  giveBackCharge,
  lockWithOrder,
  payByCharge,
} from '#server/features/charges/apply-charge.ts'
import { DECLINED } from '#server/features/charges/decline-rules.ts'
import { authorise } from '#server/features/charges/resolve-charge.ts'
import { pageUntil } from '#server/features/charges/rules.ts'
import { newestCard, wayOf } from '#server/features/charges/start-charge.ts'
import { type ChargeRow, insertCharge, lockCharge } from '#server/features/orders/charge-queries.ts'
import { lockOrder, type OrderRow } from '#server/features/orders/row-queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Money on the saved card for a change that is not made yet. */
export type Reserved = { charge: ChargeRow; charge_reference: string | null }

/**
 * Reserves on the saved card what a change of an order will cost. Not in a transaction. Without `payForChange` or
 * `giveUpChange`, even after a crash, the job gives it back.
 */
export async function reserveForChange(deps: Deps, order: OrderRow, amount: number): Promise<Reserved> {
  const { office_id, id: order_id, user_id, currency, tax_percent } = order
  await limitAttempts(deps, [{ what: 'pay by card', who: String(user_id), most: 30, minutes: 60 }])
  const now = deps.now().toISOString()
  const charge = await insertCharge(deps.db, {
    office_id,
    order_id,
    user_id,
    way: wayOf(deps),
    purpose: 'change',
    card: await newestCard(deps, user_id),
    amount,
    kept: amount,
    currency,
    tax_percent,
    created_at: now,
    expires_at: pageUntil(now),
  })
  const news = await authorise(deps, charge)
  if (news.outcome === 'authorised') return { charge, charge_reference: news.charge }
  await deps.db.transaction((db) => applyCharge(deps, db, news))
  throw new Refusal('conflict', DECLINED.en[news.failure ?? 'card_declined'])
}

/** In the transaction of the change, which has locked the order and set its new price. */
export async function payForChange(
  deps: Deps,
  db: Db,
  { charge: { id, order_id }, charge_reference }: Reserved,
): Promise<void> {
  const order = (await lockOrder(db, order_id))!
  const charge = (await lockCharge(db, id))!
  if (charge.status !== 'open' || charge.order_id !== order.id)
    throw new Refusal('conflict', 'Your bank took too long to answer. Please try again.')
  await payByCharge(deps, db, { charge, order }, { charge_reference })
}

/** The change was not made. */
export function giveUpChange(deps: Deps, { charge: { token }, charge_reference }: Reserved): Promise<void> {
  return deps.db.transaction(async (db) => {
    const { charge } = (await lockWithOrder(db, token))!
    if (charge.status === 'open') await giveBackCharge(deps, db, charge, charge_reference)
  })
}
