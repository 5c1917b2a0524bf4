import type { Device } from '@keyhour/contract/access'
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDevice, changeDevice, fetchDevice, useDeviceChange } from '#web/features/access/api.ts'
import { OfficeSelect } from '#web/features/access/office-select.tsx'
import {
  type DeviceDraft,
  deviceDraft,
  deviceForm,
  EXAMPLE,
  mistakesInDevice,
} from '#web/features/access/rules.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, isOvertaken, showRefusal, translated } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { OvertakenCard } from '#web/ui/overtaken-card.tsx'

/** `device` is null for a new one. */
type Props = { opened: boolean; device: Device | null; onClose: () => void }

export function DeviceForm({ opened, device, onClose }: Props) {
  const { t } = useTranslation('access')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(device ? 'device.edit' : 'device.add')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      centered
    >
      <Fields device={device} onClose={onClose} />
    </Modal>
  )
}

function Fields({ device, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('access')
  /** As it was read last: what is saved claims to know this. */
  const [read, setRead] = useState(device)
  const form = useForm<DeviceDraft>({
    mode: 'controlled',
    initialValues: deviceDraft(device),
    validate: mistakesInDevice,
    validateInputOnBlur: true,
  })
  const save = useDeviceChange(device?.id, {
    mutationFn: (draft: DeviceDraft) =>
      read
        ? changeDevice({ id: read.id, ...deviceForm(draft), version: read.version })
        : addDevice(deviceForm(draft)),
    onSuccess: ({ name }) => {
      notify(t(device ? 'form.saved' : 'form.added', { name }), 'success')
      onClose()
    },
    onError: async (error) => {
      showRefusal(form, error)
      if (read && isOvertaken(error)) setRead((await fetchDevice(read.id)) ?? read)
    },
  })

  function takeStored() {
    form.setValues(deviceDraft(read))
    form.clearErrors()
    save.reset()
  }

  return (
    <form noValidate onSubmit={form.onSubmit((draft) => save.mutate(draft))}>
      <Stack gap="md">
        {isOvertaken(save.error) ? (
          <OvertakenCard error={save.error} onTake={takeStored} />
        ) : (
          <FailureAlert text={failureOf(save.error)} />
        )}
        <TextInput
          {...form.getInputProps('name')}
          label={t('column.name')}
          data-autofocus
          autoComplete="off"
          maxLength={200}
          error={translated(form.errors.name)}
        />
        <OfficeSelect {...form.getInputProps('office_id')} error={translated(form.errors.office_id)} />
        <TextInput
          {...form.getInputProps('home_assistant_id')}
          label={t('column.homeAssistantId')}
          placeholder={EXAMPLE.home_assistant_id}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          error={translated(form.errors.home_assistant_id)}
        />
        <TextInput
          {...form.getInputProps('type')}
          label={t('column.type')}
          placeholder={EXAMPLE.type}
          autoComplete="off"
          maxLength={50}
          error={translated(form.errors.type)}
        />
        <Group justify="flex-end" gap="sm">
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button type="submit" variant="filled" disabled={!form.isValid()} loading={save.isPending}>
            {t('form.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
