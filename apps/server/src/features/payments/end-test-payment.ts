import type { PackPayment } from '@keyhour/contract/payments'
import { getOwnPayment } from '#server/features/payments/get-own-payment.ts'
import { lockPayment, shownPayment, updatePayment } from '#server/features/payments/queries.ts'
import { settlePayment } from '#server/features/payments/settle-payment.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Ending = { id: number; outcome: 'paid' | 'declined' }

/** Only where payments are tests: elsewhere it would be money for nothing. */
export async function endTestPayment(
  deps: Deps,
  { id, outcome }: Ending,
  userId: number,
): Promise<PackPayment> {
  await getOwnPayment(deps, id, userId)
  return deps.db.transaction(async (db) => {
    const payment = (await lockPayment(db, id))!
    if (deps.payments.way !== 'test' || payment.way !== 'test')
      throw new Refusal('conflict', 'This is not a test payment.')
    if (payment.status !== 'open') return shownPayment(payment)
    if (outcome === 'paid') return shownPayment(await settlePayment(deps, db, payment))
    return shownPayment(await updatePayment(db, id, { failure: 'card_declined' }))
  })
}
