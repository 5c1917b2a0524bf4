import { Payment, PaymentMethod, REFERENCE_LENGTH, type Settlement } from '@keyhour/contract/order-management'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { markPaid, useActOn } from '#web/features/order-management/api.ts'
import { formatMoney } from '#web/format/money.ts'
import { inputOf, showRefusal } from '#web/ui/form-errors.ts'
import { WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

type Props = { order: OrderDetails; settlement: Settlement; onClose: () => void }

const mistakesIn = schemaResolver(Payment, { sync: true })

/** Records a payment made outside the product. */
export function PaidForm({ order, settlement: { left, currency }, onClose }: Props) {
  const { t } = useTranslation('order-actions')
  const amount = formatMoney(left, currency)
  const form = useForm<Omit<Payment, 'amount'>>({
    mode: 'controlled',
    initialValues: { method: 'cash', reference: '' },
    validate: (values) => mistakesIn({ ...values, amount: left }),
  })
  const pay = useActOn((values: Omit<Payment, 'amount'>) => markPaid(order.id, { ...values, amount: left }), {
    onSuccess: () => {
      notify(t('pay.done', { amount }), 'success')
      onClose()
    },
    onError: (error) => showRefusal(form, error),
  })
  const isOther = form.values.method === 'other'
  return (
    <WindowForm
      form={form}
      save={pay}
      label={t('pay.action', { amount })}
      wayOut={t('back')}
      onClose={onClose}
    >
      <Text>{t('pay.left', { amount })}</Text>
      <Radio.Group {...form.getInputProps('method')} label={t('pay.how')}>
        <Stack gap="xs" mt="xs">
          {PaymentMethod.options.map((method) => (
            <Radio key={method} value={method} label={t(`method.${method}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        {...inputOf(form, 'reference')}
        label={t(isOther ? 'pay.howElse' : 'pay.reference')}
        description={t(isOther ? 'pay.howElseHint' : 'pay.referenceHint')}
        maxLength={REFERENCE_LENGTH}
        autoComplete="off"
        dir="auto"
      />
    </WindowForm>
  )
}
