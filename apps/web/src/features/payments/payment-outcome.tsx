import type { PackPayment } from '@keyhour/contract/payments'
import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import {
  checkedPaymentQuery,
  fetchReceipt,
  useCancelPayment,
  useRefreshWhenPaid,
} from '#web/features/payments/api.ts'
import { ReceiptButton } from '#web/features/payments/receipt-button.tsx'
import { creditsPage, returnPath } from '#web/features/payments/rules.ts'
import { useGoToPayment } from '#web/features/payments/use-go-to-payment.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatCount } from '#web/format/share.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf } from '#web/ui/form-errors.ts'
import { QueryView } from '#web/ui/query-view.tsx'

/** What became of the payment that the address names. */
export function PaymentOutcome({ id }: { id: number }) {
  const { t } = useTranslation('payments')
  const { pathname, search } = useLocation()
  const payment = useQuery(checkedPaymentQuery(id))
  useRefreshWhenPaid(payment.data?.status === 'paid')
  return (
    <QueryView query={payment} loading={t('outcome.loading')}>
      {(found) =>
        // The payment provider leads back to the buyer's own credits, whoever gets those that were bought.
        pathname === creditsPage(found) ? (
          <Outcome payment={found} />
        ) : (
          <Navigate to={creditsPage(found) + search} replace />
        )
      }
    </QueryView>
  )
}

function Outcome({ payment }: { payment: PackPayment }) {
  const { t } = useTranslation('payments')
  const [address] = useSearchParams()
  const { status, way, failure, id, pack_name, amount, currency } = payment
  const what = { pack: pack_name, amount: formatMoney(amount, currency), number: id }
  if (status === 'paid') return <Paid payment={payment} />
  if (status !== 'open')
    return (
      <Notice color="danger" icon={<IconAlertTriangle aria-hidden />} title={t(`outcome.${status}`, what)}>
        <Text>{t('outcome.chooseAgain')}</Text>
      </Notice>
    )
  if (way === 'invoice')
    return (
      <Notice color="gray" icon={<IconMail aria-hidden />} title={t('outcome.ordered', what)}>
        <Text>{t('outcome.invoice')}</Text>
      </Notice>
    )
  if (failure !== null)
    return (
      <Notice color="danger" icon={<IconAlertTriangle aria-hidden />} title={t(`failure.${failure}`)}>
        <Text>{t('outcome.tryAgain')}</Text>
        <OpenActions payment={payment} label={t('outcome.retry')} />
      </Notice>
    )
  if (address.get('left') !== null || way === 'test')
    return (
      <Notice color="gray" title={t('outcome.left', what)}>
        <OpenActions payment={payment} label={t('outcome.continue')} />
      </Notice>
    )
  return (
    <Notice color="gray" icon={<Loader size="sm" aria-hidden />} title={t('outcome.waiting')}>
      <Text>{t('outcome.waitingText')}</Text>
    </Notice>
  )
}

type NoticeProps = { color: string; title: string; icon?: ReactNode; children: ReactNode }

function Notice({ children, ...alert }: NoticeProps) {
  return (
    <Alert {...alert} variant="light" role="status">
      <Stack gap="sm">{children}</Stack>
    </Alert>
  )
}

function Paid({ payment }: { payment: PackPayment }) {
  const { t } = useTranslation('payments')
  const [address] = useSearchParams()
  const back = returnPath(address)
  const { credits_amount, receipt_number, business_id } = payment
  return (
    <Notice
      color="free"
      icon={<IconCircleCheck aria-hidden />}
      title={t(business_id ? 'outcome.paidForCompany' : 'outcome.paid', {
        count: credits_amount,
        number: formatCount(credits_amount),
      })}
    >
      <Text>{t('outcome.receipt', { number: receipt_number })}</Text>
      <Group gap="sm">
        {back && (
          <Button component={Link} to={back} variant="filled" size="xs">
            {t('outcome.back')}
          </Button>
        )}
        {receipt_number !== null && (
          <ReceiptButton number={receipt_number} fetch={() => fetchReceipt(payment.id)} />
        )}
      </Group>
    </Notice>
  )
}

/** Goes on paying, or gives up. */
export function OpenActions({ payment, label }: { payment: PackPayment; label: string }) {
  const goToPayment = useGoToPayment()
  const { id, checkout_url } = payment
  return (
    <Group gap="sm">
      {checkout_url && (
        <Button variant="filled" onClick={() => goToPayment(checkout_url)}>
          {label}
        </Button>
      )}
      <GiveUpButton id={id} />
    </Group>
  )
}

export function GiveUpButton({ id }: { id: number }) {
  const { t } = useTranslation('payments')
  const cancel = useCancelPayment()
  return (
    <>
      <FailureAlert text={failureOf(cancel.error)} />
      <Button loading={cancel.isPending} onClick={() => cancel.mutate(id)}>
        {t('giveUp')}
      </Button>
    </>
  )
}
