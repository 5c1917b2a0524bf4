import type { Compared, Insight, InsightQuestion } from '@keyhour/contract/insight'
import { Center, Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type Bar, BarList } from '#web/features/insight/bar-list.tsx'
import { ChangeText } from '#web/features/insight/change-text.tsx'
import { ChartCard } from '#web/features/insight/chart-card.tsx'
import { FiguresTable } from '#web/features/insight/figures-table.tsx'
import { HeatMap } from '#web/features/insight/heat-map.tsx'
import classes from '#web/features/insight/insight.module.css'
import { measureText } from '#web/features/insight/measure-text.ts'
import { PaymentsTable } from '#web/features/insight/payments-table.tsx'
import { rangeText } from '#web/features/insight/period-text.ts'
import { type Measure, measured } from '#web/features/insight/rules.ts'
import { formatShare } from '#web/format/share.ts'
import { formatHour, formatWeekday } from '#web/format/time.ts'

const PeriodsChart = lazy(async () => ({
  default: (await import('#web/features/insight/periods-chart.tsx')).PeriodsChart,
}))

type Props = { insight: Insight; question: InsightQuestion | undefined; measure: Measure }

export function InsightCharts({ insight, question, measure }: Props) {
  const { t } = useTranslation('insight')
  const { currency, periods, offices, types, hours, payments, total } = insight
  const name = t(`measure.${measure}`)

  const barOf = (key: string | number, title: string, { now, before }: Compared): Bar => {
    const [value, earlier] = [measured(measure, now), measured(measure, before)]
    return {
      key,
      name: title,
      now: value,
      before: earlier,
      text: measureText(measure, value, currency),
      change: <ChangeText measure={measure} now={value} before={earlier} currency={currency} />,
    }
  }
  const byValue = (a: Bar, b: Bar) => (b.now ?? -1) - (a.now ?? -1)
  const table = (part: 'periods' | 'offices' | 'types' | 'hours', rows: (Compared & Named)[]) => (
    <FiguresTable
      caption={t(`chart.${part}`)}
      heading={t(`heading.${part}`)}
      rows={rows}
      currency={currency}
    />
  )

  return (
    <div className={classes.charts}>
      <ChartCard
        title={t('chart.periods')}
        note={name}
        name="periods"
        question={question}
        chart={
          <Suspense
            fallback={
              <Center h={280}>
                <Loader aria-hidden />
              </Center>
            }
          >
            <PeriodsChart insight={insight} measure={measure} label={t('chartLabel.periods', { name })} />
          </Suspense>
        }
        table={table(
          'periods',
          periods.map((one) => ({ ...one, key: one.days.from, name: rangeText(one.days) })),
        )}
      />
      <div className={classes.pair}>
        <ChartCard
          title={t('chart.offices')}
          note={name}
          name="offices"
          question={question}
          chart={
            <BarList
              label={t('chartLabel.offices', { name })}
              bars={offices.map((one) => barOf(one.office_id, one.name, one)).sort(byValue)}
            />
          }
          table={table(
            'offices',
            offices.map((one) => ({ ...one, key: one.office_id })),
          )}
        />
        <div className={classes.stack}>
          <ChartCard
            title={t('chart.types')}
            note={name}
            name="types"
            question={question}
            chart={
              <BarList
                label={t('chartLabel.types', { name })}
                bars={types.map((one) => barOf(one.type, t(`spaceType.${one.type}`), one)).sort(byValue)}
              />
            }
            table={table(
              'types',
              types.map((one) => ({ ...one, key: one.type, name: t(`spaceType.${one.type}`) })),
            )}
          />
          <ChartCard
            title={t('chart.payments')}
            note={t('measure.revenue')}
            name="payments"
            question={question}
            chart={
              <BarList
                label={t('chartLabel.payments')}
                bars={payments.map(({ payment, now, before }) => ({
                  key: payment,
                  name: t(`payment.${payment}`),
                  now: now.revenue,
                  before: before.revenue,
                  text: measureText('revenue', now.revenue, currency),
                  change:
                    total.now.revenue > 0 &&
                    t('share', { share: formatShare(now.revenue / total.now.revenue) }),
                }))}
              />
            }
            table={<PaymentsTable insight={insight} />}
          />
        </div>
      </div>
      <ChartCard
        title={t('chart.hours')}
        note={measure === 'revenue' || measure === 'net' ? t('hoursMoney', { name }) : name}
        name="hours"
        question={question}
        chart={<HeatMap insight={insight} measure={measure} caption={t('chartLabel.hours', { name })} />}
        table={table(
          'hours',
          hours.flatMap((one, at) =>
            one.now.open_ms > 0 || one.now.booked_ms > 0
              ? [{ ...one, key: at, name: `${formatWeekday(dayOfWeek(at))} ${formatHour(at % 24)}` }]
              : [],
          ),
        )}
      />
    </div>
  )
}

type Named = { key: string | number; name: string }
/** In a week that began on a Sunday. */
const dayOfWeek = (hour: number): string => `2026-03-0${Math.floor(hour / 24) + 1}`
