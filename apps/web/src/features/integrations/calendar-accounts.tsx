import { type AdminOffice, MASKED_PASSWORD } from '@keyhour/contract/admin-offices'
import {
  AccountProvider,
  type CalendarAccount,
  type CalendarAccountForm,
} from '@keyhour/contract/calendar-accounts'
import { Button, Group, Select, Text, TextInput, Title } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountFields } from '#web/features/integrations/account-fields.tsx'
import {
  calendarAccountsQuery,
  removeCalendarAccount,
  saveCalendarAccount,
} from '#web/features/integrations/api.ts'
import { PROVIDER_NAMES } from '#web/features/integrations/rules.ts'
import { ALL_OFFICES } from '#web/features/offices/api.ts'
import { serverText } from '#web/texts/i18n.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, inputOf, showRefusal } from '#web/ui/form-errors.ts'
import { InnerForm, InnerPart } from '#web/ui/inner-form.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

const FIELDS = {
  nexudus: ['email', 'business_id'],
  pickspace: ['tenant'],
  roo: ['url', 'header', 'rooms_path', 'id_field', 'name_field', 'bookings_path'],
} as const

type Draft = Record<string, string>

const EMPTY: Record<AccountProvider, Draft> = {
  nexudus: { email: '', business_id: '', clock: 'utc', webhook_secret: '' },
  pickspace: { tenant: '' },
  roo: {
    url: '',
    header: 'Authorization',
    rooms_path: '/rooms',
    id_field: 'id',
    name_field: 'name',
    bookings_path: '',
  },
}

/** Accounts at coworking systems. Unlike the rest of the form, each is saved immediately. */
export function CalendarAccounts({ office }: { office: AdminOffice }) {
  const { t } = useTranslation('admin-offices')
  const accounts = useQuery(calendarAccountsQuery(office.id))
  return (
    <InnerPart>
      <Title order={4} size="h5">
        {t('systems.title')}
      </Title>
      <SoftText>{t('systems.text')}</SoftText>
      <QueryView query={accounts}>{(list) => <Accounts office={office} known={list} />}</QueryView>
    </InnerPart>
  )
}

function Accounts({ office, known }: { office: AdminOffice; known: CalendarAccount[] }) {
  const { t } = useTranslation('admin-offices')
  const [opened, setOpened] = useState<AccountProvider[]>([])
  const accountAt = (provider: AccountProvider) => known.find((account) => account.provider === provider)
  const isShown = (provider: AccountProvider) => opened.includes(provider) || accountAt(provider)
  const close = (closed: AccountProvider) => setOpened(opened.filter((provider) => provider !== closed))
  const shown = AccountProvider.options.filter(isShown)
  const others = AccountProvider.options.filter((provider) => !isShown(provider))
  return (
    <>
      {shown.map((provider) => (
        <AccountForm
          key={provider}
          office={office}
          provider={provider}
          known={accountAt(provider)}
          onClose={() => close(provider)}
        />
      ))}
      {others.length > 0 && (
        <Group gap="xs">
          {others.map((provider) => (
            <Button key={provider} variant="default" onClick={() => setOpened([...opened, provider])}>
              {t('systems.connect', { provider: PROVIDER_NAMES[provider] })}
            </Button>
          ))}
        </Group>
      )}
    </>
  )
}

type FormProps = {
  office: AdminOffice
  provider: AccountProvider
  known: CalendarAccount | undefined
  onClose: () => void
}

function draftOf(provider: AccountProvider, known: CalendarAccount | undefined): Draft {
  const stored = Object.entries(EMPTY[provider]).map(([name, initial]) => {
    const value = (known as Record<string, unknown> | undefined)?.[name]
    return [name, typeof value === 'string' ? value : known && name !== 'clock' ? '' : initial]
  })
  return { ...Object.fromEntries(stored), secret: '' }
}

/** Secrets that were left empty are kept. */
function bodyOf(
  provider: AccountProvider,
  { secret, webhook_secret, ...fields }: Draft,
): CalendarAccountForm {
  return {
    provider,
    ...fields,
    ...(secret && { secret }),
    ...(webhook_secret && { webhook_secret }),
  } as CalendarAccountForm
}

function useCalendarAccount({ office, provider, known, onClose }: FormProps) {
  const { t } = useTranslation('admin-offices')
  const queryClient = useQueryClient()
  const form = useForm<Draft>({
    mode: 'controlled',
    name: `${provider}-account`,
    initialValues: draftOf(provider, known),
  })
  const askAgain = () =>
    Promise.all([
      queryClient.invalidateQueries(calendarAccountsQuery(office.id)),
      queryClient.invalidateQueries({ queryKey: ALL_OFFICES }),
    ])
  const save = useMutation({
    mutationFn: (draft: Draft) => saveCalendarAccount(office.id, bodyOf(provider, draft)),
    onSuccess: () => {
      form.setFieldValue('secret', '')
      if (provider === 'nexudus') form.setFieldValue('webhook_secret', '')
      return askAgain()
    },
    onError: (error) => showRefusal(form, error),
  })
  const remove = useMutation({
    mutationFn: () => removeCalendarAccount(office.id, provider),
    onSuccess: () => {
      notify(t('accounts.removed', { provider: PROVIDER_NAMES[provider] }), 'success')
      onClose()
      return askAgain()
    },
    onError: (error) => notifyFailure(error),
  })
  return { form, save, remove }
}

/** Not a form element, because it is inside the office form. */
function AccountForm(props: FormProps) {
  const { office, provider, known, onClose } = props
  const { t } = useTranslation('admin-offices')
  const { form, save, remove } = useCalendarAccount(props)
  const title = t('accounts.of', { provider: PROVIDER_NAMES[provider] })
  const needsOffice = provider === 'pickspace' && !(office.pickspace_location_id && office.pickspace_email)

  const submit = () => {
    if (!save.isPending) save.mutate(form.getValues())
  }
  const askToRemove = () =>
    onceConfirmed({ message: t('systems.confirmRemoval', { provider: PROVIDER_NAMES[provider] }) }, () =>
      remove.mutate(),
    )

  return (
    <InnerForm label={title} onEnter={submit}>
      <Text fw={500}>{title}</Text>
      <SoftText>{needsOffice ? t('systems.pickspaceFirst') : t(`systems.about.${provider}`)}</SoftText>
      <FailureAlert text={failureOf(save.error)} />
      {save.data?.works === false && <FailureAlert text={serverText(save.data.failure ?? '')} />}
      <AccountFields
        form={form}
        fields={FIELDS[provider].map((name) => ({ name, label: t(`systems.field.${name}`) }))}
        secretLabel={t(`systems.secret.${provider}`)}
        isKnown={known !== undefined}
      >
        {provider === 'nexudus' && <NexudusFields form={form} known={known} />}
      </AccountFields>
      {known?.provider === 'nexudus' && <WebhookAddress url={known.webhook_url} />}
      <Group gap="sm">
        <Button loading={save.isPending} disabled={needsOffice} onClick={submit}>
          {t('accounts.save')}
        </Button>
        {known ? (
          <Button
            variant="outline"
            color="danger"
            loading={remove.isPending}
            onClick={() => void askToRemove()}
          >
            {t('accounts.remove')}
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            {t('form.cancel')}
          </Button>
        )}
        {save.data?.works && (
          <Text size="sm" role="status">
            {t('systems.works', { count: save.data.found ?? 0 })}
          </Text>
        )}
      </Group>
    </InnerForm>
  )
}

function NexudusFields({ form, known }: Pick<FormProps, 'known'> & { form: UseFormReturnType<Draft> }) {
  const { t } = useTranslation('admin-offices')
  const hasSecret = known?.provider === 'nexudus' && known.has_webhook_secret
  return (
    <>
      <Select
        {...inputOf(form, 'clock')}
        label={t('systems.field.clock')}
        description={t('systems.clockHint')}
        data={(['utc', 'office'] as const).map((value) => ({ value, label: t(`systems.clock.${value}`) }))}
        allowDeselect={false}
      />
      <PasswordInput
        {...inputOf(form, 'webhook_secret')}
        dir="ltr"
        label={t('systems.field.webhook_secret')}
        autoComplete="new-password"
        description={t('systems.webhookHint')}
        {...(hasSecret && { placeholder: MASKED_PASSWORD })}
      />
    </>
  )
}

function WebhookAddress({ url }: { url: string }) {
  const { t } = useTranslation('admin-offices')
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        label={t('systems.webhookAddress')}
        value={url}
        readOnly
        dir="ltr"
        flex={1}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton value={url} label={t('feed.copy')} />
    </Group>
  )
}
