import '@mantine/charts/styles.layer.css'
import { type Insight, measured } from '@keyhour/contract/insight'
import { BarChart } from '@mantine/charts'
import { useDirection } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/insight/insight.module.css'
import { measureText, shortText } from '#web/features/insight/measure-text.ts'
import { periodText } from '#web/features/insight/period-text.ts'
import { isMoney, type Measure } from '#web/features/insight/rules.ts'
import { signOf } from '#web/format/money.ts'

type Props = { insight: Insight; measure: Measure; label: string }

/** The range before is outlined, so that colour is not the only difference. */
const FRAMED = {
  fillOpacity: 0,
  stroke: 'var(--line-strong)',
  strokeOpacity: 1,
  strokeWidth: 1.5,
  strokeDasharray: '3 2',
}

export function PeriodsChart({ insight, measure, label }: Props) {
  const { t } = useTranslation('insight')
  const { dir } = useDirection()
  const { periods, period_length, currency } = insight
  const data = periods.map(({ days, now, before }) => ({
    period: periodText(days, period_length),
    now: measured(measure, now),
    before: measured(measure, before),
  }))
  return (
    <figure className={classes.chart} aria-label={label}>
      <figcaption className={classes.key}>
        <span className={classes.keyNow}>{t('thisRange')}</span>
        <span className={classes.keyBefore}>{t('rangeBefore')}</span>
      </figcaption>
      <BarChart
        dir="ltr"
        h={280}
        data={data}
        dataKey="period"
        series={[
          { name: 'now', label: t('thisRange'), color: 'var(--brass)' },
          { name: 'before', label: t('rangeBefore'), color: 'var(--line-strong)' },
        ]}
        barProps={({ name }) => ({
          isAnimationActive: false,
          ...(name === 'before' && FRAMED),
        })}
        xAxisProps={{ reversed: dir === 'rtl', minTickGap: 24 }}
        yAxisProps={{
          orientation: dir === 'rtl' ? 'right' : 'left',
          width: 64,
          tickFormatter: (value: number) =>
            isMoney(measure) ? `${signOf(currency)}${shortText(measure, value)}` : shortText(measure, value),
        }}
        valueFormatter={(value) => measureText(measure, value, currency)}
        gridColor="var(--line)"
        textColor="var(--ink-soft)"
        tooltipAnimationDuration={0}
      />
    </figure>
  )
}
