import { useTranslation } from 'react-i18next'
import { useUser } from '#web/api/session.ts'
import { PushDevice } from '#web/features/push/push-device.tsx'
import { PushKinds } from '#web/features/push/push-kinds.tsx'
import { ProfileCard, ProfileTopic } from '#web/features/users/profile-card.tsx'

export function ProfilePushCard() {
  const { t } = useTranslation('push')
  const userId = useUser()?.id
  if (userId === undefined) return null
  return (
    <ProfileCard title={t('title')} text={t('text')}>
      <PushDevice userId={userId} />
      <ProfileTopic title={t('kinds')}>
        <PushKinds />
      </ProfileTopic>
    </ProfileCard>
  )
}
