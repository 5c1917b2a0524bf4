import type { OrderDetails } from '@keyhour/contract/orders'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConflictInbox } from '#web/features/conflicts/conflict-inbox.tsx'
import { settlementQuery } from '#web/features/order-management/api.ts'
import { MoveForm } from '#web/features/order-management/move-form.tsx'
import { orderQuery } from '#web/features/orders/api.ts'
import { ChangeTimeForm } from '#web/features/orders/change-time-form.tsx'
import { QueryView } from '#web/ui/query-view.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'

export function ConflictsScreen() {
  // Also loads the texts of the panel.
  const { t } = useTranslation(['conflicts', 'orders', 'order-actions', 'charges', 'booking'])
  const [panel, setPanel] = useState({ opened: false, orderId: 0 })
  const close = () => setPanel((open) => ({ ...open, opened: false }))
  return (
    <>
      <ConflictInbox onMove={(orderId) => setPanel({ opened: true, orderId })} />
      <SidePanel {...panel} onClose={close} title={t('move.title', { id: panel.orderId })}>
        {panel.orderId > 0 && <MovedOrder key={panel.orderId} orderId={panel.orderId} onDone={close} />}
      </SidePanel>
    </>
  )
}

type Props = { orderId: number; onDone: () => void }

function MovedOrder({ orderId, onDone }: Props) {
  const { t } = useTranslation('conflicts')
  const order = useQuery(orderQuery(orderId))
  return (
    <QueryView query={order} loading={t('move.loading')}>
      {(details) => <Ways order={details} onDone={onDone} />}
    </QueryView>
  )
}

function Ways({ order, onDone }: { order: OrderDetails; onDone: () => void }) {
  const { t } = useTranslation('conflicts')
  return (
    <Tabs defaultValue="time" keepMounted={false}>
      <Tabs.List aria-label={t('move.way')} mb="md">
        <Tabs.Tab value="time">{t('move.time')}</Tabs.Tab>
        <Tabs.Tab value="space">{t('move.space')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="time">
        <ChangeTimeForm order={order} onDone={onDone} />
      </Tabs.Panel>
      <Tabs.Panel value="space">
        <OtherSpace order={order} onDone={onDone} />
      </Tabs.Panel>
    </Tabs>
  )
}

function OtherSpace({ order, onDone }: { order: OrderDetails; onDone: () => void }) {
  const { t } = useTranslation('conflicts')
  const settlement = useQuery(settlementQuery(order.id))
  return (
    <QueryView query={settlement} loading={t('move.loading')}>
      {(settled) => <MoveForm order={order} settlement={settled} onClose={onDone} />}
    </QueryView>
  )
}
