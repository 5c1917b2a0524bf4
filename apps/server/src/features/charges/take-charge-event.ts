import type { Db } from '#server/db/connection.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { type ChargeOfOrder, lockWithOrder } from '#server/features/charges/apply-charge.ts'
import { loseCardMoney } from '#server/features/charges/change-paid-by-card.ts'
import { followCardRefund } from '#server/features/charges/follow-card-refund.ts'
import { mailOperator } from '#server/features/charges/mail-charge.ts'
import { chargeDisputed } from '#server/features/charges/mails.ts'
import { findTokenOf } from '#server/features/charges/queries.ts'
import { findCardRefundOf, insertCardRefund } from '#server/features/orders/card-refund-queries.ts'
import {
  type DisputeNews,
  type RefundNews,
  type RefundReport,
  reportOfDispute,
  reportOfRefund,
} from '#server/features/payments/refund-report.ts'
import type { Deps } from '#server/http/routes.ts'

/** A refund of ours, or one that was made on the provider's own pages. */
export async function takeChargeRefund(deps: Deps, db: Db, news: RefundNews): Promise<void> {
  const found = await lockByReference(db, news.charge)
  if (found) await record(deps, db, found, reportOfRefund(news))
}

/** While the customer's bank disputes a charge, the order owes the money again. */
export async function takeChargeDispute(deps: Deps, db: Db, news: DisputeNews): Promise<void> {
  const found = await lockByReference(db, news.charge)
  if (!found) return
  const { charge, order } = found
  const isNew = await record(deps, db, found, reportOfDispute(news))
  const details = { charge_id: charge.id, amount: news.amount, outcome: news.outcome }
  const act = {
    action: 'dispute charge',
    subject: 'order',
    subject_id: order.id,
    details,
    actor_id: null,
  } as const
  await writeAudit(db, [act], { now: deps.now() })
  if (isNew && news.outcome === 'open')
    await mailOperator(deps, db, chargeDisputed(found, news.amount, deps.config.publicUrl))
}

async function lockByReference(db: Db, reference: string): Promise<ChargeOfOrder | undefined> {
  const token = await findTokenOf(db, reference)
  return token === undefined ? undefined : lockWithOrder(db, token)
}

/** Whether it was unknown. What the order does not keep any more is nobody's loss. */
async function record(deps: Deps, db: Db, found: ChargeOfOrder, report: RefundReport): Promise<boolean> {
  const { cause, outcome, reference } = report
  const known = await findCardRefundOf(db, found.charge.id, report)
  if (known) {
    await followCardRefund(deps, db, found, known, { outcome, reference })
    return false
  }
  const amount = Math.min(report.amount, found.charge.kept)
  if (amount === 0) return true
  const at = { created_at: deps.now().toISOString() }
  await insertCardRefund(db, { charge_id: found.charge.id, cause, amount, status: outcome, reference, ...at })
  if (outcome !== 'failed') await loseCardMoney(deps, db, found, amount)
  return true
}
