import { Button, Group, Modal, Progress, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/admin-offices/forms.module.css'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { useIsPhone } from '#web/ui/phone.ts'
import { useOpenForm } from '#web/ui/unsaved-changes.ts'

type Props = {
  title: string
  isUnsaved: boolean
  isSaving: boolean
  /** How much of what is sent has gone, from 0 to 1. */
  share: number
  /** Something is not ready to be sent yet. */
  isBusy?: boolean
  onSave: () => void
  onStop: () => void
  onClose: () => void
  children: ReactNode
}

/** A long form above the page. Nobody leaves it by accident. */
export function FormPanel(props: Props) {
  const { title, isUnsaved, isSaving, share, isBusy = false, onSave, onStop, onClose, children } = props
  const { t } = useTranslation('admin-offices')
  const { t: tUi } = useTranslation('ui')
  const isPhone = useIsPhone()
  const [isAsking, setAsking] = useState(false)
  useOpenForm(isUnsaved)

  async function leave() {
    if (isSaving || isAsking) return
    if (!isUnsaved) return onClose()
    setAsking(true)
    await onceConfirmed({ message: tUi('unsaved') }, onClose)
    setAsking(false)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isSaving && !isBusy) onSave()
  }

  return (
    <Modal
      opened
      onClose={() => void leave()}
      title={title}
      size={880}
      fullScreen={isPhone}
      closeOnEscape={!isAsking}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      classNames={{ content: classes.content, header: classes.header, body: classes.body }}
    >
      <form noValidate className={classes.form} onSubmit={submit}>
        <fieldset className={classes.fieldset} disabled={isSaving} aria-busy={isSaving}>
          {children}
        </fieldset>
        <div className={classes.footer}>
          {isSaving && <Way share={share} />}
          <Group justify="flex-end" gap="sm">
            {isSaving ? (
              <Button onClick={onStop}>{t('form.stop')}</Button>
            ) : (
              <Button onClick={() => void leave()}>{t('form.cancel')}</Button>
            )}
            <Button type="submit" variant="filled" loading={isSaving} disabled={isBusy}>
              {t('form.save')}
            </Button>
          </Group>
        </div>
      </form>
    </Modal>
  )
}

/** How far it is; once all has gone, the server still has the pictures to look at. */
function Way({ share }: { share: number }) {
  const { t } = useTranslation('admin-offices')
  const isThere = share >= 1
  return (
    <div>
      <Progress value={share * 100} animated={isThere} aria-label={t('form.sending')} />
      <Text size="sm" c="dimmed" mt={4} role="status">
        {isThere ? t('form.storing') : t('form.sending')}
      </Text>
    </div>
  )
}
