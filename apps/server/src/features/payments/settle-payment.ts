import type { Db } from '#server/db/connection.ts'
import { addBoughtCredits } from '#server/features/credits/add-bought-credits.ts'
import { endOfDayAfter } from '#server/features/credits/rules.ts'
import { mailReceipt } from '#server/features/payments/mail-receipt.ts'
import {
  findBuyer,
  nextReceiptNumber,
  type PaymentRow,
  updatePayment,
} from '#server/features/payments/queries.ts'
import type { Deps } from '#server/http/routes.ts'

type How = { reference?: string | null; charge_reference?: string | null }

/**
 * Brings the credits and the receipt of a payment, once. The caller has locked the payment. Even one that was given up
 * or declined is settled: its money has arrived after all.
 */
export async function settlePayment(
  deps: Deps,
  db: Db,
  payment: PaymentRow,
  how: How = {},
): Promise<PaymentRow> {
  if (payment.status === 'paid') return payment
  const now = deps.now()
  const { id, user_id, credit_pack_id, credits_amount, currency, duration_days, pack_name } = payment
  const { name: buyer_name } = await findBuyer(db, user_id)
  const lot_id = await addBoughtCredits(
    db,
    {
      user_id,
      credit_pack_id,
      currency,
      amount: credits_amount * 100,
      expires_at: duration_days === null ? null : endOfDayAfter(now, duration_days),
      description: pack_name,
    },
    now,
  )
  const settled = await updatePayment(db, id, {
    ...how,
    status: 'paid',
    failure: null,
    lot_id,
    buyer_name,
    paid_at: now.toISOString(),
    // Last, because others wait for their number until this transaction ends.
    receipt_number: await nextReceiptNumber(db),
  })
  await mailReceipt(deps, db, id)
  return settled
}
