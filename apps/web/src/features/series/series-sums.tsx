import { Alert, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NoShowRule } from '#web/features/availability/no-show-rule.tsx'
import classes from '#web/features/series/series.module.css'
import type { SeriesBooking } from '#web/features/series/use-series.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatMonth } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'

type Props = { series: SeriesBooking; onCompany: boolean; buyCredits: ReactNode }

/** What the chosen dates cost together, and whether they can be paid. */
export function SeriesSums({ series: { quote, coverage, chosen }, onCompany, buyCredits }: Props) {
  const { t } = useTranslation('series')
  if (!quote || !coverage) return <Text c="dimmed">{t('chooseFirst')}</Text>
  const money = (cents: number) => formatMoney(cents, quote.currency)
  const { total, with_credits, left } = coverage
  return (
    <Stack gap="sm">
      <Text fw={600}>{t('dateCount', { count: chosen })}</Text>
      <dl className={classes.sums}>
        <dt className={classes.total}>{t('total')}</dt>
        <dd className={classes.total}>{money(total)}</dd>
        {with_credits > 0 && (
          <>
            <dt>{t(onCompany ? 'withCompany' : 'withCredits')}</dt>
            <dd>{money(-with_credits)}</dd>
          </>
        )}
        <dt>{t('left')}</dt>
        <dd>{money(left)}</dd>
      </dl>
      <NotCovered series={{ quote, coverage }} onCompany={onCompany} buyCredits={buyCredits} />
      <Text size="sm" c="dimmed">
        {t('eachByItself')}
      </Text>
      <NoShowRule terms={quote.no_show} size="sm" />
    </Stack>
  )
}

type Shortage = Omit<Props, 'series'> & {
  series: { quote: NonNullable<SeriesBooking['quote']>; coverage: NonNullable<SeriesBooking['coverage']> }
}

/** Why it cannot be booked like this, and what would help. */
function NotCovered({ series: { quote, coverage }, onCompany, buyCredits }: Shortage) {
  const { t } = useTranslation('series')
  const { purse, currency } = quote
  const { isEnough, short_months, left, unpaid } = coverage
  if (isEnough) return unpaid === 0 ? null : <Text size="sm">{t('someUnpaid', { count: unpaid })}</Text>
  const money = (cents: number) => formatMoney(cents, currency)
  return (
    <Alert color="brass" variant="light" role="status" title={titleOf()}>
      <Text size="sm">{t(onCompany ? 'orLess' : 'orLessOrBuy')}</Text>
      {!onCompany && purse.unpaid_allowed > 0 && (
        <Text size="sm">{t('mayStayUnpaid', { count: purse.unpaid_allowed })}</Text>
      )}
      {!onCompany && buyCredits}
    </Alert>
  )

  function titleOf(): string {
    if (purse.refusal !== null) return serverText(purse.refusal)
    const [month] = short_months
    if (month) return t('overLimit', { month: formatMonth(month) })
    return t(onCompany ? 'companyShort' : 'creditsShort', { left: money(left) })
  }
}
