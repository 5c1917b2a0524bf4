import { CREDIT_PACK_LIMIT, type CreditPack } from '@keyhour/contract/credits'
import type { PaymentWay } from '@keyhour/contract/payments'
import { listCreditPacks } from '#server/features/credit-packs/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import type { Payments } from '#server/outside/payments.ts'

/** Without those that cost nothing: they could be taken for ever. */
export async function listPaymentOptions({ db, payments }: Deps): Promise<{
  way: PaymentWay
  packs: CreditPack[]
  least_charge: Payments['leastCharge']
}> {
  const packs = await listCreditPacks(db, { activeOnly: true, limit: CREDIT_PACK_LIMIT })
  const { way, leastCharge: least_charge } = payments
  return { way, packs: packs.filter(({ price_cents }) => price_cents > 0), least_charge }
}
