import type { PoolPayment } from '@keyhour/contract/business-credits'
import { Badge, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { poolPaymentsQuery } from '#web/features/businesses/api.ts'
import classes from '#web/features/businesses/businesses.module.css'
import { useCompany, useOwnRole } from '#web/features/businesses/company-frame.tsx'
import { CompanySection } from '#web/features/businesses/company-part.tsx'
import { GrowingList } from '#web/features/businesses/growing-list.tsx'
import { fetchReceipt } from '#web/features/payments/api.ts'
import { GiveUpButton } from '#web/features/payments/payment-outcome.tsx'
import { ReceiptButton } from '#web/features/payments/receipt-button.tsx'
import { STATUS_COLOR } from '#web/features/payments/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatDay, viewerZone } from '#web/format/time.ts'

/** Packs that managers have ordered, with their receipts. */
export function PoolPayments() {
  const { t } = useTranslation('businesses')
  const { id } = useCompany()
  const payments = useInfiniteQuery(poolPaymentsQuery(id))
  return (
    <CompanySection id="pool-payments" title={t('payments.title')}>
      <GrowingList
        labelledBy="pool-payments"
        query={payments}
        loading={t('payments.loading')}
        empty={t('payments.none')}
      >
        {(payment) => <Payment payment={payment} />}
      </GrowingList>
    </CompanySection>
  )
}

function Payment({ payment }: { payment: PoolPayment }) {
  const { t } = useTranslation(['businesses', 'payments'])
  const mayGiveUp = useOwnRole() === 'manager'
  const { id, pack_name, user_name, created_at, amount, refunded, currency, status, receipt_number } = payment
  return (
    <>
      <div className={classes.words}>
        <Text fw={500}>
          <bdi>{pack_name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          <bdi>{user_name ?? t('usage.gone')}</bdi> ·{' '}
          {[
            formatDay(created_at, viewerZone()),
            refunded > 0 && t('payments:own.refunded', { amount: formatMoney(refunded, currency) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <div className={classes.end}>
        <span className={classes.sums}>{formatMoney(amount, currency)}</span>
        <Badge color={STATUS_COLOR[status]}>{t(`payments:status.${status}`)}</Badge>
        {receipt_number !== null && <ReceiptButton number={receipt_number} fetch={() => fetchReceipt(id)} />}
        {status === 'open' && mayGiveUp && <GiveUpButton id={id} />}
      </div>
    </>
  )
}
