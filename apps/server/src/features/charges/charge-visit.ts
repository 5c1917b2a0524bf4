import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { listSavedCards } from '#server/features/charges/list-saved-cards.ts'
import { mailCharge } from '#server/features/charges/mail-charge.ts'
import { savedCardDeclined } from '#server/features/charges/mails.ts'
import { chargeSavedCard } from '#server/features/charges/resolve-charge.ts'
import { leastChargeIn, pageUntil } from '#server/features/charges/rules.ts'
import { giveUpOthers, wayOf } from '#server/features/charges/start-charge.ts'
import { type ChargeRow, insertCharge, listChargesOf } from '#server/features/orders/charge-queries.ts'
import { findOrderRow, lockOrder, type OrderRow } from '#server/features/orders/row-queries.ts'
import { owedOf } from '#server/features/orders/rules.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Charges the saved card with what credits did not pay of a visit that has ended. A declined card is not tried again. */
export const chargeVisit = job({
  name: 'charge-visit',
  data: z.object({ order_id: z.int() }),
  retries: 12,
  async run(deps: Deps, { order_id }) {
    const order = await findOrderRow(deps.db, order_id)
    if (!order || !isToCharge(deps, order) || deps.payments.way === 'invoice') return
    const [card] = await listSavedCards(deps, order.user_id)
    const charge = await deps.db.transaction((db) => findOrMake(deps, db, order_id, card?.id))
    if (charge?.status === 'open' && !(await giveUpOthers(deps, charge))) await chargeSavedCard(deps, charge)
  },
  /** The provider could not be reached for hours. */
  async givenUp(deps, { order_id }) {
    const order = await findOrderRow(deps.db, order_id)
    if (order && isToCharge(deps, order))
      await mailCharge(deps, deps.db, order, savedCardDeclined(owedOf(order), 'processing_error'))
  },
})

/** Not one whose check-out was undone meanwhile, or that owes too little for a card. */
function isToCharge(deps: Deps, order: OrderRow): boolean {
  const owed = owedOf(order)
  const isOwed = owed > 0 && owed >= leastChargeIn(deps, order.currency)
  return order.on_saved_card && order.checked_out_at !== null && order.cancelled_at === null && isOwed
}

/** The charge of this check-out. */
async function findOrMake(
  deps: Deps,
  db: Db,
  orderId: number,
  card: string | undefined,
): Promise<ChargeRow | undefined> {
  const order = await lockOrder(db, orderId)
  if (!order || !isToCharge(deps, order)) return undefined
  const left = Date.parse(order.checked_out_at!)
  // Not one that the customer has begun on a page, or that was given up because the provider could not be reached.
  const isOfCheckOut = ({ created_at, card, status }: ChargeRow) =>
    Date.parse(created_at) >= left && status !== 'expired' && (card !== null || status === 'failed')
  const known = (await listChargesOf(db, order)).find(isOfCheckOut)
  if (known) return known
  const amount = owedOf(order)
  const now = deps.now().toISOString()
  const { office_id, id: order_id, user_id, currency, tax_percent } = order
  const facts = { office_id, order_id, user_id, currency, tax_percent, amount, kept: amount }
  const way = wayOf(deps)
  const times = { created_at: now, expires_at: pageUntil(now) }
  if (card !== undefined) return insertCharge(db, { ...facts, ...times, way, card, purpose: 'order' })
  // The customer has forgotten the card meanwhile.
  await mailCharge(deps, db, order, savedCardDeclined(amount, 'processing_error'))
  return insertCharge(db, { ...facts, ...times, way, purpose: 'order', status: 'failed' })
}
