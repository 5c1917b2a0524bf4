import type { AdminOffice } from '@keyhour/contract/admin-offices'
import type { CodeHolder } from '@keyhour/contract/grants'
import type { DoorAccount, DoorAccountForm } from '@keyhour/contract/hubs'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CodesLeft, codesOfQuery, hasCodesInLocks, useTakeOut } from '#web/features/access/api.ts'
import { AccountFields } from '#web/features/integrations/account-fields.tsx'
import { doorAccountsQuery, removeDoorAccount, saveDoorAccount } from '#web/features/integrations/api.ts'
import { PROVIDER_NAMES } from '#web/features/integrations/rules.ts'
import { serverText } from '#web/texts/i18n.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, refusalText, showRefusal } from '#web/ui/form-errors.ts'
import { InnerForm, InnerPart } from '#web/ui/inner-form.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

type Provider = DoorAccount['provider']

const FIELDS = { openpath: ['email', 'user_id', 'cloud_key_id'], tuya: ['client_id'] } as const

/** Accounts of cloud services that open doors. Unlike the rest of the form, each is saved immediately. */
export function DoorAccounts({ office }: { office: AdminOffice }) {
  const { t } = useTranslation('admin-offices')
  const isNamed = { openpath: Boolean(office.openpath_org_id), tuya: Boolean(office.tuya_devices?.length) }
  const providers = (['openpath', 'tuya'] as const).filter((provider) => isNamed[provider])
  return (
    <InnerPart>
      <SoftText>{providers.length > 0 ? t('accounts.atOnce') : t('accounts.first')}</SoftText>
      {providers.length > 0 && <Accounts officeId={office.id} providers={providers} />}
    </InnerPart>
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

function useDoorAccount({ officeId, provider, known }: FormProps) {
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
    mutationFn: (codesStay: boolean) => removeDoorAccount(officeId, provider, codesStay),
    onSuccess: () => {
      notify(t('accounts.removed', { provider: PROVIDER_NAMES[provider] }), 'success')
      form.setValues(Object.fromEntries([...names, 'secret'].map((name) => [name, ''])))
      save.reset()
      return askAgain()
    },
    onError: (error) => {
      if (!hasCodesInLocks(error)) notifyFailure(error)
    },
  })
  return { form, save, remove }
}

/** Not a form element, because it is inside the office form. */
function AccountForm(props: FormProps) {
  const { officeId, provider, known } = props
  const { t } = useTranslation('admin-offices')
  const { form, save, remove } = useDoorAccount(props)
  const title = t('accounts.of', { provider: PROVIDER_NAMES[provider] })

  const askToRemove = () =>
    onceConfirmed({ message: t('accounts.confirmRemoval', { provider: PROVIDER_NAMES[provider] }) }, () =>
      remove.mutate(false),
    )

  const submit = () => {
    if (!save.isPending) save.mutate(form.getValues())
  }

  return (
    <InnerForm label={title} onEnter={submit}>
      <Text fw={500}>{title}</Text>
      <FailureAlert text={failureOf(save.error)} />
      {save.data?.works === false && <FailureAlert text={serverText(save.data.failure ?? '')} />}
      <AccountFields
        form={form}
        fields={FIELDS[provider].map((name) => ({ name, label: t(`accounts.field.${name}`) }))}
        secretLabel={t(`accounts.secret.${provider}`)}
        isKnown={known !== undefined}
      />
      {hasCodesInLocks(remove.error) && (
        <CodesInLocks
          holder={{ office_id: officeId, provider }}
          sentence={refusalText(remove.error!)}
          onOut={() => remove.mutate(false)}
          onStay={() => remove.mutate(true)}
        />
      )}
      <Group gap="sm">
        <Button loading={save.isPending} onClick={submit}>
          {t('accounts.save')}
        </Button>
        {known && (
          <Button
            variant="outline"
            color="danger"
            loading={remove.isPending}
            onClick={() => void askToRemove()}
          >
            {t('accounts.remove')}
          </Button>
        )}
        {save.data?.works && (
          <Text size="sm" role="status">
            {t('accounts.works', { ms: save.data.took_ms })}
          </Text>
        )}
      </Group>
    </InnerForm>
  )
}

type CodesProps = { holder: CodeHolder; sentence: string; onOut: () => void; onStay: () => void }

/** Without the account the server could no longer remove the codes from the locks. */
function CodesInLocks({ holder, sentence, onOut, onStay }: CodesProps) {
  const { t } = useTranslation('admin-offices')
  const { data: codes = [] } = useQuery(codesOfQuery(holder))
  const takeOut = useTakeOut(holder, onOut)
  const doors = [...new Set(codes.map(({ device_name }) => device_name))]
  const failures = new Set(codes.flatMap(({ failure }) => failure ?? []))
  return (
    <Alert color="danger" variant="light" role="alert">
      <Stack gap="sm">
        <Text size="sm">
          {sentence} {doors.length > 0 && t('accounts.codesIn', { doors: doors.join(', ') })}
        </Text>
        {takeOut.error && (
          <Text size="sm">
            {takeOut.error instanceof CodesLeft
              ? [...failures].map(serverText).join(' ')
              : refusalText(takeOut.error)}
          </Text>
        )}
        <Group gap="sm">
          <Button loading={takeOut.isPending} onClick={() => takeOut.mutate()}>
            {t('accounts.takeOut')}
          </Button>
          <Button variant="outline" color="danger" disabled={takeOut.isPending} onClick={onStay}>
            {t('accounts.codesStay')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
