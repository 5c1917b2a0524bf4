import type { ExpiredRefund } from '@keyhour/contract/orders'
import type { Currency } from '@keyhour/contract/primitives'
import type { TFunction } from 'i18next'
import { formatMoney } from '#web/format/money.ts'
import { formatLastDay } from '#web/format/time.ts'

type WithExpired = { expired: ExpiredRefund; currency: Currency }

/** What becomes of refunded credits that had expired meanwhile. Empty if none had. */
export function expiredIn({ expired, currency }: WithExpired, t: TFunction<'orders'>): string {
  if (!expired) return ''
  const amount = formatMoney(expired.amount, currency)
  if (expired.until === null) return t('cancel.expiredForGood', { amount })
  return t('cancel.expired', { amount, date: formatLastDay(expired.until) })
}
