import { CREDIT_DESCRIPTION_LENGTH, CreditCorrection, type UserDetails } from '@keyhour/contract/admin-users'
import type { CreditLot } from '@keyhour/contract/users'
import { Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { correctCredits, useUserChange } from '#web/features/admin-users/api.ts'
import { formatCredits } from '#web/format/money.ts'
import { inputOf, showRefusal } from '#web/ui/form-errors.ts'
import { WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

const mistakesIn = schemaResolver(CreditCorrection, { sync: true })

type Props = { user: UserDetails; lot: CreditLot; onClose: () => void }

/** Takes back credits that were added by mistake. */
export function CreditCorrectionForm({ user, lot, onClose }: Props) {
  const { t } = useTranslation('admin-users')
  /** One key per opening of the form, so that sending again after a lost answer takes the credits once. */
  const [key] = useState(makeAttemptKey)
  const form = useForm({
    mode: 'controlled',
    initialValues: { credits: String(lot.remaining), reason: '' },
    validate: ({ credits, reason }) => mistakesIn({ credits: toNumber(credits), reason }),
  })
  const correction = useUserChange({
    mutationFn: ({ credits, reason }: typeof form.values) =>
      correctCredits({ id: user.id, lotId: lot.id, credits: toNumber(credits), reason: reason.trim(), key }),
    onSuccess: () => {
      notify(t('correction.done'), 'success')
      onClose()
    },
    onError: (error) => showRefusal(form, error),
  })
  return (
    <section aria-label={t('correction.title')}>
      <WindowForm form={form} save={correction} label={t('correction.action')} isDangerous onClose={onClose}>
        <Text>{t('correction.text', { left: formatCredits(lot.remaining, lot.currency) })}</Text>
        <TextInput
          {...inputOf(form, 'credits')}
          label={t('correction.amount')}
          inputMode="decimal"
          autoComplete="off"
          autoFocus
        />
        <TextInput
          {...inputOf(form, 'reason')}
          label={t('correction.reason')}
          description={t('correction.reasonHint')}
          maxLength={CREDIT_DESCRIPTION_LENGTH}
          autoComplete="off"
        />
      </WindowForm>
    </section>
  )
}

const toNumber = (typed: string): number => Number(typed.trim().replace(',', '.') || Number.NaN)
