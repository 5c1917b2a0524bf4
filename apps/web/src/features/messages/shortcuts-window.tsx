import { Kbd, Modal, Stack, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/messages/messages.module.css'
import { SHORTCUTS } from '#web/features/messages/rules.ts'

type Props = {
  opened: boolean
  onClose: () => void
  isActive: boolean
  onActive: (isActive: boolean) => void
}

export function ShortcutsWindow({ opened, onClose, isActive, onActive }: Props) {
  const { t } = useTranslation(['messages', 'ui'])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
      withinPortal={false}
      classNames={{ inner: classes.window }}
      centered
    >
      <Stack gap="md">
        <dl className={classes.facts}>
          {SHORTCUTS.map((shortcut) => (
            <div key={shortcut} className={classes.shortcut}>
              <dt>
                <Kbd>{shortcut.toUpperCase()}</Kbd>
              </dt>
              <dd>{t(`shortcuts.${shortcut}`)}</dd>
            </div>
          ))}
        </dl>
        <Switch
          label={t('shortcuts.active')}
          checked={isActive}
          onChange={({ currentTarget: { checked } }) => onActive(checked)}
        />
      </Stack>
    </Modal>
  )
}
