import type { Db } from '#server/db/connection.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { disputed, refunded } from '#server/features/payment-management/mails.ts'
import type { RefundRow } from '#server/features/payment-management/refund-queries.ts'
import { findReaders } from '#server/features/payments/find-readers.ts'
import type { PaymentRow } from '#server/features/payments/queries.ts'
import type { Deps } from '#server/http/routes.ts'

export async function mailRefund(deps: Deps, db: Db, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const { company, readers } = await findReaders(db, payment)
  for (const reader of readers)
    await sendLetter(deps, db, reader, refunded(reader, { ...payment, company }, refund, deps.config))
}

/** For the operator, who has to answer the bank. */
export async function mailDispute(deps: Deps, db: Db, payment: PaymentRow, amount: number): Promise<void> {
  const { contactEmail, publicUrl } = deps.config
  const operator = { email: contactEmail, language: 'en' as const }
  const { company } = await findReaders(db, payment)
  await sendLetter(deps, db, operator, disputed({ ...payment, company }, amount, publicUrl))
}
