import type { AdminPayment } from '@keyhour/contract/payments'
import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fetchReceipt } from '#web/features/payments/api.ts'
import { InvoicePaidForm } from '#web/features/payments/invoice-paid-form.tsx'
import classes from '#web/features/payments/payments.module.css'
import { ReceiptButton } from '#web/features/payments/receipt-button.tsx'
import { RefundForm } from '#web/features/payments/refund-form.tsx'
import { creditsPage, STATUS_COLOR } from '#web/features/payments/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatDayAndTime, viewerZone } from '#web/format/time.ts'
import { FormWindow } from '#web/ui/form-window.tsx'

type Props = { payment: AdminPayment; withBuyer?: boolean }

/** One payment with what an admin can do about it. */
export function PaymentEntry({ payment, withBuyer = false }: Props) {
  const { t } = useTranslation('payments')
  const { id, pack_name, amount, currency, status, way, user_id, user_name, user_email, business_name } =
    payment
  return (
    <>
      <div className={classes.words}>
        <Text fw={500}>
          <bdi>{pack_name}</bdi>
        </Text>
        {business_name && (
          <Text size="sm">
            <Anchor inherit component={Link} to={creditsPage(payment)}>
              {t('admin.forCompany', { name: business_name })}
            </Anchor>
          </Text>
        )}
        {withBuyer && (
          <Text size="sm">
            <Anchor inherit component={Link} to={`/admin-dashboard?user=${user_id}`}>
              <bdi>{user_name}</bdi>, <bdi>{user_email}</bdi>
            </Anchor>
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {[
            t('admin.number', { number: id }),
            formatDayAndTime(payment.created_at, viewerZone()),
            t(`admin.way.${way}`),
            payment.reference,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {payment.refunds.map((refund) => (
          <Refund key={refund.id} payment={payment} refund={refund} />
        ))}
      </div>
      <div className={classes.end}>
        <Badge color={STATUS_COLOR[status]}>{t(`status.${status}`)}</Badge>
        <span className={classes.figure}>{formatMoney(amount, currency)}</span>
      </div>
      <Actions payment={payment} />
    </>
  )
}

function Refund({ payment, refund }: { payment: AdminPayment; refund: AdminPayment['refunds'][number] }) {
  const { t } = useTranslation('payments')
  const { amount, cause, status, reason, actor_name } = refund
  const what = t(`admin.refund.${cause}`, { amount: formatMoney(amount, payment.currency) })
  return (
    <Text size="sm">
      {[what, t(`admin.refundStatus.${status}`), actor_name].filter(Boolean).join(' · ')}
      {reason && (
        <>
          {': '}
          <bdi>{reason}</bdi>
        </>
      )}
    </Text>
  )
}

function Actions({ payment }: { payment: AdminPayment }) {
  const { t } = useTranslation('payments')
  const [open, setOpen] = useState<'paid' | 'refund' | null>(null)
  const { way, status, receipt_number, refundable } = payment
  const canBePaid = way === 'invoice' && status !== 'paid'
  const close = () => setOpen(null)
  if (!canBePaid && receipt_number === null) return null
  return (
    <Group gap="xs" className={classes.actions}>
      {canBePaid && (
        <Button size="xs" variant={status === 'open' ? 'filled' : 'default'} onClick={() => setOpen('paid')}>
          {t('admin.markPaid')}
        </Button>
      )}
      {receipt_number !== null && (
        <ReceiptButton number={receipt_number} fetch={() => fetchReceipt(payment.id)} />
      )}
      {refundable > 0 && (
        <Button size="xs" onClick={() => setOpen('refund')}>
          {t('admin.refundIt')}
        </Button>
      )}
      <FormWindow
        opened={open === 'paid'}
        onClose={close}
        title={t('admin.paidTitle', { number: payment.id })}
      >
        <InvoicePaidForm payment={payment} onClose={close} />
      </FormWindow>
      <FormWindow
        opened={open === 'refund'}
        onClose={close}
        title={t('admin.refundTitle', { number: payment.id })}
      >
        <RefundForm payment={payment} onClose={close} />
      </FormWindow>
    </Group>
  )
}
