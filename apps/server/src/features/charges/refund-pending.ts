import { lockWithOrder } from '#server/features/charges/apply-charge.ts'
import { followCardRefund } from '#server/features/charges/follow-card-refund.ts'
import {
  type CardRefundRow,
  findCardRefund,
  listOwnRefundsOf,
} from '#server/features/orders/card-refund-queries.ts'
import { type ChargeRow, findCharge } from '#server/features/orders/charge-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { PaymentRefused, type RefundOutcome } from '#server/outside/payment-provider.ts'

/** Not in a transaction. Repeatable: the provider refunds once under the same token. */
export async function refundPending(deps: Deps, chargeId: number): Promise<void> {
  const charge = await findCharge(deps.db, chargeId)
  if (charge?.status !== 'captured') return
  for (const refund of await listOwnRefundsOf(deps.db, chargeId, 'pending')) {
    const state = await stateAtProvider(deps, charge, refund)
    await deps.db.transaction(async (db) => {
      const locked = (await lockWithOrder(db, charge.token))!
      await followCardRefund(deps, db, locked, (await findCardRefund(db, refund.id))!, state)
    })
  }
}

async function stateAtProvider(
  { payments }: Deps,
  { way, charge_reference }: ChargeRow,
  { token, amount, reference }: CardRefundRow,
): Promise<{ outcome: RefundOutcome; reference?: string }> {
  if (way === 'test') return { outcome: 'succeeded' }
  try {
    if (reference !== null) return await payments.findRefund(reference)
    return await payments.refund({ token, charge: charge_reference!, amount })
  } catch (error) {
    if (error instanceof PaymentRefused) return { outcome: 'failed' }
    throw error
  }
}
