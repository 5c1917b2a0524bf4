import { Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { exportOwnData } from '#web/features/users/api.ts'
import { ProfileCard, ProfileTopic } from '#web/features/users/profile-card.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { saveFile } from '#web/ui/files.ts'
import { failureOf } from '#web/ui/form-errors.ts'

const FILE_NAME = 'keyhour-data.json'

async function downloadOwnData(): Promise<void> {
  const data = JSON.stringify(await exportOwnData(), null, 2)
  saveFile(FILE_NAME, new Blob([data], { type: 'application/json' }))
}

export function ProfileDataCard() {
  const { t } = useTranslation('users')
  const download = useMutation({ mutationFn: downloadOwnData })
  return (
    <ProfileCard title={t('profile.data.title')} text={t('profile.data.text')}>
      <ProfileTopic title={t('profile.data.copy')}>
        <Text>{t('profile.data.copyText')}</Text>
        <FailureAlert text={failureOf(download.error)} />
        <Button
          leftSection={<IconDownload aria-hidden size={18} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('profile.data.download')}
        </Button>
      </ProfileTopic>
      <ProfileTopic title={t('profile.data.deletion')}>
        <Text>{t('profile.data.deletionText')}</Text>
        <Button c="var(--danger)" component={Link} to="/delete-account">
          {t('profile.data.delete')}
        </Button>
      </ProfileTopic>
    </ProfileCard>
  )
}
