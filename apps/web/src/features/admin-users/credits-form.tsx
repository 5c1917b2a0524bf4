import { CREDIT_DESCRIPTION_LENGTH, CreditGrant, type User } from '@keyhour/contract/admin-users'
import { Currency } from '@keyhour/contract/primitives'
import { Select, TextInput } from '@mantine/core'
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { addCredits, useUserChange } from '#web/features/admin-users/api.ts'
import { formatBalances } from '#web/format/money.ts'
import { DateInput } from '#web/ui/dates/date-input.tsx'
import { inputOf, showRefusal } from '#web/ui/form-errors.ts'
import { FormWindow, WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

const mistakesIn = schemaResolver(CreditGrant, { sync: true })

const EXPIRIES = ['never', 'days', 'date'] as const
type Expiry = (typeof EXPIRIES)[number]

type GrantDraft = {
  credits: string
  currency: Currency
  expiry: Expiry
  duration_days: string
  expires_on: string
  description: string
}

/** Only the field of the chosen way to expire counts. */
const lifeOf = (draft: Pick<GrantDraft, 'expiry' | 'duration_days' | 'expires_on'>) => ({
  duration_days: draft.expiry === 'days' ? draft.duration_days.trim() : undefined,
  expires_on: draft.expiry === 'date' ? draft.expires_on : undefined,
})

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
  const form = useForm<GrantDraft>({
    mode: 'controlled',
    initialValues: {
      credits: '',
      currency: user.default_currency,
      expiry: 'never',
      duration_days: '',
      expires_on: '',
      description: '',
    },
    validate: ({ credits, currency, description, ...expiry }) =>
      mistakesIn({ credits: credits.trim(), currency, description, ...lifeOf(expiry) }),
  })
  const gift = useUserChange({
    mutationFn: ({ credits, currency, description, ...expiry }: GrantDraft) => {
      const { duration_days: days, expires_on } = lifeOf(expiry)
      const duration_days = days === undefined ? undefined : Number(days)
      const life = { duration_days, expires_on }
      return addCredits({
        ...life,
        id: user.id,
        credits: Number(credits),
        currency,
        description: description.trim(),
        key,
      })
    },
    onSuccess: ({ name, credit_balances }) => {
      notify(t('credits.added', { name, balance: formatBalances(credit_balances) }), 'success')
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
      <Select
        {...form.getInputProps('currency')}
        label={t('credits.currency')}
        description={t('credits.currencyHint')}
        data={Currency.options}
        allowDeselect={false}
      />
      <ExpiryFields form={form} />
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

function ExpiryFields({ form }: { form: UseFormReturnType<GrantDraft> }) {
  const { t } = useTranslation('admin-users')
  return (
    <>
      <Select
        {...form.getInputProps('expiry')}
        label={t('credits.expiry')}
        data={EXPIRIES.map((value) => ({ value, label: t(`credits.expires.${value}`) }))}
        allowDeselect={false}
      />
      {form.values.expiry === 'days' && (
        <TextInput
          {...inputOf(form, 'duration_days')}
          label={t('credits.days')}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      {form.values.expiry === 'date' && (
        <DateInput {...inputOf(form, 'expires_on')} label={t('credits.lastDay')} />
      )}
    </>
  )
}
