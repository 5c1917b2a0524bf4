import '@mantine/charts/styles.layer.css'
import type { InsightMeasure } from '@keyhour/contract/insight'
import type { Currency } from '@keyhour/contract/primitives'
import { BarChart } from '@mantine/charts'
import { useDirection } from '@mantine/core'
import classes from '#web/features/insight/compared-bars.module.css'
import { measureText, shortText } from '#web/features/insight/measure-text.ts'
import { isMoney } from '#web/features/insight/rules.ts'
import { signOf } from '#web/format/money.ts'

type Value = number | null | undefined

type Props = {
  bars: { at: string; main?: Value; other?: Value }[]
  /** What the two kinds of bars are called in the key. */
  names: { main: string; other: string }
  /** Each moment has only one of the two bars, drawn where both would stand. */
  isOneEach?: boolean
  measure: InsightMeasure
  currency: Currency
  label: string
}

/** The other bars are outlined, so that colour is not the only difference. */
const OUTLINED = {
  fillOpacity: 0,
  stroke: 'var(--line-strong)',
  strokeOpacity: 1,
  strokeWidth: 1.5,
  strokeDasharray: '3 2',
}

/** The chart moves the words of the axis to the left, which on the right side is into the bars. */
const RIGHT_TICK = { transform: 'translate(10, 0)', fontSize: 12, fill: 'currentColor' }

/** The bars that count, beside those they are compared with. */
export function ComparedBars({ bars, names, isOneEach = false, measure, currency, label }: Props) {
  const { dir } = useDirection()
  const isRightToLeft = dir === 'rtl'
  return (
    <figure className={classes.chart} aria-label={label}>
      <figcaption className={classes.key}>
        <span className={classes.main}>{names.main}</span>
        <span className={classes.other}>{names.other}</span>
      </figcaption>
      <BarChart
        dir="ltr"
        h={280}
        data={bars}
        dataKey="at"
        type={isOneEach ? 'stacked' : 'default'}
        series={[
          { name: 'main', label: names.main, color: 'var(--brass)' },
          { name: 'other', label: names.other, color: 'var(--line-strong)' },
        ]}
        barProps={({ name }) => ({ isAnimationActive: false, ...(name === 'other' && OUTLINED) })}
        xAxisProps={{ reversed: isRightToLeft, minTickGap: 24 }}
        yAxisProps={{
          orientation: isRightToLeft ? 'right' : 'left',
          width: 64,
          ...(isRightToLeft && { tick: RIGHT_TICK }),
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
