import type { Language } from '@keyhour/contract/primitives'
import { getOwnPayment } from '#server/features/payments/get-own-payment.ts'
import { findBuyer, findPayment, type PaymentRow } from '#server/features/payments/queries.ts'
import { type Receipt, writeReceipt } from '#server/features/payments/write-receipt.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const NO_RECEIPT = 'There is no receipt for this payment.'

/** For the buyer, and for admins. */
export async function getReceipt(
  deps: Deps,
  id: number,
  reader: Session,
): Promise<{ name: string; pdf: Buffer }> {
  const payment = reader.admin
    ? orMissing(await findPayment(deps.db, id), 'This payment does not exist.')
    : await getOwnPayment(deps, id, reader.id)
  orMissing(payment.receipt_number ?? undefined, NO_RECEIPT)
  const { language } = await findBuyer(deps.db, payment.user_id)
  return receiptFile(deps, payment, language)
}

export const receiptFile = ({ config }: Deps, payment: PaymentRow, language: Language) =>
  writeReceipt(receiptOf(payment, language), language, config)

const CREDITS = { en: 'credits', he: 'קרדיטים' }

/** The payment has been made. */
export const receiptOf = (payment: PaymentRow, language: Language): Receipt => ({
  ...payment,
  receipt_number: payment.receipt_number!,
  paid_at: payment.paid_at!,
  item: `${payment.pack_name} (${payment.credits_amount} ${CREDITS[language]})`,
})
