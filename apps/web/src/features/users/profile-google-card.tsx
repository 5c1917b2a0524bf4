import type { OwnProfile } from '@keyhour/contract/users'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { googleAddressOf } from '#web/api/session.ts'
import { settingsQuery } from '#web/features/auth/api.ts'
import { connectGoogle, disconnectGoogle, useProfileChange } from '#web/features/users/api.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, fieldErrorsOf, inputOf, refusalText, showRefusal } from '#web/ui/form-errors.ts'
import { GoogleButton } from '#web/ui/google-button.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

export function ProfileGoogleCard({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('users')
  const { data: settings } = useQuery(settingsQuery)
  if (profile.has_google)
    return (
      <>
        <Group gap="xs">
          <IconCheck aria-hidden size={20} />
          <Text>
            {profile.google_email === null
              ? t('profile.google.connected')
              : t('profile.google.connectedAs', { email: profile.google_email })}
          </Text>
        </Group>
        {profile.has_password && <DisconnectGoogle />}
      </>
    )
  if (!settings) return null
  if (settings.google_client_id === null) return <Text c="dimmed">{t('profile.google.off')}</Text>
  return <ConnectGoogle clientId={settings.google_client_id} profile={profile} />
}

/** Only if there is another way to sign in. */
function DisconnectGoogle() {
  const { t } = useTranslation('users')
  const removal = useProfileChange(disconnectGoogle)
  const ask = () => onceConfirmed({ message: t('profile.google.confirm') }, () => removal.mutate())
  return (
    <>
      <FailureAlert text={failureOf(removal.error)} />
      <Button loading={removal.isPending} onClick={ask}>
        {t('profile.google.disconnect')}
      </Button>
    </>
  )
}

type ConnectProps = { clientId: string; profile: OwnProfile }

/** First the Google account, then the password, if the member has one. */
function ConnectGoogle({ clientId, profile }: ConnectProps) {
  const { t } = useTranslation('users')
  const [hasFailed, setFailed] = useState(false)
  const [credential, setCredential] = useState<string | null>(null)
  const connection = useProfileChange(connectGoogle)
  const refusal = connection.error && refusalText(connection.error)

  function connect(access_token: string) {
    setFailed(false)
    connection.reset()
    if (profile.has_password) setCredential(access_token)
    else connection.mutate({ access_token })
  }

  if (credential !== null)
    return (
      <ProvePassword
        email={profile.email}
        access_token={credential}
        connection={connection}
        onCancel={() => setCredential(null)}
      />
    )
  return (
    <>
      <Text>{t('profile.google.text')}</Text>
      <FailureAlert text={hasFailed ? t('profile.google.failed') : refusal} />
      <GoogleButton
        clientId={clientId}
        wording="continue_with"
        onCredential={connect}
        onFailure={() => setFailed(true)}
        unreachable={<Text c="dimmed">{t('profile.google.unreachable')}</Text>}
      />
    </>
  )
}

type ProveProps = {
  email: string
  access_token: string
  connection: ReturnType<typeof useProfileChange<Parameters<typeof connectGoogle>[0]>>
  onCancel: () => void
}

function ProvePassword({ email, access_token, connection, onCancel }: ProveProps) {
  const { t } = useTranslation('users')
  const form = useForm({ mode: 'controlled', initialValues: { password: '' } })
  const address = googleAddressOf(access_token)

  function refuse(error: Error) {
    // Google's token has expired: the member has to choose the account again.
    if (fieldErrorsOf(error).access_token) onCancel()
    else showRefusal(form, error)
  }

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ password }) =>
        connection.mutate({ access_token, password }, { onError: refuse }),
      )}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Stack gap="md">
        <Text>
          {address === null
            ? t('profile.google.proveUnnamed')
            : t('profile.google.prove', { email: address })}
        </Text>
        <FailureAlert text={failureOf(connection.error)} />
        <PasswordInput
          {...inputOf(form, 'password')}
          label={t('profile.google.password')}
          maw={360}
          autoFocus
        />
        <Group>
          <Button type="submit" loading={connection.isPending}>
            {t('profile.google.connect')}
          </Button>
          <Button variant="subtle" disabled={connection.isPending} onClick={onCancel}>
            {t('profile.google.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
