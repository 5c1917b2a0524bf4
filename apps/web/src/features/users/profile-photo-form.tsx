import { Button, Group, Progress, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setPassportImage, useProfileChange } from '#web/features/users/api.ts'
import classes from '#web/features/users/profile.module.css'
import { serverText } from '#web/texts/i18n.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, fieldErrorsOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

type Props = { image: string; onSent: (image: string) => void; onCancel: () => void }

export function ProfilePhotoForm({ image, onSent, onCancel }: Props) {
  const { t } = useTranslation('users')
  const [isVisible, setVisible] = useState(true)
  const [share, setShare] = useState(0)
  const upload = useRef(new AbortController())
  const sending = useProfileChange(setPassportImage, () => {
    onSent(image)
    notify(t('profile.photo.sent'), 'success')
  })
  const { image: fault } = fieldErrorsOf(sending.error)

  function send() {
    setShare(0)
    sending.mutate({ image, onProgress: setShare, signal: upload.current.signal })
  }

  function cancel() {
    upload.current.abort()
    onCancel()
  }

  return (
    <>
      {isVisible ? (
        <img
          className={classes.photo}
          src={image}
          alt={t('profile.photo.preview')}
          onError={() => setVisible(false)}
        />
      ) : (
        <Text c="dimmed">{t('profile.photo.noPreview')}</Text>
      )}
      <FailureAlert text={fault ? serverText(fault) : failureOf(sending.error)} />
      {sending.isPending && <Progress value={share * 100} aria-label={t('profile.photo.sending')} />}
      <Group gap="sm">
        <Button variant="filled" loading={sending.isPending} onClick={send}>
          {t('profile.photo.send')}
        </Button>
        <Button onClick={cancel}>{t('profile.photo.cancel')}</Button>
      </Group>
    </>
  )
}
