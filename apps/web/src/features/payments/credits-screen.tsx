import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paymentOptionsQuery } from '#web/features/payments/api.ts'
import { OwnPayments } from '#web/features/payments/own-payments.tsx'
import { PackOffers } from '#web/features/payments/pack-offers.tsx'
import { PaymentOutcome } from '#web/features/payments/payment-outcome.tsx'
import classes from '#web/features/payments/payments.module.css'
import { profileQuery } from '#web/features/users/api.ts'
import { formatBalances } from '#web/format/money.ts'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

/** Packs for sale, what became of a payment, and earlier ones. */
export function CreditsScreen() {
  const { t } = useTranslation('payments')
  const [address] = useSearchParams()
  const options = useQuery(paymentOptionsQuery)
  const paymentId = Number(address.get('payment')) || null
  return (
    <Page title={t('title')}>
      <Stack gap="xl">
        {paymentId !== null && <PaymentOutcome key={paymentId} id={paymentId} />}
        <section aria-labelledby="packs">
          <Title order={2} size="h4" id="packs" className={classes.heading}>
            {t('packs')}
          </Title>
          <Balance />
          <QueryView
            query={options}
            loading={t('loading')}
            isEmpty={({ packs }) => packs.length === 0}
            empty={t('noPacks')}
          >
            {(offered) => <PackOffers {...offered} />}
          </QueryView>
        </section>
        <OwnPayments />
      </Stack>
    </Page>
  )
}

/** Nothing while it is unknown: the packs do not wait for it. */
function Balance() {
  const { t } = useTranslation('payments')
  const balances = useQuery(profileQuery).data?.credit_balances ?? []
  if (balances.length === 0) return null
  return <Text mb="md">{t('balance', { balance: formatBalances(balances) })}</Text>
}
