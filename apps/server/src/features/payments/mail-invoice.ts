import type { Db } from '#server/db/connection.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { findReaders } from '#server/features/payments/find-readers.ts'
import { invoice, invoiceOrdered } from '#server/features/payments/mails.ts'
import { findBuyer, type PaymentRow } from '#server/features/payments/queries.ts'
import type { Deps } from '#server/http/routes.ts'

/** Tells the buyer or the company how to pay, and the operator that somebody wants to. */
export async function mailInvoice(deps: Deps, db: Db, payment: PaymentRow): Promise<void> {
  const { contactEmail, publicUrl } = deps.config
  const { company, readers } = await findReaders(db, payment)
  for (const reader of readers)
    await sendLetter(deps, db, reader, invoice(reader, { ...payment, company }, deps.config))
  const buyer = await findBuyer(db, payment.user_id)
  const operator = { email: contactEmail, language: 'en' as const }
  await sendLetter(deps, db, operator, invoiceOrdered(buyer, { ...payment, company }, publicUrl))
}
