import { phaseOf } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useOrderChange } from '#web/features/orders/api.ts'
import { ChangeTimeForm } from '#web/features/orders/change-time-form.tsx'
import { checkIn } from '#web/features/visits/api.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { SidePanel } from '#web/ui/side-panel.tsx'

export function CheckInButton({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('orders')
  const change = useOrderChange(() => checkIn(order.id))
  return (
    <Button
      variant="filled"
      loading={change.isPending}
      onClick={() =>
        change.mutate(undefined, {
          onSuccess: () => notify(t('actions.checkedIn'), 'success'),
          onError: (error) => notifyFailure(error),
        })
      }
    >
      {t('actions.checkIn')}
    </Button>
  )
}

/** In the address, as notifications about the end write it. */
const EXTEND = 'extend'

export function ChangeTimeButton({ order, now }: { order: OrderDetails; now: number }) {
  const { t } = useTranslation('orders')
  const [asked] = useSearchParams()
  // A notification leads straight to it.
  const [opened, setOpened] = useState(asked.has(EXTEND))
  const isRunning = phaseOf(order, now) === 'active'
  return (
    <>
      <Button onClick={() => setOpened(true)}>
        {t(isRunning ? 'actions.extend' : 'actions.changeTime')}
      </Button>
      <SidePanel
        opened={opened}
        onClose={() => setOpened(false)}
        title={t(isRunning ? 'actions.extend' : 'actions.changeTime')}
      >
        <ChangeTimeForm order={order} onDone={() => setOpened(false)} />
      </SidePanel>
    </>
  )
}
