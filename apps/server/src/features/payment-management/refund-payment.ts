import type { AdminPayment, RefundRequest } from '@keyhour/contract/payments'
import type { Db } from '#server/db/connection.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { freeKey, once } from '#server/features/idempotency/once.ts'
import { followRefund } from '#server/features/payment-management/follow-refund.ts'
import { nameCompany } from '#server/features/payment-management/name-company.ts'
import { findAdminPayment } from '#server/features/payment-management/queries.ts'
import { findRefund, lockLot, type RefundRow } from '#server/features/payment-management/refund-queries.ts'
import { refundableOf } from '#server/features/payment-management/refund-rules.ts'
import { takeBackCredits } from '#server/features/payment-management/take-back-credits.ts'
import { findPayment, lockPayment, type PaymentRow } from '#server/features/payments/queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { PaymentRefused, type RefundOutcome } from '#server/outside/payment-provider.ts'

type Order = RefundRequest & { id: number; key: string | undefined }

/**
 * Takes the credits back first, so that they cannot be spent meanwhile, and then asks the provider, outside of any
 * transaction. If nobody answers, the refund stays pending and the job goes on with it.
 */
export async function refundPayment(deps: Deps, { key, ...order }: Order, by: Actor): Promise<AdminPayment> {
  const keyed = { userId: by.session.id, key, request: { refund: order }, now: deps.now() }
  const { refund_id } = await deps.db.transaction((db) =>
    once(db, keyed, () => beginRefund(deps, db, order, by)),
  )
  if ((await askForRefund(deps, refund_id)) === 'failed') {
    await freeKey(deps.db, keyed)
    throw new Refusal('conflict', 'The payment provider refused this refund. The credits are back.')
  }
  return (await findAdminPayment(deps.db, order.id))!
}

async function beginRefund(
  deps: Deps,
  db: Db,
  { id, amount, reason }: Omit<Order, 'key'>,
  by: Actor,
): Promise<{ refund_id: number }> {
  const now = deps.now()
  const payment = orMissing(await lockPayment(db, id), 'This payment does not exist.')
  if (payment.status !== 'paid') throw new Refusal('conflict', 'This payment has not been made.')
  const most = refundableOf(payment, await lockLot(db, payment.lot_id!))
  if (amount > most)
    throw new Refusal(
      'conflict',
      `At most ${(most / 100).toFixed(2)} can be refunded: the other credits were spent or have expired.`,
    )
  const actor_id = by.session.id
  const refund = await takeBackCredits(
    db,
    payment,
    { cause: 'admin', amount, status: 'pending', reason, actor_id },
    now,
  )
  const details = {
    payment_id: id,
    amount,
    currency: payment.currency,
    credits: refund.credits / 100,
    ...(await nameCompany(db, payment)),
  }
  const act = { action: 'refund credits', subject: 'user', subject_id: payment.user_id, details } as const
  await auditAct(db, by, act, now)
  return { refund_id: refund.id }
}

/** Not in a transaction. Repeatable: the provider refunds once under the same token. */
export async function askForRefund(deps: Deps, refundId: number): Promise<RefundOutcome> {
  const refund = (await findRefund(deps.db, refundId))!
  if (refund.status !== 'pending') return refund.status
  const payment = (await findPayment(deps.db, refund.payment_id))!
  const state = await stateAtProvider(deps, payment, refund)
  if (!state) return 'pending'
  await deps.db.transaction(async (db) => {
    const locked = (await lockPayment(db, payment.id))!
    await followRefund(deps, db, locked, (await findRefund(db, refundId))!, state)
  })
  return state.outcome
}

/** What was paid without a provider is paid back by hand. Undefined when the provider is away. */
async function stateAtProvider(
  deps: Deps,
  { way, charge_reference }: PaymentRow,
  { token, amount, reference }: RefundRow,
): Promise<{ outcome: RefundOutcome; reference?: string } | undefined> {
  if (way !== 'card') return { outcome: 'succeeded' }
  try {
    if (reference !== null) return await deps.payments.findRefund(reference)
    return await deps.payments.refund({ token, charge: charge_reference!, amount })
  } catch (error) {
    if (error instanceof PaymentRefused) return { outcome: 'failed' }
    if (error instanceof Refusal) return undefined
    throw error
  }
}
