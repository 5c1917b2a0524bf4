import { Button, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/insight/insight.module.css'

type Bar = {
  key: string | number
  name: string
  now: number | null
  before: number | null
  text: string
  change: ReactNode
}

const FIRST_ONES = 10

/** A filled bar for this range, and an outlined one below it for the range before. */
export function BarList({ bars, label }: { bars: Bar[]; label: string }) {
  const { t } = useTranslation('insight')
  const [isWhole, setWhole] = useState(false)
  const most = Math.max(...bars.flatMap(({ now, before }) => [now ?? 0, before ?? 0]), 0)
  const width = (value: number | null) => ({ inlineSize: `${most > 0 ? ((value ?? 0) / most) * 100 : 0}%` })
  const shown = isWhole ? bars : bars.slice(0, FIRST_ONES)
  return (
    <>
      <ul className={classes.bars} aria-label={label}>
        {shown.map(({ key, name, now, before, text, change }) => (
          <li key={key}>
            <div className={classes.barWords}>
              <bdi className={classes.barName}>{name}</bdi>
              <span className={classes.barText}>
                <bdi>{text}</bdi> <VisuallyHidden>{t('comparedWithBefore')}</VisuallyHidden> {change}
              </span>
            </div>
            <div className={classes.barNow} data-none={!now || undefined} style={width(now)} />
            <div className={classes.barBefore} data-none={!before || undefined} style={width(before)} />
          </li>
        ))}
      </ul>
      {bars.length > FIRST_ONES && (
        <Button className={classes.onScreen} mt="md" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('showFirst', { shown: FIRST_ONES }) : t('showAll', { shown: bars.length })}
        </Button>
      )}
    </>
  )
}
