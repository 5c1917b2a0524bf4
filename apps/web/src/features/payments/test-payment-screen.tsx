import type { PackPayment } from '@keyhour/contract/payments'
import { Id } from '@keyhour/contract/primitives'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { paymentQuery, useEndTestPayment } from '#web/features/payments/api.ts'
import { creditsPage } from '#web/features/payments/rules.ts'
import { TestPaymentCard } from '#web/features/payments/test-payment-card.tsx'
import { formatMoney } from '#web/format/money.ts'
import { formatCount } from '#web/format/share.ts'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

/** Stands in for the page of the payment provider in a demo. */
export function TestPaymentScreen() {
  const { t } = useTranslation('payments')
  const id = Id.safeParse(Number(useParams().id)).data ?? 0
  const payment = useQuery(paymentQuery(id))
  return (
    <Page title={t('test.title')}>
      <QueryView query={payment} loading={t('outcome.loading')} wayBack={<WayBack to="/credits" />}>
        {(found) => <TestPayment payment={found} />}
      </QueryView>
    </Page>
  )
}

function WayBack({ to }: { to: string }) {
  const { t } = useTranslation('payments')
  return (
    <Anchor component={Link} to={to}>
      {t('test.back')}
    </Anchor>
  )
}

function TestPayment({ payment }: { payment: PackPayment }) {
  const { t } = useTranslation('payments')
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const { id, status, pack_name, credits_amount, amount, currency } = payment
  const end = useEndTestPayment(id)
  const after = new URLSearchParams(address)
  after.set('payment', String(id))
  const credits = `${creditsPage(payment)}?${after}`
  if (status !== 'open') return <Navigate to={credits} replace />

  return (
    <TestPaymentCard
      amount={formatMoney(amount, currency)}
      end={end}
      onEnded={() => void navigate(credits, { replace: true })}
      wayBack={<WayBack to={creditsPage(payment)} />}
    >
      <Text fw={600}>
        <bdi>{pack_name}</bdi>
      </Text>
      <Text c="dimmed">{t('credits', { count: credits_amount, number: formatCount(credits_amount) })}</Text>
    </TestPaymentCard>
  )
}
