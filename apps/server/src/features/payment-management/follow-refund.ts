import type { Db } from '#server/db/connection.ts'
import { lockBusinessRow } from '#server/features/businesses/queries.ts'
import { mailRefund } from '#server/features/payment-management/mail-refund.ts'
import { type RefundRow, updateRefund } from '#server/features/payment-management/refund-queries.ts'
import { giveBackCredits } from '#server/features/payment-management/take-back-credits.ts'
import { mailStrandedCredits } from '#server/features/payments/mail-stranded-credits.ts'
import type { PaymentRow } from '#server/features/payments/queries.ts'
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
  if (isNews && outcome === 'failed') {
    if (payment.business_id !== null) await lockBusinessRow(db, payment.business_id)
    const credits = await giveBackCredits(db, payment, refund.id, deps.now())
    const cause = refund.cause === 'dispute' ? 'dispute won' : 'refund failed'
    await mailStrandedCredits(deps, db, payment, { cause, credits })
  }
  const known = refund.reference ?? reference ?? null
  await updateRefund(db, refund.id, { reference: known, ...(isNews && { status: outcome }) })
  if (isNews && outcome === 'succeeded' && refund.cause !== 'dispute')
    await mailRefund(deps, db, payment, refund)
}
