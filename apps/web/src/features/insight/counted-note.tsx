import { useTranslation } from 'react-i18next'
import classes from '#web/features/insight/insight.module.css'

const POINTS = [
  'revenue',
  'net',
  'currency',
  'occupancy',
  'utilisation',
  'noShows',
  'days',
  'hours',
  'before',
  'history',
] as const

export function CountedNote() {
  const { t } = useTranslation('insight')
  return (
    <details className={classes.note}>
      <summary>{t('counted.title')}</summary>
      <ul>
        {POINTS.map((point) => (
          <li key={point}>{t(`counted.${point}`)}</li>
        ))}
      </ul>
    </details>
  )
}
