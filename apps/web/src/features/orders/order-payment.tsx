import type { OrderDetails } from '@keyhour/contract/orders'
import { Stack } from '@mantine/core'
import { ChargeOutcome } from '#web/features/charges/charge-outcome.tsx'
import { useReturnedCharge } from '#web/features/charges/use-returned-charge.ts'
import { isWaiting } from '#web/features/orders/rules.ts'
import { WaitingNote } from '#web/features/orders/waiting-note.tsx'

/** What became of a card payment, and how to pay for an order that waits for it. */
export function OrderPayment({ order }: { order: OrderDetails }) {
  const returned = useReturnedCharge(order)
  if (!returned && !isWaiting(order)) return null
  return (
    <Stack gap="md" mb="lg">
      {returned && <ChargeOutcome returned={returned} />}
      {isWaiting(order) && <WaitingNote order={order} isConfirming={returned?.isConfirming ?? false} />}
    </Stack>
  )
}
