import type { Charge } from '@keyhour/contract/charges'
import { applyCharge } from '#server/features/charges/apply-charge.ts'
import { shownCharge } from '#server/features/charges/rules.ts'
import { findCharge } from '#server/features/orders/charge-queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Ending = { orderId: number; id: number; outcome: 'paid' | 'declined' }

/** Only where cards are tests: elsewhere it would be a booking for nothing. */
export async function endTestCharge(
  deps: Deps,
  { orderId, id, outcome }: Ending,
  userId: number,
): Promise<Charge> {
  const known = await findCharge(deps.db, id)
  const isTheirs = known?.user_id === userId && known.order_id === orderId
  const { token, way, status } = orMissing(isTheirs ? known : undefined, 'This payment does not exist.')
  if (deps.payments.way !== 'test' || way !== 'test')
    throw new Refusal('conflict', 'This is not a test payment.')
  if (status !== 'open') return shownCharge(known!)
  const isPaid = outcome === 'paid'
  const news = {
    token,
    outcome: isPaid ? 'authorised' : 'open',
    charge: null,
    failure: isPaid ? null : 'card_declined',
  } as const
  return shownCharge((await deps.db.transaction((db) => applyCharge(deps, db, news)))!)
}
