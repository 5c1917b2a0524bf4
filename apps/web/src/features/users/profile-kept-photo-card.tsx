import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchPassportImage, removePassportImage, useProfileChange } from '#web/features/users/api.ts'
import classes from '#web/features/users/profile.module.css'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

type Props = {
  userId: number
  shown: string | null
  onShow: (image: string | null) => void
  children: ReactNode
}

/** Shown only on request: each view is logged. */
export function ProfileKeptPhotoCard({ userId, shown, onShow, children }: Props) {
  const { t } = useTranslation('users')
  const view = useMutation({ mutationFn: () => fetchPassportImage(userId), onSuccess: onShow })
  const removal = useProfileChange(removePassportImage, () => {
    onShow(null)
    notify(t('profile.photo.removed'), 'success')
  })
  const askToRemove = () =>
    onceConfirmed({ message: t('profile.photo.confirmRemoval'), type: 'danger' }, () => removal.mutate())

  return (
    <>
      {shown === null ? (
        <Text>{t('profile.photo.kept')}</Text>
      ) : (
        <img className={classes.photo} src={shown} alt={t('profile.photo.alt')} />
      )}
      <FailureAlert text={failureOf(view.error ?? removal.error)} />
      <Group gap="sm">
        {shown === null ? (
          <Button loading={view.isPending} onClick={() => view.mutate()}>
            {t('profile.photo.show')}
          </Button>
        ) : (
          <Button onClick={() => onShow(null)}>{t('profile.photo.hide')}</Button>
        )}
        {children}
        <Button loading={removal.isPending} onClick={askToRemove}>
          {t('profile.photo.remove')}
        </Button>
      </Group>
    </>
  )
}
