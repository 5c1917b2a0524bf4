import type { OwnProfile } from '@keyhour/contract/users'
import { Button, Group, Text } from '@mantine/core'
import { IconCheck, IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { logOut } from '#web/api/session.ts'
import { logOutEverywhere, requestPasswordLink } from '#web/features/auth/api.ts'
import { ProfileCard, ProfileTopic } from '#web/features/users/profile-card.tsx'
import { ProfileGoogleCard } from '#web/features/users/profile-google-card.tsx'
import { ProfilePasswordForm } from '#web/features/users/profile-password-form.tsx'
import { serverText } from '#web/texts/i18n.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

export function ProfileSecurityCard({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('users')
  return (
    <ProfileCard title={t('profile.security.title')} text={t('profile.security.text')}>
      <ProfileTopic title={t('profile.password.title')}>
        {profile.has_password ? (
          <ProfilePasswordForm profile={profile} />
        ) : (
          <PasswordLink email={profile.email} />
        )}
      </ProfileTopic>
      <ProfileTopic title={t('profile.google.title')}>
        <ProfileGoogleCard profile={profile} />
      </ProfileTopic>
      <ProfileTopic title={t('profile.devices.title')}>
        <LogOutEverywhere />
      </ProfileTopic>
    </ProfileCard>
  )
}

/** Members who have always used Google have no password: a link by mail sets the first one. */
function PasswordLink({ email }: { email: string }) {
  const { t } = useTranslation('users')
  const request = useMutation({ mutationFn: requestPasswordLink })
  if (request.data)
    return (
      <Group gap="xs" role="status" wrap="nowrap" align="flex-start">
        <IconCheck aria-hidden size={20} />
        <Text>{serverText(request.data.msg)}</Text>
      </Group>
    )
  return (
    <>
      <Text>{t('profile.password.none')}</Text>
      <FailureAlert text={failureOf(request.error)} />
      <Button
        leftSection={<IconMail aria-hidden size={18} />}
        loading={request.isPending}
        onClick={() => request.mutate(email)}
      >
        {t('profile.password.sendLink')}
      </Button>
    </>
  )
}

function LogOutEverywhere() {
  const { t } = useTranslation('users')
  const leave = useMutation({
    mutationFn: logOutEverywhere,
    onSuccess: () => {
      logOut()
      notify(t('profile.devices.done'), 'success')
    },
  })
  const ask = () => onceConfirmed({ message: t('profile.devices.confirm') }, () => leave.mutate())
  return (
    <>
      <Text>{t('profile.devices.text')}</Text>
      <FailureAlert text={failureOf(leave.error)} />
      <Button loading={leave.isPending} onClick={ask}>
        {t('profile.devices.logOut')}
      </Button>
    </>
  )
}
