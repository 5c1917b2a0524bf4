import type { Db } from '#server/db/connection.ts'
import type { ChargeOfOrder } from '#server/features/charges/apply-charge.ts'
import { regainCardMoney } from '#server/features/charges/change-paid-by-card.ts'
import { mailOperator } from '#server/features/charges/mail-charge.ts'
import { refundRefused } from '#server/features/charges/mails.ts'
import { type CardRefundRow, updateCardRefund } from '#server/features/orders/card-refund-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import type { RefundOutcome } from '#server/outside/payment-provider.ts'

/**
 * Brings a refund to the outcome that was reported; the caller has locked charge and order. Reports come in any order, so
 * one that is behind changes nothing. A refund can fail even after it had succeeded, but never the other way round.
 */
export async function followCardRefund(
  deps: Deps,
  db: Db,
  of: ChargeOfOrder,
  refund: CardRefundRow,
  { outcome, reference }: { outcome: RefundOutcome; reference?: string },
): Promise<void> {
  if (reference && refund.reference === null) await updateCardRefund(db, refund.id, { reference })
  if (refund.status === 'failed' || outcome === 'pending' || outcome === refund.status) return
  await updateCardRefund(db, refund.id, { status: outcome })
  if (outcome !== 'failed') return
  // The customer was told that this comes back. It has to be paid by hand.
  if (refund.cause === 'order')
    await mailOperator(deps, db, refundRefused(of, refund.amount, deps.config.publicUrl))
  else await regainCardMoney(deps, db, of, refund.amount)
}
