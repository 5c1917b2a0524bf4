import { CREDIT_DESCRIPTION_LENGTH, CreditGrant, type User } from '@keyhour/contract/admin-users'
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { addCredits, useUserChange } from '#web/features/admin-users/api.ts'
import { formatCredits } from '#web/format/money.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, focusFirst, showRefusal, translated } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

const mistakesIn = schemaResolver(CreditGrant, { sync: true })

/** Closed while there is no user. */
export function CreditsForm({ user, onClose }: { user: User | null; onClose: () => void }) {
  const { t } = useTranslation('admin-users')
  return (
    <Modal
      opened={user !== null}
      onClose={onClose}
      title={t('credits.title', { user: user?.name })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      centered
    >
      {user && <Fields user={user} onClose={onClose} />}
    </Modal>
  )
}

function Fields({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('admin-users')
  /** One for each opening of the form: what is sent again after a lost answer is given once. */
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
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => gift.mutate(values),
        (errors) => focusFirst(form, errors),
      )}
    >
      <Stack gap="md">
        <FailureAlert text={failureOf(gift.error) || (gift.error && t('credits.failed'))} />
        <TextInput
          {...form.getInputProps('credits')}
          label={t('credits.amount')}
          description={t('credits.hint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          error={translated(form.errors.credits)}
        />
        <TextInput
          {...form.getInputProps('description')}
          label={t('credits.description')}
          description={t('credits.optional')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          maxLength={CREDIT_DESCRIPTION_LENGTH}
          autoComplete="off"
          error={translated(form.errors.description)}
        />
        <Group justify="flex-end" gap="sm">
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button type="submit" variant="filled" loading={gift.isPending}>
            {t('credits.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
