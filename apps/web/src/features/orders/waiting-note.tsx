import type { OrderDetails } from '@keyhour/contract/orders'
import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useUser } from '#web/api/session.ts'
import { PayByCard } from '#web/features/charges/pay-by-card.tsx'
import { orderQuery } from '#web/features/orders/api.ts'
import { CancelButton } from '#web/features/orders/cancel-button.tsx'
import { PayWithCredits } from '#web/features/orders/pay-with-credits.tsx'
import type { Waiting } from '#web/features/orders/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatCountdown, formatTime, withZone } from '#web/format/time.ts'
import { useNow } from '#web/ui/now.ts'

const TICK_MS = 1000
const LOOK_MS = 3000

type Props = { order: Waiting<OrderDetails>; isConfirming: boolean }

/** Until when the space is kept for the customer, and what they can do about it. */
export function WaitingNote({ order, isConfirming }: Props) {
  const { t } = useTranslation('orders')
  const { pay_until, time_zone, left, currency } = order
  const leftMs = Date.parse(pay_until) - useNow(TICK_MS)
  const isOver = leftMs <= 0
  useQuery({ ...orderQuery(order.id), refetchInterval: isOver ? LOOK_MS : false })
  const isOwn = useUser()?.id === order.user_id
  const time = withZone(formatTime(pay_until, time_zone), pay_until, time_zone)
  if (!isOwn)
    return (
      <Alert color="brass" variant="light" role="note" icon={<IconHourglass aria-hidden />}>
        {t('waiting.forOthers', { time })}
      </Alert>
    )
  return (
    <Alert
      color="brass"
      variant="light"
      role="note"
      icon={<IconHourglass aria-hidden />}
      title={isOver ? t('waiting.over') : t('waiting.title', { time })}
    >
      <Stack gap="sm">
        {isOver ? (
          <Text>{t('waiting.overText')}</Text>
        ) : (
          <Text role="timer">
            {t('waiting.left', { time: formatCountdown(leftMs), amount: formatMoney(left, currency) })}
          </Text>
        )}
        {!isOver && !isConfirming && (
          <Group gap="sm">
            <PayByCard order={order} />
            <PayWithCredits order={order} onlyAll />
            <CancelButton order={order} />
          </Group>
        )}
      </Stack>
    </Alert>
  )
}
