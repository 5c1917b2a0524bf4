import type { Db } from '#server/db/connection.ts'
import { writeLedger } from '#server/features/credits/ledger-queries.ts'
import { returnToLots } from '#server/features/credits/spend-credits.ts'
import {
  insertRefund,
  listStandingRefunds,
  lockLot,
  type RefundRow,
  updateRefund,
} from '#server/features/payment-management/refund-queries.ts'
import { afterFailure, creditsFor } from '#server/features/payment-management/refund-rules.ts'
import { type PaymentRow, updatePayment } from '#server/features/payments/queries.ts'

type NewRefund = Pick<RefundRow, 'cause' | 'amount' | 'status'> &
  Partial<Pick<RefundRow, 'reference' | 'reason' | 'actor_id'>>

/**
 * Records a refund of a payment and takes its credits back, as far as they are left. The caller has locked the payment.
 * One that has failed already takes nothing. A dispute may claim what was refunded before: only what was paid counts.
 */
export async function takeBackCredits(
  db: Db,
  payment: PaymentRow,
  refund: NewRefund,
  now: Date,
): Promise<RefundRow> {
  const at = now.toISOString()
  const made = { ...refund, payment_id: payment.id, created_at: at }
  if (refund.status === 'failed') return insertRefund(db, { ...made, credits: 0 })
  const lot = await lockLot(db, payment.lot_id!)
  const possible = Math.min(refund.amount, payment.amount - payment.refunded)
  const credits = creditsFor(possible, payment, lot)
  const by = { actor_id: refund.actor_id ?? null, at }
  if (credits > 0) await writeLedger(db, [entryOf(payment, -credits, by)])
  await updatePayment(db, payment.id, { refunded: payment.refunded + possible })
  return insertRefund(db, { ...made, credits })
}

/**
 * For a refund that has failed after all, before it is marked so. Others of the same payment may still claim some of its
 * credits. Answers how many came back, in hundredths.
 */
export async function giveBackCredits(
  db: Db,
  payment: PaymentRow,
  refundId: number,
  now: Date,
): Promise<number> {
  const lot = await lockLot(db, payment.lot_id!)
  const standing = await listStandingRefunds(db, payment.id)
  const failed = standing.find(({ id }) => id === refundId)!
  const others = standing.filter((refund) => refund !== failed)
  const { refunded, kept } = afterFailure(failed, others, payment, lot)
  const [newest] = others
  if (newest && kept > 0) await updateRefund(db, newest.id, { credits: newest.credits + kept })
  const returned = failed.credits - kept
  const by = { actor_id: null, at: now.toISOString() }
  if (returned > 0) await returnToLots(db, [lot], [entryOf(payment, returned, by)], now)
  await updateRefund(db, failed.id, { credits: returned })
  await updatePayment(db, payment.id, { refunded })
  return returned
}

const entryOf = (
  { lot_id, pack_name: description }: PaymentRow,
  amount: number,
  by: { actor_id: number | null; at: string },
) => ({ lot_id: lot_id!, amount, kind: 'payback' as const, description, ...by })
