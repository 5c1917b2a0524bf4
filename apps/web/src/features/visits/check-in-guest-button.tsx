import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOrderChange } from '#web/features/orders/api.ts'
import { checkIn } from '#web/features/visits/api.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'

/** For managers: the customer has arrived. */
export function CheckInGuestButton({ orderId }: { orderId: number }) {
  const { t } = useTranslation('orders')
  const change = useOrderChange(() => checkIn(orderId))
  return (
    <Button
      loading={change.isPending}
      onClick={() =>
        change.mutate(undefined, {
          onSuccess: () => notify(t('actions.guestCheckedIn'), 'success'),
          onError: (error) => notifyFailure(error),
        })
      }
    >
      {t('actions.checkIn')}
    </Button>
  )
}
