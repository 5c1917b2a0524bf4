import type { OrderDetails, Refund } from '@keyhour/contract/orders'
import type { TFunction } from 'i18next'
import { expiredIn } from '#web/features/orders/expired-in.ts'
import { formatMoney } from '#web/format/money.ts'

type Refunded = Pick<Refund, 'refund' | 'refund_credits' | 'refund_card' | 'expired' | 'currency'>

/** How a refund reaches its owner, of one order or of several. */
export const wayOfRefund = (
  refund: Refunded,
  { business }: Pick<OrderDetails, 'business'>,
  t: TFunction<'orders'>,
): string =>
  [business ? t('cancel.toCompany', { company: business.name }) : wayOf(refund, t), expiredIn(refund, t)]
    .filter(Boolean)
    .join(' ')

/** Credits are returned immediately, and cards by their bank; the rest is refunded manually. */
function wayOf({ refund, refund_credits, refund_card, currency }: Refunded, t: TFunction<'orders'>): string {
  const parts = { credits: refund_credits, card: refund_card, byHand: refund - refund_credits - refund_card }
  const ways = (['credits', 'card', 'byHand'] as const).filter((way) => parts[way] > 0)
  if (ways.length === 1) return t(`cancel.all.${ways[0]!}`)
  return ways.map((way) => t(`cancel.part.${way}`, { amount: formatMoney(parts[way], currency) })).join(' ')
}
