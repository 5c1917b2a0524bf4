import type { ChargeRequest } from '@keyhour/contract/charges'
import { useWindowEvent } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useRefreshOrders, useStartCharge } from '#web/features/charges/api.ts'
import { useGoToPayment } from '#web/features/payments/use-go-to-payment.ts'

type Payment = { orderId: number; left: number; card: ChargeRequest['card'] }

/**
 * Starts a card payment and goes where it continues: to the page of the provider, or to the order with the answer of the
 * bank. Back leads from the provider to the order.
 */
export function usePayOrder() {
  const navigate = useNavigate()
  const goToPayment = useGoToPayment()
  const start = useStartCharge()
  const refresh = useRefreshOrders()
  const pay = useMutation({
    mutationFn: async (payment: Payment) => {
      const { id, checkout_url } = await start(payment)
      const order = `/order/${payment.orderId}`
      await navigate(checkout_url === null ? `${order}?charge=${id}` : order, { replace: true })
      if (checkout_url === null) refresh()
      else goToPayment(checkout_url)
    },
    // The order may owe another amount by now.
    onError: refresh,
  })
  // A page that the browser brings back by Back is still waiting for the one that it left for.
  useWindowEvent('pageshow', () => pay.reset())
  return pay
}
