import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconHourglass, IconHourglassOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/features/bookings/booking.module.css'
import type { Hold } from '#web/features/bookings/use-hold.ts'
import { formatCountdown } from '#web/format/time.ts'

/** How long the time is held, or why it no longer is. */
export function HoldNote({ hold }: { hold: Hold }) {
  const { t } = useTranslation('booking')
  const { state, bookedElsewhere } = hold
  if (state === 'held')
    return (
      <Group gap={8} wrap="nowrap">
        <IconHourglass aria-hidden size={18} />
        <Text size="sm" role="timer">
          {t('hold.held', { time: formatCountdown(hold.leftMs) })}
        </Text>
      </Group>
    )
  if (state !== 'over' && state !== 'elsewhere') return null
  return (
    <Group gap={8} role="status">
      <Group gap={8} wrap="nowrap" align="flex-start">
        <IconHourglassOff className={classes.holdIcon} aria-hidden size={18} />
        <Text size="sm">{t(reasonOf(hold))}</Text>
      </Group>
      {bookedElsewhere !== null && (
        <Anchor size="sm" component={Link} to={`/order/${bookedElsewhere}`}>
          {t('hold.toOrder')}
        </Anchor>
      )}
      <Button size="xs" onClick={hold.again}>
        {t('hold.again')}
      </Button>
    </Group>
  )
}

function reasonOf({ state, bookedElsewhere }: Hold) {
  if (state === 'over') return 'hold.over'
  return bookedElsewhere === null ? 'hold.elsewhere' : 'hold.bookedElsewhere'
}
