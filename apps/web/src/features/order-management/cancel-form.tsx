import { REASON_LENGTH, type Settlement, splitRefund } from '@keyhour/contract/order-management'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Checkbox, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { cancelWithRefund, useActOn } from '#web/features/order-management/api.ts'
import { REFUNDS, type RefundChoice, refundOf } from '#web/features/order-management/rules.ts'
import { formatMoney, signOf } from '#web/format/money.ts'
import { inputOf, showRefusal } from '#web/ui/form-errors.ts'
import { WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

type Props = { order: OrderDetails; settlement: Settlement; onClose: () => void }

type Draft = { choice: RefundChoice; amount: string; waive: boolean; reason: string }

export function CancelForm({ order, settlement, onClose }: Props) {
  const { t } = useTranslation('order-actions')
  const { currency, paid, by_rule } = settlement
  const money = (cents: number) => formatMoney(cents, currency)
  const refundIn = ({ choice, amount }: Draft) => refundOf(choice, settlement, amount)
  const form = useForm<Draft>({
    mode: 'controlled',
    initialValues: { choice: 'full', amount: '', waive: false, reason: '' },
    validate: {
      amount: (_, draft) =>
        refundIn(draft) === undefined ? t('cancel.noAmount', { paid: money(paid) }) : null,
      reason: (reason) => (reason.trim() === '' ? t('cancel.noReason') : null),
    },
  })
  const cancel = useActOn(
    (draft: Draft) =>
      cancelWithRefund(order.id, {
        refund: refundIn(draft)!,
        paid,
        waive: draft.waive,
        reason: draft.reason.trim(),
      }),
    {
      onSuccess: () => {
        notify(t('cancel.done'), 'success')
        onClose()
      },
      onError: (error) => showRefusal(form, error),
    },
  )
  return (
    <WindowForm
      form={form}
      save={cancel}
      label={t('cancel.action')}
      isDangerous
      wayOut={t('back')}
      onClose={onClose}
    >
      {paid === 0 ? (
        <Text>{t('cancel.nothingPaid')}</Text>
      ) : (
        <>
          <RefundFields form={form} settlement={settlement} />
          <WhereTo refund={refundIn(form.values)} settlement={settlement} />
        </>
      )}
      {by_rule.owed > 0 && refundIn(form.values) === 0 && (
        <Checkbox
          {...form.getInputProps('waive', { type: 'checkbox' })}
          label={t('cancel.waive', { amount: money(by_rule.owed) })}
          description={t('cancel.waiveHint')}
        />
      )}
      <Textarea
        {...inputOf(form, 'reason')}
        label={t('cancel.reason')}
        description={t('cancel.reasonHint')}
        maxLength={REASON_LENGTH}
        rows={3}
        dir="auto"
      />
    </WindowForm>
  )
}

function RefundFields({ form, settlement }: { form: UseFormReturnType<Draft>; settlement: Settlement }) {
  const { t } = useTranslation('order-actions')
  const { currency, paid } = settlement
  return (
    <>
      <Radio.Group
        {...form.getInputProps('choice')}
        label={t('cancel.question', { paid: formatMoney(paid, currency) })}
      >
        <Stack gap="xs" mt="xs">
          {REFUNDS.map((choice) => (
            <Radio key={choice} value={choice} label={<Choice choice={choice} settlement={settlement} />} />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.choice === 'amount' && (
        <TextInput
          {...inputOf(form, 'amount')}
          label={t('cancel.amount')}
          leftSection={signOf(currency)}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
    </>
  )
}

function Choice({ choice, settlement }: { choice: RefundChoice; settlement: Settlement }) {
  const { t } = useTranslation('order-actions')
  const { currency, paid, by_rule } = settlement
  const money = (cents: number) => formatMoney(cents, currency)
  if (choice === 'full') return t('cancel.full', { amount: money(paid) })
  if (choice === 'rule') return t('cancel.rule', { amount: money(by_rule.refund), percent: by_rule.percent })
  return t(choice === 'none' ? 'cancel.none' : 'cancel.other')
}

/** Credits and cards get theirs back automatically; admins refund the rest by hand. */
function WhereTo({ refund, settlement }: { refund: number | undefined; settlement: Settlement }) {
  const { t } = useTranslation('order-actions')
  if (!refund) return null
  const { credits, card, rest } = splitRefund(refund, settlement)
  const money = (cents: number) => formatMoney(cents, settlement.currency)
  return (
    <Text size="sm" c="dimmed" aria-live="polite">
      {[
        credits > 0 && t('cancel.toCredits', { amount: money(credits) }),
        card > 0 && t('cancel.toCard', { amount: money(card) }),
        rest > 0 && t('cancel.byHand', { amount: money(rest) }),
      ]
        .filter(Boolean)
        .join(' ')}
    </Text>
  )
}
