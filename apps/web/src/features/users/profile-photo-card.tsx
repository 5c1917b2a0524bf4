import type { OwnProfile } from '@keyhour/contract/users'
import { Button, FileButton, Stack, Text } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/users/profile.module.css'
import { ProfileCard } from '#web/features/users/profile-card.tsx'
import { ProfileKeptPhotoCard } from '#web/features/users/profile-kept-photo-card.tsx'
import { ProfilePhotoForm } from '#web/features/users/profile-photo-form.tsx'
import { type PhotoProblem, photoProblem } from '#web/features/users/rules.ts'
import { DropArea } from '#web/ui/drop-area.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { readAsDataUrl } from '#web/ui/files.ts'

export function ProfilePhotoCard({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('users')
  /** Data URLs: the picked photo before its upload, and the stored photo while it is shown. */
  const [picked, setPicked] = useState<string | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const [problem, setProblem] = useState<PhotoProblem | null>(null)

  async function pick(file: File) {
    const found = photoProblem(file)
    setProblem(found)
    if (found === null) await readAsDataUrl(file).then(setPicked, () => setProblem('unreadable'))
  }

  function keep(image: string) {
    setPicked(null)
    setShown(image)
  }

  function content() {
    if (picked !== null)
      return <ProfilePhotoForm key={picked} image={picked} onSent={keep} onCancel={() => setPicked(null)} />
    if (!profile.has_passport_image) return <Empty onPick={pick} />
    return (
      <ProfileKeptPhotoCard userId={profile.id} shown={shown} onShow={setShown}>
        <PickButton label={t('profile.photo.replace')} onPick={pick} />
      </ProfileKeptPhotoCard>
    )
  }

  return (
    <ProfileCard title={t('profile.photo.title')} text={t('profile.photo.whoSees')}>
      <DropArea onFiles={([file]) => file && void pick(file)}>
        <Stack gap="md">
          <FailureAlert text={problem && t(`profile.photo.problem.${problem}`)} />
          {content()}
        </Stack>
      </DropArea>
    </ProfileCard>
  )
}

type Picking = { onPick: (file: File) => Promise<void> }

function Empty({ onPick }: Picking) {
  const { t } = useTranslation('users')
  return (
    <div className={classes.empty}>
      <IconPhotoUp aria-hidden size={32} stroke={1.5} />
      <Text>{t('profile.photo.none')}</Text>
      <PickButton label={t('profile.photo.choose')} onPick={onPick} />
      <Text size="sm" c="dimmed">
        <span className={classes.dropHint}>{t('profile.photo.dropHint')} </span>
        {t('profile.photo.limit')}
      </Text>
    </div>
  )
}

/** On a phone this also offers the camera. */
function PickButton({ label, onPick }: Picking & { label: string }) {
  return (
    <FileButton accept="image/*" onChange={(file) => file && void onPick(file)}>
      {(props) => <Button {...props}>{label}</Button>}
    </FileButton>
  )
}
