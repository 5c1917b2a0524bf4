import type { Db } from '#server/db/connection.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { type ChargeOfOrder, lockWithOrder } from '#server/features/charges/apply-charge.ts'
import { loseCardMoney, waiveCardMoney } from '#server/features/charges/change-paid-by-card.ts'
import { followCardRefund } from '#server/features/charges/follow-card-refund.ts'
import { mailOperator } from '#server/features/charges/mail-charge.ts'
import { chargeDisputed } from '#server/features/charges/mails.ts'
import { findTokenOf } from '#server/features/charges/queries.ts'
import {
  findCardRefundOf,
  insertCardRefund,
  listOwnRefundsOf,
  updateCardRefund,
} from '#server/features/orders/card-refund-queries.ts'
import type { ChargeRow } from '#server/features/orders/charge-queries.ts'
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
  const { charge, order } = found
  const known = await findCardRefundOf(db, charge.id, report)
  if (known) {
    // Not the one that has failed, if somebody has made another in its place.
    const isThis = known.reference === null || known.reference === reference
    if (isThis) await followCardRefund(deps, db, found, known, { outcome, reference })
    return false
  }
  const at = { created_at: deps.now().toISOString() }
  const made = cause === 'provider' && outcome !== 'failed' ? await makeUpFor(db, charge, report, at) : 0
  const amount = Math.min(report.amount - made, charge.kept)
  if (amount === 0) return true
  const name = made > 0 ? null : reference
  await insertCardRefund(db, { charge_id: charge.id, cause, amount, status: outcome, reference: name, ...at })
  if (outcome === 'failed') return true
  const isKindness = cause === 'provider' && order.cancelled_at !== null
  if (isKindness) await waiveCardMoney(db, found, amount)
  else await loseCardMoney(deps, db, found, amount)
  return true
}

/**
 * A refund of ours that has failed, and that somebody has now made on the provider's own pages, all of it or a part: it has
 * not failed any more. Answers how much of the new refund that is.
 */
async function makeUpFor(
  db: Db,
  { id: charge_id }: ChargeRow,
  { amount: most, outcome: status, reference }: RefundReport,
  at: { created_at: string },
): Promise<number> {
  const failed = await listOwnRefundsOf(db, charge_id, 'failed')
  const refund = failed.find(({ amount }) => amount === most) ?? failed[0]
  if (!refund) return 0
  const amount = Math.min(most, refund.amount)
  if (amount === refund.amount) await updateCardRefund(db, refund.id, { status, reference })
  else {
    await updateCardRefund(db, refund.id, { amount: refund.amount - amount })
    await insertCardRefund(db, { charge_id, cause: 'order', amount, status, reference, ...at })
  }
  return amount
}
