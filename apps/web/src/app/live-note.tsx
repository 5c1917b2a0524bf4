import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Liveness } from '#web/api/live.ts'
import classes from '#web/app/live-note.module.css'
import { formatTime } from '#web/format/time.ts'

type Props = { liveness: Liveness; updatedAt: number; zone: string }

/** Whether the page updates itself, and if not, since when. */
export function LiveNote({ liveness, updatedAt, zone }: Props) {
  const { t } = useTranslation('app')
  const time = formatTime(new Date(updatedAt).toISOString(), zone)
  return (
    <span className={classes.note}>
      <span className={classes.dot} data-live={liveness === 'live' || undefined} aria-hidden />
      <span title={liveness === 'live' ? t('liveHint') : undefined}>{t(`live.${liveness}`, { time })}</span>
      <VisuallyHidden role="status">{liveness === 'lost' ? t('liveStopped') : null}</VisuallyHidden>
    </span>
  )
}
