import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { poolQuery } from '#web/features/businesses/api.ts'
import classes from '#web/features/businesses/businesses.module.css'
import { useCompany, useOwnRole } from '#web/features/businesses/company-frame.tsx'
import { CompanyPart, CompanySection } from '#web/features/businesses/company-part.tsx'
import { PoolEntries } from '#web/features/businesses/pool-entries.tsx'
import { PoolPayments } from '#web/features/businesses/pool-payments.tsx'
import { paymentOptionsQuery } from '#web/features/payments/api.ts'
import { PackOffers } from '#web/features/payments/pack-offers.tsx'
import { PaymentOutcome } from '#web/features/payments/payment-outcome.tsx'
import { formatMoney } from '#web/format/money.ts'
import { formatLastDay } from '#web/format/time.ts'
import { QueryView } from '#web/ui/query-view.tsx'

/** What is in the pool, packs for it, and everything that came and went. */
export function CompanyCreditsScreen() {
  // Also loads the texts of the parts that other screens share.
  const { t } = useTranslation(['businesses', 'payments', 'credits'])
  const { closed_at } = useCompany()
  const mayBuy = useOwnRole() === 'manager' && !closed_at
  const [address] = useSearchParams()
  const paymentId = Number(address.get('payment')) || null
  return (
    <CompanyPart title={t('part.credits')}>
      <Stack gap="xl">
        {paymentId !== null && <PaymentOutcome key={paymentId} id={paymentId} />}
        <Pool />
        {mayBuy && <Packs />}
        <PoolEntries />
        <PoolPayments />
      </Stack>
    </CompanyPart>
  )
}

function Pool() {
  const { t } = useTranslation('businesses')
  const { id } = useCompany()
  const pool = useQuery(poolQuery(id))
  return (
    <CompanySection id="pool" title={t('pool.title')}>
      <QueryView query={pool} loading={t('pool.loading')}>
        {({ left, currency, lots }) => (
          <>
            <p className={classes.balance}>{formatMoney(left, currency)}</p>
            {lots.length > 0 && (
              <ul className={classes.rows} aria-label={t('pool.lots')}>
                {lots.map(({ id, description, granted, remaining, expires_at }) => (
                  <li key={id} className={classes.row}>
                    <div className={classes.words}>
                      <Text fw={500}>
                        <bdi>{description ?? t('pool.credits')}</bdi>
                      </Text>
                      <Text size="sm" c="dimmed">
                        {expires_at === null
                          ? t('pool.never')
                          : t('pool.expires', { date: formatLastDay(expires_at) })}
                      </Text>
                    </div>
                    <span className={classes.sums}>
                      {t('pool.of', {
                        remaining: formatMoney(remaining, currency),
                        granted: formatMoney(granted, currency),
                      })}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </QueryView>
    </CompanySection>
  )
}

function Packs() {
  const { t } = useTranslation('businesses')
  const { id, currency } = useCompany()
  const options = useQuery(paymentOptionsQuery)
  return (
    <CompanySection id="packs" title={t('packs.title')}>
      <QueryView query={options} loading={t('packs.loading')}>
        {({ way, packs }) => {
          const offered = packs.filter((pack) => pack.currency === currency)
          if (offered.length === 0) return <p className={classes.none}>{t('packs.none', { currency })}</p>
          return <PackOffers way={way} packs={offered} businessId={id} />
        }}
      </QueryView>
    </CompanySection>
  )
}
