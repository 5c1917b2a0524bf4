import { phaseOf } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Paper, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { actionsOf } from '#web/app/order-actions.ts'
import { DoorForOrder } from '#web/features/front-desk/door-for-order.tsx'
import { customerQuery } from '#web/features/orders/api.ts'
import { CheckInGuestButton } from '#web/features/visits/check-in-guest-button.tsx'
import { CheckOutButton, UndoCheckOutButton } from '#web/features/visits/check-out-button.tsx'
import { GuestContact } from '#web/features/visits/guest-contact.tsx'
import { isExpected } from '#web/features/visits/rules.ts'
import { TellWaitingButton } from '#web/features/visits/tell-waiting-button.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

/** For managers: who it is, how to reach them, how to let them in, and how to end the visit. */
export function OrderCustomerCard({ order, now }: { order: OrderDetails; now: number }) {
  const { t } = useTranslation('orders')
  const customer = useQuery(customerQuery(order.id))
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('customer.title')}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {t('customer.title')}
        </Title>
        <QueryView query={customer}>
          {({ name, email, phone }) => (
            <>
              <GuestContact name={name} email={email} phone={phone} />
              {isExpected(order, now) && <TellWaitingButton orderId={order.id} name={name} />}
            </>
          )}
        </QueryView>
        {order.cancelled_at === null && <DoorForOrder order={order} now={now} />}
        {actionsOf(order, now).includes('checkIn') && <CheckInGuestButton orderId={order.id} />}
        {phaseOf(order, now) === 'active' && <CheckOutButton order={order} ofGuest />}
        <UndoCheckOutButton order={order} />
      </Stack>
    </Paper>
  )
}
