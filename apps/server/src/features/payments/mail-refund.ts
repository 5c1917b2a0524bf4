import type { Db } from '#server/db/connection.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { disputed, refunded } from '#server/features/payments/mails.ts'
import { findBuyer, type PaymentRow } from '#server/features/payments/queries.ts'
import type { RefundRow } from '#server/features/payments/refund-queries.ts'
import type { Deps } from '#server/http/routes.ts'

/** Deleted users get no mail. */
export async function mailRefund(deps: Deps, db: Db, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const buyer = await findBuyer(db, payment.user_id)
  if (!buyer.isGone) await sendLetter(deps, db, buyer, refunded(buyer, payment, refund, deps.config))
}

/** For the operator, who has to answer the bank. */
export async function mailDispute(deps: Deps, db: Db, payment: PaymentRow, amount: number): Promise<void> {
  const { contactEmail, publicUrl } = deps.config
  const operator = { email: contactEmail, language: 'en' as const }
  await sendLetter(deps, db, operator, disputed(payment, amount, publicUrl))
}
