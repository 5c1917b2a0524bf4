import {
  highestFirst,
  type Insight,
  type InsightQuestion,
  type InsightTable,
  measured,
} from '@keyhour/contract/insight'
import { Center, Loader } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { BarList } from '#web/features/insight/bar-list.tsx'
import { ChangeText } from '#web/features/insight/change-text.tsx'
import { ChartCard } from '#web/features/insight/chart-card.tsx'
import { HeatMap } from '#web/features/insight/heat-map.tsx'
import classes from '#web/features/insight/insight.module.css'
import { measureText } from '#web/features/insight/measure-text.ts'
import { PaymentsTable } from '#web/features/insight/payments-table.tsx'
import { periodText, rangeText } from '#web/features/insight/period-text.ts'
import { dateOn, isMoney, type Measure } from '#web/features/insight/rules.ts'
import { type TotalsRow, TotalsTable } from '#web/features/insight/totals-table.tsx'
import { formatShare } from '#web/format/share.ts'
import { formatHour, formatWeekday } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'

const ComparedBars = lazyPart('ComparedBars', () => import('#web/features/insight/compared-bars.tsx'))

type Props = { insight: Insight; question: InsightQuestion | undefined; measure: Measure }

export function InsightCharts({ insight, question, measure }: Props) {
  const { t } = useTranslation('insight')
  const { currency } = insight
  const name = t(`measure.${measure}`)
  const offices = highestFirst(insight.offices, measure).map((row) => ({
    ...row,
    key: row.office_id,
    name: localPlace(row).name,
  }))
  const types = highestFirst(insight.types, measure).map((row) => ({
    ...row,
    key: row.type,
    name: t(`spaceType.${row.type}`),
  }))

  const card = (table: InsightTable, chart: ReactNode, totals: ReactNode, note = name) => (
    <ChartCard
      title={t(`chart.${table}`)}
      note={note}
      name={table}
      question={question}
      measure={measure}
      chart={chart}
      table={totals}
    />
  )
  const bars = (part: 'offices' | 'types', rows: TotalsRow[]) => (
    <BarList
      label={t(`chartLabel.${part}`, { name })}
      bars={rows.map(({ key, name, now, before }) => {
        const values = { now: measured(measure, now), before: measured(measure, before) }
        return {
          key,
          name,
          ...values,
          text: measureText(measure, values.now, currency),
          change: <ChangeText measure={measure} currency={currency} {...values} />,
        }
      })}
    />
  )
  const table = (part: 'periods' | 'offices' | 'types' | 'hours', rows: TotalsRow[]) => (
    <TotalsTable
      caption={t(`chart.${part}`)}
      heading={t(`heading.${part}`)}
      rows={rows}
      currency={currency}
    />
  )

  return (
    <div className={classes.charts}>
      {card(
        'periods',
        <PeriodBars insight={insight} measure={measure} />,
        table('periods', periodRows(insight)),
      )}
      <div className={classes.pair}>
        {card('offices', bars('offices', offices), table('offices', offices))}
        <div className={classes.stack}>
          {card('types', bars('types', types), table('types', types))}
          {card(
            'payments',
            <PaymentBars insight={insight} />,
            <PaymentsTable insight={insight} />,
            t('measure.revenue'),
          )}
        </div>
      </div>
      {card(
        'hours',
        <HeatMap insight={insight} measure={measure} caption={t('chartLabel.hours', { name })} />,
        table('hours', hourRows(insight)),
        isMoney(measure) ? t('hoursMoney', { name }) : name,
      )}
    </div>
  )
}

const ChartLoader = () => (
  <Center h={280}>
    <Loader aria-hidden />
  </Center>
)

function PeriodBars({ insight, measure }: { insight: Insight; measure: Measure }) {
  const { t } = useTranslation('insight')
  const { periods, period_length, currency } = insight
  return (
    <Suspense fallback={<ChartLoader />}>
      <ComparedBars
        bars={periods.map(({ days, now, before }) => ({
          at: periodText(days, period_length),
          main: measured(measure, now),
          other: measured(measure, before),
        }))}
        names={{ main: t('thisRange'), other: t('rangeBefore') }}
        measure={measure}
        currency={currency}
        label={t('chartLabel.periods', { name: t(`measure.${measure}`) })}
      />
    </Suspense>
  )
}

function PaymentBars({ insight: { payments, total, currency } }: { insight: Insight }) {
  const { t } = useTranslation('insight')
  return (
    <BarList
      label={t('chartLabel.payments')}
      bars={payments.map(({ payment, now, before }) => ({
        key: payment,
        name: t(`payment.${payment}`),
        now: now.revenue,
        before: before.revenue,
        text: measureText('revenue', now.revenue, currency),
        change: total.now.revenue > 0 && t('share', { share: formatShare(now.revenue / total.now.revenue) }),
      }))}
    />
  )
}

const periodRows = ({ periods }: Insight): TotalsRow[] =>
  periods.map((period) => ({ ...period, key: period.days.from, name: rangeText(period.days) }))

/** Only hours in which an office was open or booked. */
const hourRows = ({ hours }: Insight): TotalsRow[] =>
  hours.flatMap((hour, at) =>
    hour.now.open_ms > 0 || hour.now.booked_ms > 0
      ? [{ ...hour, key: at, name: `${formatWeekday(dateOn(Math.floor(at / 24)))} ${formatHour(at % 24)}` }]
      : [],
  )
