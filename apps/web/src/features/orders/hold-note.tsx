import { Button, Group, Text } from '@mantine/core'
import { IconHourglass, IconHourglassOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Hold } from '#web/features/orders/use-hold.ts'
import { formatCountdown } from '#web/format/time.ts'

/** How long the chosen time is kept, or that it no longer is. */
export function HoldNote({ hold }: { hold: Hold }) {
  const { t } = useTranslation('booking')
  if (hold.state === 'held')
    return (
      <Group gap={8} wrap="nowrap">
        <IconHourglass aria-hidden size={18} />
        <Text size="sm" role="timer">
          {t('hold.held', { time: formatCountdown(hold.leftMs) })}
        </Text>
      </Group>
    )
  if (hold.state !== 'over') return null
  return (
    <Group gap={8} role="status">
      <IconHourglassOff aria-hidden size={18} />
      <Text size="sm">{t('hold.over')}</Text>
      <Button size="xs" onClick={hold.again}>
        {t('hold.again')}
      </Button>
    </Group>
  )
}
