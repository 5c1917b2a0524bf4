import type { Charge } from '@keyhour/contract/charges'
import { Id } from '@keyhour/contract/primitives'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { chargesQuery, useEndTestCharge } from '#web/features/charges/api.ts'
import { findCharge } from '#web/features/charges/rules.ts'
import { TestPaymentCard } from '#web/features/payments/test-payment-card.tsx'
import { formatMoney } from '#web/format/money.ts'
import { serverText } from '#web/texts/i18n.ts'
import { FailureMessage } from '#web/ui/failure-message.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

const idOf = (text: string | undefined): number => Id.safeParse(Number(text)).data ?? 0

/** Stands in for the page of the payment provider in a demo. */
export function TestChargeScreen() {
  const { t } = useTranslation('charges')
  const params = useParams()
  const [orderId, id] = [idOf(params.orderId), idOf(params.id)]
  const charges = useQuery(chargesQuery(orderId))
  const wayBack = (
    <Anchor component={Link} to={`/order/${orderId}`}>
      {t('test.back')}
    </Anchor>
  )
  return (
    <Page title={t('test.title')}>
      <QueryView query={charges} loading={t('outcome.loading')} wayBack={wayBack}>
        {(all) => {
          const charge = findCharge(all, id)
          return charge ? (
            <TestCharge charge={charge} wayBack={wayBack} />
          ) : (
            <FailureMessage message={serverText('This payment does not exist.')} action={wayBack} />
          )
        }}
      </QueryView>
    </Page>
  )
}

function TestCharge({ charge, wayBack }: { charge: Charge; wayBack: ReactNode }) {
  const { t } = useTranslation('charges')
  const navigate = useNavigate()
  const { id, order_id, amount, currency, status, way } = charge
  const end = useEndTestCharge(order_id, id)
  const outcome = `/order/${order_id}?charge=${id}`
  if (status !== 'open' || way !== 'test') return <Navigate to={outcome} replace />
  return (
    <TestPaymentCard
      amount={formatMoney(amount, currency)}
      end={end}
      onEnded={() => void navigate(outcome, { replace: true })}
      wayBack={wayBack}
    >
      <Text fw={600}>{t('test.order', { id: order_id })}</Text>
    </TestPaymentCard>
  )
}
