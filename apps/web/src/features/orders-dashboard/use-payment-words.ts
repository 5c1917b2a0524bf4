import { shownPayment } from '@keyhour/contract/order-row'
import type { ActiveOrder } from '@keyhour/contract/orders-dashboard'
import { useTranslation } from 'react-i18next'

/** How an active order is paid, or that it waits for that. */
export function usePaymentWords(): (order: ActiveOrder) => string {
  const { t } = useTranslation('orders-dashboard')
  return ({ pay_until, payment_status }) =>
    t(pay_until === null ? `payment.${shownPayment(payment_status)}` : 'payment.waiting')
}
