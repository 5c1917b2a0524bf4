import type { Db } from '#server/db/connection.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { followRefund } from '#server/features/payment-management/follow-refund.ts'
import { mailDispute } from '#server/features/payment-management/mail-refund.ts'
import { nameCompany } from '#server/features/payment-management/name-company.ts'
import { findRefundOf, lockPaymentByCharge } from '#server/features/payment-management/refund-queries.ts'
import { takeBackCredits } from '#server/features/payment-management/take-back-credits.ts'
import type { PaymentRow } from '#server/features/payments/queries.ts'
import {
  type DisputeNews,
  type RefundNews,
  type RefundReport,
  reportOfDispute,
  reportOfRefund,
} from '#server/features/payments/refund-report.ts'
import type { Deps } from '#server/http/routes.ts'

/** A refund of ours, or one that was made on the provider's own pages. */
export async function takeRefundEvent(deps: Deps, db: Db, news: RefundNews): Promise<void> {
  const payment = await lockPaymentByCharge(db, news.charge)
  if (payment) await record(deps, db, payment, reportOfRefund(news))
}

/** While the buyer's bank disputes a payment, its credits are frozen. */
export async function takeDisputeEvent(deps: Deps, db: Db, news: DisputeNews): Promise<void> {
  const payment = await lockPaymentByCharge(db, news.charge)
  if (!payment) return
  const { id: payment_id, user_id: subject_id, currency } = payment
  const isNew = await record(deps, db, payment, reportOfDispute(news))
  const company = await nameCompany(db, payment)
  const details = { payment_id, amount: news.amount, currency, outcome: news.outcome, ...company }
  const act = { action: 'dispute payment', subject: 'user', subject_id, details, actor_id: null } as const
  await writeAudit(db, [act], { now: deps.now() })
  if (isNew && news.outcome === 'open') await mailDispute(deps, db, payment, news.amount)
}

/** Whether it was unknown. */
async function record(deps: Deps, db: Db, payment: PaymentRow, report: RefundReport): Promise<boolean> {
  const { cause, amount, outcome, reference } = report
  const known = await findRefundOf(db, payment.id, report)
  const status = outcome === 'failed' ? 'failed' : 'pending'
  const refund =
    known ?? (await takeBackCredits(db, payment, { cause, amount, status, reference }, deps.now()))
  await followRefund(deps, db, payment, refund, { outcome, reference })
  return !known
}
