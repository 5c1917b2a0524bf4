import type { Db } from '#server/db/connection.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { findReaders } from '#server/features/payments/find-readers.ts'
import { type StrandedCredits, strandedCredits } from '#server/features/payments/mails.ts'
import type { PaymentRow } from '#server/features/payments/queries.ts'
import type { Deps } from '#server/http/routes.ts'

/** Tells the operator of credits that have come to a closed company. The caller has locked the company. */
export async function mailStrandedCredits(
  deps: Deps,
  db: Db,
  payment: PaymentRow,
  stranded: StrandedCredits,
): Promise<void> {
  if (stranded.credits === 0) return
  const { company } = await findReaders(db, payment)
  if (!company || company.closed_at === null) return
  const { contactEmail, publicUrl } = deps.config
  const operator = { email: contactEmail, language: 'en' as const }
  await sendLetter(deps, db, operator, strandedCredits({ ...payment, company }, stranded, publicUrl))
}
