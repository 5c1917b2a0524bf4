import type { AdminPayment, InvoicePayment } from '@keyhour/contract/payments'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { lockBusiness } from '#server/features/businesses/queries.ts'
import { nameCompany } from '#server/features/payment-management/name-company.ts'
import { findAdminPayment } from '#server/features/payment-management/queries.ts'
import { lockPayment } from '#server/features/payments/queries.ts'
import { settlePayment } from '#server/features/payments/settle-payment.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Also one that has expired: the money came late. */
export function markPaymentPaid(
  deps: Deps,
  id: number,
  { amount, reference }: InvoicePayment,
  by: Actor,
): Promise<AdminPayment> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const payment = orMissing(await lockPayment(db, id), 'This payment does not exist.')
    if (payment.way !== 'invoice')
      throw new Refusal('conflict', 'Only orders on invoice can be marked as paid.')
    if (payment.status === 'paid') throw new Refusal('conflict', 'This order is already paid.')
    if (payment.amount !== amount)
      throw new Refusal(
        'conflict',
        'The amount left to pay has changed in the meantime. Please check it again.',
      )
    if (payment.business_id !== null && !(await lockBusiness(db, payment.business_id)))
      throw new Refusal(
        'conflict',
        'This company is closed, so nobody could spend the credits. Please send the money back.',
      )
    await settlePayment(deps, db, payment, { reference: reference || null })
    const company = await nameCompany(db, payment)
    const details = { payment_id: id, amount, currency: payment.currency, ...company }
    await auditAct(
      db,
      by,
      { action: 'mark credits paid', subject: 'user', subject_id: payment.user_id, details },
      now,
    )
    return (await findAdminPayment(db, id))!
  })
}
