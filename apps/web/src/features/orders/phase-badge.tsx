import { phaseOf } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isWaiting } from '#web/features/orders/rules.ts'

export function PhaseBadge({ order, now }: { order: OrderDetails; now: number }) {
  const { t } = useTranslation('orders')
  const phase = phaseOf(order, now)
  if (isWaiting(order))
    return (
      <Badge variant="light" color="brass" tt="none">
        {t('waiting.badge')}
      </Badge>
    )
  return (
    <Badge variant="light" color={phase === 'active' ? 'free' : 'gray'} tt="none">
      {t(order.no_show ? 'phase.noShow' : `phase.${phase}`)}
    </Badge>
  )
}
