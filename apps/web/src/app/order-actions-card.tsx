import { wallClock } from '@keyhour/contract/office-clock'
import { phaseOf } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { actionsOf, type OrderAction } from '#web/app/order-actions.ts'
import { CancelOfSeriesButton, ChangeTimeButton, CheckInButton } from '#web/app/order-buttons.tsx'
import classes from '#web/app/order-screen.module.css'
import { fetchCalendar } from '#web/features/orders/api.ts'
import { CancelButton } from '#web/features/orders/cancel-button.tsx'
import { CheckOutButton, UndoCheckOutButton } from '#web/features/visits/check-out-button.tsx'
import { accessFrom, undoLeftMs } from '#web/features/visits/rules.ts'
import { formatDate, formatTime, withZone } from '#web/format/time.ts'
import { saveFile } from '#web/ui/files.ts'
import { notifyFailure } from '#web/ui/notify-failure.ts'

type Props = { order: OrderDetails; now: number; isOwn: boolean }

const sayError = (error: Error) => notifyFailure(error)

export function OrderActionsCard({ order, now, isOwn }: Props) {
  const { t } = useTranslation('orders')
  // Admins cancel in their own card, where they choose the refund.
  const actions = actionsOf(order, now).filter((action) => isOwn || action !== 'cancel')
  const buttons: Record<OrderAction, ReactNode> = {
    checkIn: <CheckInButton key="in" order={order} />,
    checkOut: <CheckOutButton key="out" order={order} ofGuest={!isOwn} />,
    changeTime: <ChangeTimeButton key="time" order={order} now={now} />,
    cancel: order.series_id ? (
      <CancelOfSeriesButton key="cancel" order={order} now={now} />
    ) : (
      <CancelButton key="cancel" order={order} />
    ),
  }
  if (!isOwn && actions.length === 0 && undoLeftMs(order, now) === 0) return null
  return (
    <Paper withBorder p="lg" className={classes.actions!}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t(isOwn ? 'actions.title' : 'actions.forCustomer')}
        </Title>
        {isOwn && <CheckInLater order={order} now={now} />}
        {actions.map((action) => buttons[action])}
        <UndoCheckOutButton order={order} />
        {isOwn && (actions.length === 0 ? <BookAgain order={order} /> : <AddToCalendar order={order} />)}
      </Stack>
    </Paper>
  )
}

function CheckInLater({ order, now }: { order: OrderDetails; now: number }) {
  const { t } = useTranslation('orders')
  const from = accessFrom(order)
  if (phaseOf(order, now) !== 'coming' || Date.parse(from) <= now || order.checked_in_at) return null
  const { time_zone } = order
  const time = withZone(formatTime(from, time_zone), from, time_zone)
  const { date } = wallClock(Date.parse(from), time_zone)
  const isToday = date === wallClock(now, time_zone).date
  return (
    <Text size="sm" c="dimmed">
      {isToday
        ? t('actions.checkInFrom', { time })
        : t('actions.checkInFromOn', { time, day: formatDate(date) })}
    </Text>
  )
}

function AddToCalendar({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('orders')
  const download = useMutation({
    mutationFn: async () => {
      const file = new Blob([await fetchCalendar(order.id)], { type: 'text/calendar' })
      saveFile(`keyhour-${order.id}.ics`, file)
    },
    onError: sayError,
  })
  return (
    <Button
      leftSection={<IconCalendarPlus aria-hidden size={18} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('actions.addToCalendar')}
    </Button>
  )
}

function BookAgain({ order: { Office, SubOffice, left } }: { order: OrderDetails }) {
  const { t } = useTranslation('orders')
  const space = SubOffice ? `?sub_office=${SubOffice.id}` : ''
  return (
    <Button
      component={Link}
      to={`/booking/${Office.id}${space}`}
      // What is left to pay comes first.
      variant={left > 0 ? 'default' : 'filled'}
    >
      {t('actions.bookAgain')}
    </Button>
  )
}
