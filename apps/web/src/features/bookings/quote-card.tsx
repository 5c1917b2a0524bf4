import type { Quote } from '@keyhour/contract/bookings'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/bookings/booking.module.css'
import { formatMoney, signOf } from '#web/format/money.ts'
import { Breakdown } from '#web/ui/breakdown.tsx'

export function QuoteCard({ quote }: { quote: Quote }) {
  const { t } = useTranslation('booking')
  const money = (cents: number) => formatMoney(cents, quote.currency)
  return (
    <>
      <dl className={classes.sums}>
        <dt className={classes.total}>{t('quote.due')}</dt>
        <dd className={classes.total}>{money(quote.due)}</dd>
        {quote.tax > 0 && (
          <dd className={classes.ofWhich}>
            <Breakdown
              summary={t('quote.includingTax', { tax: money(quote.tax) })}
              rows={[
                [t('quote.price'), money(quote.total_price)],
                [t('quote.tax', { percent: quote.tax_percent }), money(quote.tax)],
              ]}
            />
          </dd>
        )}
        {quote.with_credits > 0 && (
          <>
            <dt>
              {quote.company ? t('quote.ofCompany', { company: quote.company.name }) : t('quote.credits')}
            </dt>
            <dd>{money(-quote.with_credits)}</dd>
          </>
        )}
        <dt>{t('quote.left')}</dt>
        <dd>{money(quote.left)}</dd>
      </dl>
      <SetAside quote={quote} />
      <OtherCredits quote={quote} />
    </>
  )
}

/** Explains why credits that the customer has do not pay. */
function SetAside({ quote: { currency, left, set_aside } }: { quote: Quote }) {
  const { t } = useTranslation('booking')
  if (left === 0 || set_aside === 0) return null
  return (
    <Text size="sm" c="dimmed">
      {t('quote.setAside', { credits: formatMoney(set_aside, currency) })}
    </Text>
  )
}

/** Explains why credits of another currency do not pay. */
function OtherCredits({ quote: { currency, left, other_credits } }: { quote: Quote }) {
  const { t } = useTranslation('booking')
  if (left === 0 || other_credits.length === 0) return null
  const credits = other_credits.map(({ amount, currency }) => formatMoney(amount, currency)).join(' · ')
  return (
    <Text size="sm" c="dimmed">
      {t('quote.otherCredits', { credits, sign: signOf(currency) })}
    </Text>
  )
}
