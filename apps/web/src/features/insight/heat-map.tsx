import { type Insight, measured } from '@keyhour/contract/insight'
import { Text, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/insight/insight.module.css'
import { measureText, shortText } from '#web/features/insight/measure-text.ts'
import { dateOn, hoursShown, isMoney, type Measure } from '#web/features/insight/rules.ts'
import { formatHour, formatWeekday } from '#web/format/time.ts'
import { useIsPhone } from '#web/ui/phone.ts'

const DAYS = [0, 1, 2, 3, 4, 5, 6]

type Props = { insight: Insight; measure: Measure; caption: string }

/** A table whose cells are tinted by their values; days are rows, or columns on a phone. */
export function HeatMap({ insight: { hours, currency }, measure, caption }: Props) {
  const { t } = useTranslation('insight')
  const isPhone = useIsPhone()
  const { first, last } = hoursShown(hours)
  const times = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const values = hours.map(({ now }) => measured(measure, now))
  const most = Math.max(...values.map((value) => value ?? 0))

  const isClosed = (day: number, hour: number): boolean => {
    const { now } = hours[day * 24 + hour]!
    return now.open_ms === 0 && now.booked_ms === 0
  }
  const cell = (day: number, hour: number) => {
    const at = day * 24 + hour
    const value = values[at]!
    const closed = isClosed(day, hour)
    const said = closed ? t('closed') : measureText(measure, value, currency)
    return (
      <td
        key={`${day} ${hour}`}
        className={classes.heat}
        data-closed={closed || undefined}
        style={{ '--share': most > 0 ? (value ?? 0) / most : 0 } as React.CSSProperties}
        title={`${formatWeekday(dateOn(day))} ${formatHour(hour)}: ${said}`}
        aria-label={said}
      >
        <span aria-hidden>{closed ? '' : shortText(measure, value === 0 ? null : value)}</span>
      </td>
    )
  }
  const dayHead = (day: number, scope: 'row' | 'col') => (
    <th key={day} scope={scope}>
      {formatWeekday(dateOn(day))}
    </th>
  )
  const hourHead = (hour: number, scope: 'row' | 'col') => (
    <th key={hour} scope={scope}>
      <bdi>{formatHour(hour)}</bdi>
    </th>
  )
  const [columns, rows] = isPhone ? [DAYS, times] : [times, DAYS]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
    <section className={classes.heatFrame} aria-label={caption} tabIndex={0}>
      <table className={classes.heatMap}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <td />
            {columns.map((one) => (isPhone ? dayHead(one, 'col') : hourHead(one, 'col')))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one}>
              {isPhone ? hourHead(one, 'row') : dayHead(one, 'row')}
              {columns.map((other) => (isPhone ? cell(other, one) : cell(one, other)))}
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="sm" c="dimmed" mt="xs">
        {isMoney(measure) ? t('heatMoney', { currency }) : t('heatShare')}
        {DAYS.some((day) => times.some((hour) => isClosed(day, hour))) && ` ${t('heatClosed')}`}
      </Text>
    </section>
  )
}
