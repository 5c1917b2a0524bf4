import type { Db } from '#server/db/connection.ts'
import { askToSettle } from '#server/features/orders/ask-to-settle.ts'
import { insertCardRefund } from '#server/features/orders/card-refund-queries.ts'
import { type ChargeRow, lockChargesOf, updateCharge } from '#server/features/orders/charge-queries.ts'
import type { Deps } from '#server/http/routes.ts'

type Order = { office_id: number; id: number; paid_by_card: number }

/**
 * Gives up to `amount` back to the cards that paid for an order, the latest charge first, and answers how much. The
 * provider is told afterwards. The caller has locked the order.
 */
export async function returnToCards(deps: Deps, db: Db, order: Order, amount: number): Promise<number> {
  if (amount === 0 || order.paid_by_card === 0) return 0
  let left = amount
  for (const charge of (await lockHolding(db, order)).reverse()) {
    const part = Math.min(charge.kept, left)
    left -= part
    if (part > 0) await giveBack(deps, db, charge, part)
  }
  return amount - left
}

/** The order is cancelled: what it keeps of reserved money is taken now. */
export async function takeFromCards(deps: Deps, db: Db, order: Order): Promise<void> {
  if (order.paid_by_card === 0) return
  const capture_at = deps.now().toISOString()
  for (const { id, status } of await lockHolding(db, order)) {
    if (status !== 'authorised') continue
    await updateCharge(db, id, { capture_at })
    await askToSettle(deps, db, id)
  }
}

async function lockHolding(db: Db, order: Order): Promise<ChargeRow[]> {
  const charges = await lockChargesOf(db, order)
  return charges.filter(({ status, kept }) => (status === 'authorised' || status === 'captured') && kept > 0)
}

/**
 * What is only reserved will not be taken. Once the provider was told what to take, that cannot be changed any more, and
 * a part of it is refunded. The caller has locked the charge.
 */
async function giveBack(deps: Deps, db: Db, charge: ChargeRow, amount: number): Promise<void> {
  const at = deps.now().toISOString()
  const kept = charge.kept - amount
  const isTaken = charge.status === 'captured' || charge.capturing !== null
  await updateCharge(db, charge.id, { kept, ...(kept === 0 && !isTaken && { capture_at: at }) })
  if (isTaken) await insertCardRefund(db, { charge_id: charge.id, cause: 'order', amount, created_at: at })
  if (isTaken || kept === 0) await askToSettle(deps, db, charge.id)
}
