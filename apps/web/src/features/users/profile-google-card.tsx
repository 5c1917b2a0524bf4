import type { OwnProfile } from '@keyhour/contract/users'
import { Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { settingsQuery } from '#web/features/auth/api.ts'
import { connectGoogle, disconnectGoogle, useProfileChange } from '#web/features/users/api.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf } from '#web/ui/form-errors.ts'
import { GoogleButton } from '#web/ui/google-button.tsx'

export function ProfileGoogleCard({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('users')
  const { data: settings } = useQuery(settingsQuery)
  if (profile.has_google)
    return (
      <>
        <Group gap="xs">
          <IconCheck aria-hidden size={20} />
          <Text>{t('profile.google.connected')}</Text>
        </Group>
        {profile.has_password && <DisconnectGoogle />}
      </>
    )
  if (!settings) return null
  if (settings.google_client_id === null) return <Text c="dimmed">{t('profile.google.off')}</Text>
  return <ConnectGoogle clientId={settings.google_client_id} />
}

/** For those who have another way in. */
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

function ConnectGoogle({ clientId }: { clientId: string }) {
  const { t } = useTranslation('users')
  const [hasFailed, setFailed] = useState(false)
  const connection = useProfileChange(connectGoogle)

  function connect(credential: string) {
    setFailed(false)
    connection.mutate(credential)
  }

  return (
    <>
      <Text>{t('profile.google.text')}</Text>
      <FailureAlert text={hasFailed ? t('profile.google.failed') : failureOf(connection.error)} />
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
