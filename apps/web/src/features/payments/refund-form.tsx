import { type AdminPayment, REFUND_REASON_LENGTH } from '@keyhour/contract/payments'
import { Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { refundPayment, useAdminPaymentChange } from '#web/features/payments/api.ts'
import { amountTyped } from '#web/features/payments/rules.ts'
import { formatMoney, signOf } from '#web/format/money.ts'
import { inputOf, showRefusal } from '#web/ui/form-errors.ts'
import { WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

type Draft = { choice: 'all' | 'part'; amount: string; reason: string }

export function RefundForm({ payment, onClose }: { payment: AdminPayment; onClose: () => void }) {
  const { t } = useTranslation('payments')
  const { id, currency, refundable, way, business_name } = payment
  /** One key per opening of the form, so that sending again after a lost answer refunds once. */
  const [key] = useState(makeAttemptKey)
  const most = formatMoney(refundable, currency)
  const amountIn = ({ choice, amount }: Draft) =>
    choice === 'all' ? refundable : amountTyped(amount, refundable)
  const form = useForm<Draft>({
    mode: 'controlled',
    initialValues: { choice: 'all', amount: '', reason: '' },
    validate: {
      amount: (_, draft) => (amountIn(draft) === undefined ? t('admin.noAmount', { most }) : null),
      reason: (reason) => (reason.trim() === '' ? t('admin.noReason') : null),
    },
  })
  const refund = useAdminPaymentChange(
    (draft: Draft) => refundPayment({ id, key, amount: amountIn(draft)!, reason: draft.reason.trim() }),
    {
      onSuccess: ({ refunds: [last] }) => {
        notify(t(last?.status === 'pending' ? 'admin.refundPending' : 'admin.refundDone'), 'success')
        onClose()
      },
      onError: (error) => showRefusal(form, error),
    },
  )
  return (
    <WindowForm form={form} save={refund} label={t('admin.refundIt')} isDangerous onClose={onClose}>
      <Radio.Group {...form.getInputProps('choice')} label={t('admin.howMuch')}>
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t('admin.all', { most })} />
          <Radio value="part" label={t('admin.part')} />
        </Stack>
      </Radio.Group>
      {form.values.choice === 'part' && (
        <TextInput
          {...inputOf(form, 'amount')}
          label={t('admin.amount')}
          leftSection={signOf(currency)}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      <Text size="sm" c="dimmed">
        {business_name ? t('admin.takesPoolCredits', { name: business_name }) : t('admin.takesCredits')}{' '}
        {t(`admin.refundWay.${way}`)}
      </Text>
      <Textarea
        {...inputOf(form, 'reason')}
        label={t('admin.reason')}
        description={t('admin.reasonHint')}
        maxLength={REFUND_REASON_LENGTH}
        rows={3}
        dir="auto"
      />
    </WindowForm>
  )
}
