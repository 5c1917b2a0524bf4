import type { PackPayment } from '@keyhour/contract/payments'
import { Badge, Button, Center, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fetchReceipt, ownPaymentsQuery } from '#web/features/payments/api.ts'
import { OpenActions } from '#web/features/payments/payment-outcome.tsx'
import classes from '#web/features/payments/payments.module.css'
import { ReceiptButton } from '#web/features/payments/receipt-button.tsx'
import { STATUS_COLOR } from '#web/features/payments/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatCount } from '#web/format/share.ts'
import { formatDay, viewerZone } from '#web/format/time.ts'
import { QueryView } from '#web/ui/query-view.tsx'

export function OwnPayments() {
  const { t } = useTranslation('payments')
  const own = useInfiniteQuery(ownPaymentsQuery)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = own
  return (
    <section aria-labelledby="own-payments">
      <Title order={2} size="h4" id="own-payments" className={classes.heading}>
        {t('own.title')}
      </Title>
      <QueryView
        shape="list"
        query={own}
        loading={t('own.loading')}
        isEmpty={({ pages }) => pages[0]?.total === 0}
        empty={<p className={classes.none}>{t('own.none')}</p>}
      >
        {({ pages }) => (
          <>
            <ul className={classes.list} aria-labelledby="own-payments">
              {onceEach(pages).map((payment) => (
                <OwnPayment key={payment.id} payment={payment} />
              ))}
            </ul>
            {hasNextPage && (
              <Center mt="md">
                <Button onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
                  {t('own.more')}
                </Button>
              </Center>
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}

/** A new payment pushes others onto the next page, which repeats them. */
const onceEach = (pages: { rows: PackPayment[] }[]): PackPayment[] => [
  ...new Map(pages.flatMap(({ rows }) => rows).map((payment) => [payment.id, payment])).values(),
]

function OwnPayment({ payment }: { payment: PackPayment }) {
  const { t } = useTranslation('payments')
  const { id, status, pack_name, credits_amount, amount, currency, created_at, receipt_number, refunded } =
    payment
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text fw={500}>
          <bdi>{pack_name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {[
            formatDay(created_at, viewerZone()),
            t('credits', { count: credits_amount, number: formatCount(credits_amount) }),
            refunded > 0 && t('own.refunded', { amount: formatMoney(refunded, currency) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <div className={classes.end}>
        <span className={classes.figure}>{formatMoney(amount, currency)}</span>
        <Badge color={STATUS_COLOR[status]}>{t(`status.${status}`)}</Badge>
      </div>
      {receipt_number !== null && (
        <div className={classes.actions}>
          <ReceiptButton number={receipt_number} fetch={() => fetchReceipt(id)} />
        </div>
      )}
      {status === 'open' && (
        <div className={classes.actions}>
          <OpenActions payment={payment} label={t('own.pay')} />
        </div>
      )}
    </li>
  )
}
