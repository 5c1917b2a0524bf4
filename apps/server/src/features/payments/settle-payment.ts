import type { Db } from '#server/db/connection.ts'
import { followPool } from '#server/features/businesses/follow-pool.ts'
import { lockBusinessRow, suggestLowAt } from '#server/features/businesses/queries.ts'
import { addBoughtCredits } from '#server/features/credits/add-bought-credits.ts'
import { endOfDayAfter } from '#server/features/credits/rules.ts'
import { mailReceipt } from '#server/features/payments/mail-receipt.ts'
import { mailStrandedCredits } from '#server/features/payments/mail-stranded-credits.ts'
import {
  findBuyer,
  hasBought,
  nextReceiptNumber,
  type PaymentRow,
  updatePayment,
} from '#server/features/payments/queries.ts'
import type { Deps } from '#server/http/routes.ts'

type How = { reference?: string | null; charge_reference?: string | null }

/**
 * Brings the credits and the receipt of a payment, once. The caller has locked the payment. Even one that was given up
 * or declined is settled: its money has arrived after all. If the company was closed meanwhile, the operator is told.
 */
export async function settlePayment(
  deps: Deps,
  db: Db,
  payment: PaymentRow,
  how: How = {},
): Promise<PaymentRow> {
  if (payment.status === 'paid') return payment
  const now = deps.now()
  const { id, user_id, business_id, credit_pack_id, credits_amount, currency, duration_days, pack_name } =
    payment
  const buyer_name =
    business_id === null
      ? (await findBuyer(db, user_id)).name
      : companyOnReceipt((await lockBusinessRow(db, business_id))!)
  const amount = credits_amount * 100
  if (business_id !== null && !(await hasBought(db, business_id)))
    await suggestLowAt(db, business_id, Math.round(amount / 10), { id: user_id, at: now.toISOString() })
  const lot_id = await addBoughtCredits(
    db,
    {
      owner: business_id === null ? { user_id } : { business_id },
      buyer_id: user_id,
      credit_pack_id,
      currency,
      amount,
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
  await mailReceipt(deps, db, settled)
  if (business_id !== null) {
    await mailStrandedCredits(deps, db, settled, { cause: 'paid', credits: amount })
    await followPool(deps, db, business_id)
  }
  return settled
}

const companyOnReceipt = ({ name, tax_id }: { name: string; tax_id: string | null }): string =>
  tax_id === null ? name : `${name} (${tax_id})`
