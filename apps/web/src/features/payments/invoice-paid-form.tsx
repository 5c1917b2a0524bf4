import { type AdminPayment, INVOICE_REFERENCE_LENGTH } from '@keyhour/contract/payments'
import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { markPaymentPaid, useAdminPaymentChange } from '#web/features/payments/api.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatCount } from '#web/format/share.ts'
import { inputOf, showRefusal } from '#web/ui/form-errors.ts'
import { WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

export function InvoicePaidForm({ payment, onClose }: { payment: AdminPayment; onClose: () => void }) {
  const { t } = useTranslation('payments')
  const { id, amount, currency, credits_amount, user_name, business_name } = payment
  const form = useForm({ mode: 'controlled', initialValues: { reference: '' } })
  const pay = useAdminPaymentChange(
    ({ reference }: typeof form.values) => markPaymentPaid(id, { amount, reference: reference.trim() }),
    {
      onSuccess: () => {
        notify(t('admin.isPaid', { number: id }), 'success')
        onClose()
      },
      onError: (error) => showRefusal(form, error),
    },
  )
  return (
    <WindowForm form={form} save={pay} label={t('admin.markPaid')} onClose={onClose}>
      <Text>
        {t(business_name ? 'admin.companyPaidText' : 'admin.paidText', {
          name: business_name ?? user_name,
          amount: formatMoney(amount, currency),
          count: credits_amount,
          number: formatCount(credits_amount),
        })}
      </Text>
      <TextInput
        {...inputOf(form, 'reference')}
        label={t('admin.reference')}
        description={t('admin.referenceHint')}
        maxLength={INVOICE_REFERENCE_LENGTH}
        autoComplete="off"
        dir="auto"
        data-autofocus
      />
    </WindowForm>
  )
}
