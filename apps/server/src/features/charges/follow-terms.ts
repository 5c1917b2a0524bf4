import type { Db } from '#server/db/connection.ts'
import { recaptureAt } from '#server/features/charges/rules.ts'
import { askToSettle } from '#server/features/orders/ask-to-settle.ts'
import { lockChargesOf, updateCharge } from '#server/features/orders/charge-queries.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'
import type { Deps } from '#server/http/routes.ts'

/** An order has another time: its reserved money is taken when cancelling that stops being free. */
export async function followTerms(deps: Deps, db: Db, order: OrderRow): Promise<void> {
  if (order.paid_by_card === 0) return
  for (const charge of await lockChargesOf(db, order)) {
    const { id, status, capturing, kept, card, authorised_at } = charge
    if (status !== 'authorised' || capturing !== null || kept === 0) continue
    const capture_at = recaptureAt(order, { card, authorised_at: authorised_at! }, deps.now())
    await updateCharge(db, id, { capture_at })
    await askToSettle(deps, db, id, capture_at)
  }
}
