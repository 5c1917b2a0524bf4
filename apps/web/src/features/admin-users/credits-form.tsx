import { CREDIT_DESCRIPTION_LENGTH, CreditGrant, type User } from '@keyhour/contract/admin-users'
import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { addCredits, useUserChange } from '#web/features/admin-users/api.ts'
import { formatCredits } from '#web/format/money.ts'
import { inputOf, showRefusal } from '#web/ui/form-errors.ts'
import { FormWindow, WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

const mistakesIn = schemaResolver(CreditGrant, { sync: true })

export function CreditsForm({ user, onClose }: { user: User | null; onClose: () => void }) {
  const { t } = useTranslation('admin-users')
  return (
    <FormWindow opened={user !== null} onClose={onClose} title={t('credits.title', { user: user?.name })}>
      {user && <Fields user={user} onClose={onClose} />}
    </FormWindow>
  )
}

function Fields({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('admin-users')
  /** One key per opening of the form, so that sending again after a lost answer adds the credits once. */
  const [key] = useState(makeAttemptKey)
  const form = useForm({
    mode: 'controlled',
    initialValues: { credits: '', description: '' },
    validate: ({ credits, description }) => mistakesIn({ credits: credits.trim(), description }),
  })
  const gift = useUserChange({
    mutationFn: ({ credits, description }: typeof form.values) =>
      addCredits({ id: user.id, credits: Number(credits), description: description.trim(), key }),
    onSuccess: ({ name, credit_balance }) => {
      notify(t('credits.added', { name, balance: formatCredits(credit_balance) }), 'success')
      onClose()
    },
    onError: (error) => showRefusal(form, error),
  })

  return (
    <WindowForm
      form={form}
      save={gift}
      failure={t('credits.failed')}
      label={t('credits.add')}
      onClose={onClose}
    >
      <TextInput
        {...inputOf(form, 'credits')}
        label={t('credits.amount')}
        description={t('credits.hint')}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        {...inputOf(form, 'description')}
        label={t('credits.description')}
        description={t('credits.optional')}
        maxLength={CREDIT_DESCRIPTION_LENGTH}
        autoComplete="off"
      />
    </WindowForm>
  )
}
