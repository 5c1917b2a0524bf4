import { phaseOf } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useOrderChange } from '#web/features/orders/api.ts'
import { CancelButton } from '#web/features/orders/cancel-button.tsx'
import { ChangeTimeForm } from '#web/features/orders/change-time-form.tsx'
import { wayOfRefund } from '#web/features/orders/way-of-refund.ts'
import { CancelSeveral } from '#web/features/series/cancel-several.tsx'
import { type ChosenScope, ScopeChoice } from '#web/features/series/scope-choice.tsx'
import { SeriesTimeForm } from '#web/features/series/series-time-form.tsx'
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
  const [scope, setScope] = useState<ChosenScope>('one')
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
        <Stack gap="lg">
          {!isRunning && <ScopeChoice order={order} now={now} scope={scope} onChange={setScope} />}
          {scope === 'one' ? (
            <ChangeTimeForm order={order} onDone={() => setOpened(false)} />
          ) : (
            <SeriesTimeForm key={scope} order={order} scope={scope} onDone={() => setOpened(false)} />
          )}
        </Stack>
      </SidePanel>
    </>
  )
}

/** Of a series, one booking or several. */
export function CancelOfSeriesButton({ order, now }: { order: OrderDetails; now: number }) {
  const { t } = useTranslation('series')
  const { t: ofOrders } = useTranslation('orders')
  const [opened, setOpened] = useState(false)
  const [scope, setScope] = useState<ChosenScope>('one')
  return (
    <>
      <Button c="var(--danger)" onClick={() => setOpened(true)}>
        {t('cancel.action')}
      </Button>
      <SidePanel opened={opened} onClose={() => setOpened(false)} title={t('cancel.title')}>
        <Stack gap="lg">
          <ScopeChoice order={order} now={now} scope={scope} onChange={setScope} />
          {scope === 'one' ? (
            <CancelButton order={order} />
          ) : (
            <CancelSeveral
              order={order}
              scope={scope}
              wayOf={(refund) => wayOfRefund(refund, order, ofOrders)}
              onDone={() => setOpened(false)}
            />
          )}
        </Stack>
      </SidePanel>
    </>
  )
}
