import type { OrderDetails } from '@keyhour/contract/orders'
import { Alert } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { releasedAt } from '#web/features/visits/rules.ts'
import { formatTime, withZone } from '#web/format/time.ts'

/** Until when somebody has to check in; nothing for a booking that is kept in any case. */
export function CheckInDeadline({ order, now }: { order: OrderDetails; now: number }) {
  const { t } = useTranslation('orders')
  const released = releasedAt(order)
  if (released === null || Date.parse(released) <= now) return null
  const time = withZone(formatTime(released, order.time_zone), released, order.time_zone)
  return (
    <Alert
      variant="light"
      color="brass"
      icon={<IconClockExclamation aria-hidden size={20} />}
      title={t('noShow.deadline', { time })}
      mb="md"
    >
      {t('noShow.how')}
    </Alert>
  )
}
