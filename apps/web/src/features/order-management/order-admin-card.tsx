import type { Settlement } from '@keyhour/contract/order-management'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { IconArrowsExchange, IconCash, IconNote, IconReceiptRefund } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AdminActs } from '#web/features/order-management/admin-acts.tsx'
import { settlementQuery } from '#web/features/order-management/api.ts'
import { CancelForm } from '#web/features/order-management/cancel-form.tsx'
import { Customer } from '#web/features/order-management/customer.tsx'
import { MoveForm } from '#web/features/order-management/move-form.tsx'
import { NoteForm } from '#web/features/order-management/note-form.tsx'
import { PaidForm } from '#web/features/order-management/paid-form.tsx'
import { type Act, actsOn } from '#web/features/order-management/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { FormWindow } from '#web/ui/form-window.tsx'
import { QueryView } from '#web/ui/query-view.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'

const ICONS = { pay: IconCash, move: IconArrowsExchange, cancel: IconReceiptRefund, note: IconNote }

type Props = { order: OrderDetails; now: number }

export function OrderAdminCard({ order, now }: Props) {
  const { t } = useTranslation('order-actions')
  const settlement = useQuery(settlementQuery(order.id))
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('title')}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {t('title')}
        </Title>
        <Customer orderId={order.id} />
        <QueryView query={settlement} loading={t('loading')}>
          {(settled) => <Acts order={order} settlement={settled} now={now} />}
        </QueryView>
        <AdminActs order={order} />
      </Stack>
    </Paper>
  )
}

function Acts({ order, settlement, now }: Props & { settlement: Settlement }) {
  const { t } = useTranslation('order-actions')
  const [open, setOpen] = useState<Act | null>(null)
  const close = () => setOpen(null)
  const about = { order, onClose: close }
  return (
    <Stack gap="sm">
      <Money order={order} settlement={settlement} />
      {actsOn(order, settlement, now).map((act) => {
        const Icon = ICONS[act]
        return (
          <Button
            key={act}
            leftSection={<Icon aria-hidden size={18} />}
            {...(act === 'cancel' && { c: 'var(--danger)' })}
            onClick={() => setOpen(act)}
          >
            {t(`act.${act}`)}
          </Button>
        )
      })}
      <FormWindow opened={open === 'pay'} onClose={close} title={t('pay.title')}>
        <PaidForm {...about} settlement={settlement} />
      </FormWindow>
      <FormWindow opened={open === 'cancel'} onClose={close} title={t('cancel.title')}>
        <CancelForm {...about} settlement={settlement} />
      </FormWindow>
      <SidePanel opened={open === 'move'} onClose={close} title={t('move.title')}>
        <MoveForm {...about} settlement={settlement} />
      </SidePanel>
      <FormWindow opened={open === 'note'} onClose={close} title={t('note.title')}>
        <NoteForm {...about} />
      </FormWindow>
    </Stack>
  )
}

function Money({ order, settlement }: { order: OrderDetails; settlement: Settlement }) {
  const { t } = useTranslation('order-actions')
  const { currency, due, paid, left, refunded_otherwise } = settlement
  const money = (cents: number) => formatMoney(cents, currency)
  if (order.end === null) return <Text size="sm">{t('money.notPriced')}</Text>
  const isOff = order.cancelled_at !== null
  const open = isOff ? 'money.owed' : paid === 0 ? 'money.unpaid' : 'money.left'
  const kept = paid === 0 ? 'money.keptNothing' : 'money.kept'
  return (
    <>
      <Text size="sm">
        {left > 0
          ? t(open, { left: money(left), due: money(due) })
          : t(isOff ? kept : 'money.paid', { paid: money(paid) })}
      </Text>
      {refunded_otherwise > 0 && (
        <Text size="sm">{t('money.byHand', { amount: money(refunded_otherwise) })}</Text>
      )}
    </>
  )
}
