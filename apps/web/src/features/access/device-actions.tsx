import type { Device } from '@keyhour/contract/access'
import { IconLockOpen, IconPencil, IconRestore, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  deviceActionKey,
  isOutcomeUnknown,
  toggleDevice,
  unlockDevice,
  useDeviceChange,
  useOpening,
} from '#web/features/access/api.ts'
import { deviceNameId } from '#web/features/access/device-name.tsx'
import { RowAction, RowActions } from '#web/features/access/row-actions.tsx'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

type Props = { device: Device; onEdit: (device: Device) => void }

const sayError = (error: Error) => notify(refusalText(error), 'error')

export function DeviceActions({ device, onEdit }: Props) {
  const { t } = useTranslation('access')
  const of = deviceNameId(device.id)
  const { name } = device
  const toggle = useDeviceChange(device.id, {
    mutationFn: toggleDevice,
    onSuccess: ({ deleted_at }) =>
      notify(t(deleted_at === null ? 'device.isRestored' : 'device.isDeleted', { name }), 'success'),
    onError: sayError,
  })
  const isDeleted = device.deleted_at !== null

  const askToToggle = () =>
    onceConfirmed(
      isDeleted
        ? { message: t('device.confirmRestore') }
        : { message: t('device.confirmDelete'), type: 'danger' },
      () => toggle.mutate(device),
    )

  return (
    <RowActions of={deviceActionKey(device.id)}>
      {(isBusy) =>
        isDeleted ? (
          <RowAction
            label={t('action.restore')}
            of={of}
            icon={<IconRestore aria-hidden size={18} />}
            disabled={isBusy}
            onClick={askToToggle}
          />
        ) : (
          <>
            <RowAction
              label={t('action.delete')}
              of={of}
              icon={<IconTrash aria-hidden size={18} />}
              color="danger"
              disabled={isBusy}
              onClick={askToToggle}
            />
            <RowAction
              label={t('action.edit')}
              of={of}
              icon={<IconPencil aria-hidden size={18} />}
              disabled={isBusy}
              onClick={() => onEdit(device)}
            />
            <Unlock device={device} isBusy={isBusy} />
          </>
        )
      }
    </RowActions>
  )
}

function Unlock({ device: { id, name }, isBusy }: { device: Device; isBusy: boolean }) {
  const { t } = useTranslation('access')
  const opening = useOpening(unlockDevice(id))
  /** Marks the row as busy while the door is being opened. */
  const action = useMutation({
    mutationKey: deviceActionKey(id),
    mutationFn: () => opening.mutateAsync(),
    onSuccess: () => notify(t('device.isOpen', { name }), 'success'),
    onError: (error) =>
      notify(isOutcomeUnknown(error) ? t('device.notKnown', { name }) : refusalText(error), 'error'),
  })
  const ask = () => onceConfirmed({ message: t('device.confirmUnlock', { name }) }, () => action.mutate())
  return (
    <RowAction
      label={t('action.unlock')}
      of={deviceNameId(id)}
      icon={<IconLockOpen aria-hidden size={18} />}
      disabled={isBusy}
      onClick={ask}
    />
  )
}
