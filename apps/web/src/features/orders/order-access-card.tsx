import type { OrderDetails } from '@keyhour/contract/orders'
import { Group, Paper, Text, Title } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { accessFrom, phaseOf } from '#web/features/orders/rules.ts'

/** How to get in, once it is time. */
export function OrderAccessCard({ order, now }: { order: OrderDetails; now: number }) {
  const { t } = useTranslation('orders')
  const phase = phaseOf(order, now)
  if (phase === 'past' || phase === 'cancelled') return null
  const isTime = Date.parse(accessFrom(order)) <= now
  return (
    <Paper withBorder p="lg">
      <Group gap={8} mb="sm">
        <IconKey aria-hidden size={20} />
        <Title order={2} size="h4">
          {t('access.title')}
        </Title>
      </Group>
      <Text>{t(isTime ? 'access.askThere' : 'access.later')}</Text>
    </Paper>
  )
}
