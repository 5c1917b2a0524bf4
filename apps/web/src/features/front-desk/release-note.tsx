import type { DayOrder } from '@keyhour/contract/front-desk'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#web/format/time.ts'

type Props = { order: DayOrder; zone: string; now: number }

/** When a booking is released that nobody has come to yet. */
export function ReleaseNote({ order: { release_at }, zone, now }: Props) {
  const { t } = useTranslation('front-desk')
  if (release_at === null || Date.parse(release_at) <= now) return null
  return <Text size="sm">{t('attention.released', { time: formatTime(release_at, zone) })}</Text>
}
