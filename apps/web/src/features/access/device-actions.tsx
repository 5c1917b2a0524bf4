import type { Device } from '@keyhour/contract/access'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AccessActions } from '#web/features/access/access-actions.tsx'
import {
  deviceActionKey,
  isOutcomeUnknown,
  toggleDevice,
  unlockDevice,
  useDeviceChange,
  useOpening,
} from '#web/features/access/api.ts'
import { deviceNameId } from '#web/features/access/device-name.tsx'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'

type Props = { device: Device; onEdit: () => void }

export function DeviceActions({ device, onEdit }: Props) {
  const { t } = useTranslation('access')
  const { id, name } = device
  const isDeleted = device.deleted_at !== null
  const toggle = useDeviceChange(id, {
    mutationFn: toggleDevice,
    onSuccess: ({ deleted_at }) =>
      notify(t(deleted_at === null ? 'device.isRestored' : 'device.isDeleted', { name }), 'success'),
    onError: (error) => notifyFailure(error),
  })
  const opening = useOpening(unlockDevice(id))
  /** Marks the row as busy while the door is being opened. */
  const unlock = useMutation({
    mutationKey: deviceActionKey(id),
    mutationFn: () => opening.mutateAsync(),
    onSuccess: () => notify(t('device.isOpen', { name }), 'success'),
    onError: (error) =>
      notify(isOutcomeUnknown(error) ? t('device.notKnown', { name }) : refusalText(error), 'error'),
  })

  const askToToggle = () =>
    onceConfirmed(
      isDeleted
        ? { message: t('device.confirmRestore') }
        : { message: t('device.confirmDelete'), type: 'danger' },
      () => toggle.mutate(device),
    )
  const askToUnlock = () =>
    onceConfirmed({ message: t('device.confirmUnlock', { name }) }, () => unlock.mutate())

  return (
    <AccessActions
      busyKey={deviceActionKey(id)}
      describedBy={deviceNameId(id)}
      actions={
        isDeleted
          ? [{ name: 'restore', onClick: askToToggle }]
          : [
              { name: 'delete', onClick: askToToggle },
              { name: 'edit', onClick: onEdit },
              { name: 'unlock', onClick: askToUnlock },
            ]
      }
    />
  )
}
