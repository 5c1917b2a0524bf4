import type { DoorAccount, DoorAccountForm } from '@keyhour/contract/access'
import { type AdminOffice, MASKED_PASSWORD } from '@keyhour/contract/admin-offices'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import {
  doorAccountsQuery,
  removeDoorAccount,
  saveDoorAccount,
} from '#web/features/admin-offices/form-api.ts'
import classes from '#web/features/admin-offices/forms.module.css'
import { PROVIDER_NAMES } from '#web/features/admin-offices/rules.ts'
import { serverText } from '#web/texts/i18n.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, refusalText, showRefusal, translated } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

type Provider = DoorAccount['provider']

const FIELDS = { openpath: ['email', 'user_id', 'cloud_key_id'], tuya: ['client_id'] } as const

/** The accounts by which clouds open the doors of an office. Unlike the rest of the form, each counts at once. */
export function DoorAccounts({ office }: { office: AdminOffice }) {
  const { t } = useTranslation('admin-offices')
  const isNamed = { openpath: Boolean(office.openpath_org_id), tuya: Boolean(office.tuya_devices?.length) }
  const providers = (['openpath', 'tuya'] as const).filter((provider) => isNamed[provider])
  return (
    <div className={classes.closures}>
      <Text size="sm" c="dimmed">
        {providers.length > 0 ? t('accounts.atOnce') : t('accounts.first')}
      </Text>
      {providers.length > 0 && <Accounts officeId={office.id} providers={providers} />}
    </div>
  )
}

function Accounts({ officeId, providers }: { officeId: number; providers: Provider[] }) {
  const accounts = useQuery(doorAccountsQuery(officeId))
  return (
    <QueryView query={accounts}>
      {(list) =>
        providers.map((provider) => (
          <AccountForm
            key={provider}
            officeId={officeId}
            provider={provider}
            known={list.find((account) => account.provider === provider)}
          />
        ))
      }
    </QueryView>
  )
}

type Draft = Record<string, string>
type FormProps = { officeId: number; provider: Provider; known: DoorAccount | undefined }

/** Stands within a larger form, so it is no form itself. */
function AccountForm({ officeId, provider, known }: FormProps) {
  const { t } = useTranslation('admin-offices')
  const queryClient = useQueryClient()
  const names: readonly string[] = FIELDS[provider]
  const stored = Object.fromEntries(names.map((name) => [name, (known as Draft | undefined)?.[name] ?? '']))
  const form = useForm<Draft>({
    mode: 'controlled',
    name: `${provider}-account`,
    initialValues: { ...stored, secret: '' },
  })
  const askAgain = () => queryClient.invalidateQueries(doorAccountsQuery(officeId))
  const save = useMutation({
    mutationFn: ({ secret, ...fields }: Draft) =>
      saveDoorAccount(officeId, { provider, ...fields, ...(secret && { secret }) } as DoorAccountForm),
    onSuccess: () => {
      form.setFieldValue('secret', '')
      return askAgain()
    },
    onError: (error) => showRefusal(form, error),
  })
  const remove = useMutation({
    mutationFn: () => removeDoorAccount(officeId, provider),
    onSuccess: () => {
      notify(t('accounts.removed', { provider: PROVIDER_NAMES[provider] }), 'success')
      form.setValues(Object.fromEntries([...names, 'secret'].map((name) => [name, ''])))
      save.reset()
      return askAgain()
    },
    onError: (error) => notify(refusalText(error), 'error'),
  })

  const askToRemove = () =>
    onceConfirmed({ message: t('accounts.confirmRemoval', { provider: PROVIDER_NAMES[provider] }) }, () =>
      remove.mutate(),
    )

  /** Enter saves the account; it does not save the office. */
  function saveOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (!save.isPending) save.mutate(form.getValues())
  }

  const field = (name: string) => ({
    ...form.getInputProps(name),
    error: translated(form.errors[name]),
    autoComplete: 'off',
    dir: 'ltr' as const,
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame of its own
    <div
      role="group"
      aria-label={t('accounts.of', { provider: PROVIDER_NAMES[provider] })}
      className={classes.closureForm}
      onKeyDown={saveOnEnter}
    >
      <Text fw={500}>{t('accounts.of', { provider: PROVIDER_NAMES[provider] })}</Text>
      <FailureAlert text={failureOf(save.error)} />
      {save.data?.works === false && <FailureAlert text={serverText(save.data.failure ?? '')} />}
      <div className={classes.fields}>
        {FIELDS[provider].map((name) => (
          <TextInput key={name} {...field(name)} label={t(`accounts.field.${name}`)} />
        ))}
        <PasswordInput
          {...field('secret')}
          label={t(`accounts.secret.${provider}`)}
          autoComplete="new-password"
          {...(known && { placeholder: MASKED_PASSWORD, description: t('form.hint.password') })}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
      </div>
      <Group gap="sm">
        <Button loading={save.isPending} onClick={() => save.mutate(form.getValues())}>
          {t('accounts.save')}
        </Button>
        {known && (
          <Button color="danger" loading={remove.isPending} onClick={() => void askToRemove()}>
            {t('accounts.remove')}
          </Button>
        )}
        {save.data?.works && (
          <Text size="sm" role="status">
            {t('accounts.works', { ms: save.data.took_ms })}
          </Text>
        )}
      </Group>
    </div>
  )
}
