import { shownPayment } from '@keyhour/contract/order-row'
import type { ActiveOrder } from '@keyhour/contract/orders-dashboard'
import { useTranslation } from 'react-i18next'

/** How an active order is paid, or that it waits for that. */
export function usePaymentWords(): (order: ActiveOrder) => string {
  const { t } = useTranslation(['orders-dashboard', 'orders'])
  return ({ pay_until, payment_status }) =>
    pay_until === null ? t(`payment.${shownPayment(payment_status)}`) : t('waiting.badge', { ns: 'orders' })
}
