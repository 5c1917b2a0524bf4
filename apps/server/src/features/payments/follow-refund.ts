import type { Db } from '#server/db/connection.ts'
import { mailRefund } from '#server/features/payments/mail-refund.ts'
import type { PaymentRow } from '#server/features/payments/queries.ts'
import { type RefundRow, updateRefund } from '#server/features/payments/refund-queries.ts'
import { giveBackCredits } from '#server/features/payments/take-back-credits.ts'
import type { Deps } from '#server/http/routes.ts'
import type { RefundOutcome } from '#server/outside/payment-provider.ts'

/**
 * Brings a refund to the outcome that was reported; the caller has locked the payment. Reports come in any order, so one
 * that is behind changes nothing. A refund can fail even after it had succeeded, but never the other way round.
 */
export async function followRefund(
  deps: Deps,
  db: Db,
  payment: PaymentRow,
  refund: RefundRow,
  { outcome, reference }: { outcome: RefundOutcome; reference?: string | null },
): Promise<void> {
  const isNews = refund.status !== 'failed' && outcome !== 'pending' && outcome !== refund.status
  // Before the refund itself is changed: whoever has locked the credits may have to wait for it.
  if (isNews && outcome === 'failed') await giveBackCredits(db, payment, refund.id, deps.now())
  const known = refund.reference ?? reference ?? null
  await updateRefund(db, refund.id, { reference: known, ...(isNews && { status: outcome }) })
  if (isNews && outcome === 'succeeded' && refund.cause !== 'dispute')
    await mailRefund(deps, db, payment, refund)
}
