import type { Db } from '#server/db/connection.ts'
import { mailCharge } from '#server/features/charges/mail-charge.ts'
import {
  paidTooLate,
  paidTooMuch,
  savedCardDeclined,
  type WriteChargeLetter,
} from '#server/features/charges/mails.ts'
import { keepHasCard } from '#server/features/charges/queries.ts'
import { captureAt } from '#server/features/charges/rules.ts'
import { sumSpentOn } from '#server/features/credits/ledger-queries.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { askToSettle } from '#server/features/orders/ask-to-settle.ts'
import {
  type ChargeRow,
  findChargeByToken,
  lockCharge,
  updateCharge,
} from '#server/features/orders/charge-queries.ts'
import { lockOrder, type OrderRow, updateOrder } from '#server/features/orders/row-queries.ts'
import { heldOf, owedOf, statusOf } from '#server/features/orders/rules.ts'
import { stopWaiting } from '#server/features/orders/stop-waiting.ts'
import { findBuyer } from '#server/features/payments/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import type { CheckoutState } from '#server/outside/payment-provider.ts'

/** `reference`: the page, if there was one. `charge`: the reserved money. */
export type ChargeNews = Pick<CheckoutState, 'token' | 'outcome' | 'charge' | 'failure'> &
  Partial<Pick<CheckoutState, 'reference' | 'amount' | 'currency'>>

/**
 * Brings a charge and its order to the state that the provider reports, whoever asked for it: an event, the returning
 * customer, a job, or the answer about a saved card. Undefined for a charge that is not ours.
 */
export async function applyCharge(deps: Deps, db: Db, news: ChargeNews): Promise<ChargeRow | undefined> {
  const locked = await lockWithOrder(db, news.token)
  if (!locked) return undefined
  const { charge, order } = locked
  const { outcome, failure } = news
  const page = news.reference === undefined ? {} : { reference: news.reference }
  if (outcome === 'authorised' || outcome === 'paid') {
    refuseOtherAmount(charge, news)
    const money = { ...page, charge_reference: news.charge }
    if (charge.authorised_at !== null) return charge
    // Whoever changes the order decides whether it is needed.
    if (charge.purpose === 'change') return updateCharge(db, charge.id, money)
    return payByCharge(deps, db, { charge, order }, money)
  }
  if (charge.status !== 'open') return charge
  const isOver = outcome === 'expired' || outcome === 'failed'
  // Nobody waits for the answer: the card was charged at check-out.
  if (outcome === 'failed' && charge.purpose === 'order' && charge.card !== null && order.on_saved_card)
    await mailCharge(deps, db, order, savedCardDeclined(charge.amount, failure ?? 'processing_error'))
  return updateCharge(db, charge.id, {
    ...page,
    ...(isOver && { status: outcome }),
    failure: failure ?? charge.failure,
  })
}

export type ChargeOfOrder = { charge: ChargeRow; order: OrderRow }

/** Every transaction locks an order before its charges. */
export async function lockWithOrder(db: Db, token: string): Promise<ChargeOfOrder | undefined> {
  for (;;) {
    const known = await findChargeByToken(db, token)
    if (!known) return undefined
    const order = (await lockOrder(db, known.order_id))!
    const charge = (await lockCharge(db, known.id))!
    // The order may just have moved to another office, and its charges with it.
    if (charge.order_id === order.id) return { charge, order }
  }
}

type Money = { reference?: string; charge_reference: string | null }

/**
 * The bank has reserved the money: the order is paid with as much of it as it owes, and the rest goes back. The caller
 * has locked both.
 */
export async function payByCharge(
  deps: Deps,
  db: Db,
  { charge, order }: ChargeOfOrder,
  money: Money,
): Promise<ChargeRow> {
  const now = deps.now()
  const kept = Math.min(charge.amount, owedOf(order))
  const paid = await updateCharge(db, charge.id, {
    ...money,
    ...(await reservedAt(db, charge, now)),
    kept,
    capture_at:
      kept > 0 ? captureAt(order, now, charge.card === null ? 'entered' : 'saved') : now.toISOString(),
  })
  await keepHasCard(db, order.user_id, true, now)
  if (kept > 0) await payOrderByCard(deps, db, order, kept)
  if (kept < charge.amount) await mailCharge(deps, db, order, surplusLetter(order, charge.amount, kept))
  await askToSettle(deps, db, charge.id, paid.capture_at!)
  return paid
}

const surplusLetter = ({ cancelled_at }: OrderRow, amount: number, kept: number): WriteChargeLetter =>
  cancelled_at !== null && kept === 0 ? paidTooLate(amount) : paidTooMuch(amount, kept)

/** The order does not need the reserved money. The caller has locked the order. */
export async function giveBackCharge(
  deps: Deps,
  db: Db,
  charge: ChargeRow,
  charge_reference: string | null,
): Promise<ChargeRow> {
  const now = deps.now()
  await askToSettle(deps, db, charge.id)
  return updateCharge(db, charge.id, {
    charge_reference,
    ...(await reservedAt(db, charge, now)),
    kept: 0,
    capture_at: now.toISOString(),
  })
}

const reservedAt = async (db: Db, { user_id }: ChargeRow, now: Date) => ({
  status: 'authorised' as const,
  purpose: 'order' as const,
  failure: null,
  authorised_at: now.toISOString(),
  buyer_name: (await findBuyer(db, user_id)).name,
})

async function payOrderByCard(deps: Deps, db: Db, order: OrderRow, amount: number): Promise<void> {
  const paid_by_card = order.paid_by_card + amount
  const left = owedOf(order) - amount
  const held = heldOf({ ...order, paid_by_card }, await sumSpentOn(db, order))
  await updateOrder(db, order, { paid_by_card, payment_status: statusOf(left, held) })
  if (left === 0) await stopWaiting(deps, db, order)
  await addEvent(deps, db, order, {
    kind: 'paid',
    actor_id: order.user_id,
    details: { amount },
    at: deps.now(),
  })
}

/** Cannot happen, as we said what to reserve. If it does, somebody has to look at it. */
function refuseOtherAmount(charge: ChargeRow, { amount, currency }: ChargeNews): void {
  const isSame =
    (amount ?? charge.amount) === charge.amount && (currency ?? charge.currency) === charge.currency
  if (!isSame)
    throw new Error(
      `${currency} ${amount} were reserved for charge ${charge.id}, which is ${charge.currency} ${charge.amount}`,
    )
}
