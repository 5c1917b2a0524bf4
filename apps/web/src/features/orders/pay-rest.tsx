import type { OrderDetails } from '@keyhour/contract/orders'
import { Stack } from '@mantine/core'
import { useUser } from '#web/api/session.ts'
import { PayByCard } from '#web/features/charges/pay-by-card.tsx'
import { useReturnedCharge } from '#web/features/charges/use-returned-charge.ts'
import { PayWithCredits } from '#web/features/orders/pay-with-credits.tsx'
import { isWaiting } from '#web/features/orders/rules.ts'

/** For the customer of an order that is not paid. One that waits for its payment says so above, with the button. */
export function PayRest({ order }: { order: OrderDetails }) {
  const isOwn = useUser()?.id === order.user_id
  const isConfirming = useReturnedCharge(order)?.isConfirming ?? false
  if (!isOwn || order.left === 0 || isWaiting(order) || isConfirming) return null
  return (
    <Stack gap="sm" mt="md" align="flex-start">
      <PayByCard order={order} />
      <PayWithCredits order={order} />
    </Stack>
  )
}
