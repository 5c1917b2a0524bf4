import type { Device } from '@keyhour/contract/access'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  addDevice,
  changeDevice,
  fetchDevice,
  hasCodesInLocks,
  useDeviceChange,
} from '#web/features/access/api.ts'
import { CodesDialog, type Refused } from '#web/features/access/codes-dialog.tsx'
import { SpacesInput } from '#web/features/access/door-spaces.tsx'
import { OfficeSelect } from '#web/features/access/office-select.tsx'
import {
  type DeviceDraft,
  deviceDraft,
  deviceForm,
  EXAMPLE,
  mistakesInDevice,
} from '#web/features/access/rules.ts'
import { inputOf, isOvertaken, showRefusal } from '#web/ui/form-errors.ts'
import { FormWindow, WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

/** `device` is null for a new door. */
type Props = { opened: boolean; device: Device | null; onClose: () => void }

export function DeviceForm({ opened, device, onClose }: Props) {
  const { t } = useTranslation('access')
  return (
    <FormWindow opened={opened} onClose={onClose} title={t(device ? 'device.edit' : 'device.add')}>
      <Fields device={device} onClose={onClose} />
    </FormWindow>
  )
}

function Fields({ device, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('access')
  /** The version that saving refers to. */
  const [read, setRead] = useState(device)
  const [refused, setRefused] = useState<Refused | null>(null)
  const form = useForm<DeviceDraft>({
    mode: 'controlled',
    initialValues: deviceDraft(device),
    validate: mistakesInDevice,
    validateInputOnBlur: true,
  })
  const save = useDeviceChange(device?.id, {
    mutationFn: ({ codes_stay, ...draft }: DeviceDraft & { codes_stay?: boolean }) =>
      read
        ? changeDevice({
            id: read.id,
            ...deviceForm(draft),
            version: read.version,
            ...(codes_stay && { codes_stay }),
          })
        : addDevice(deviceForm(draft)),
    onSuccess: ({ name }) => {
      notify(t(device ? 'form.saved' : 'form.added', { name }), 'success')
      onClose()
    },
    onError: async (error) => {
      showRefusal(form, error)
      if (read && hasCodesInLocks(error))
        setRefused({
          holder: { device_id: read.id },
          goAhead: ({ codes_stay = false }) => save.mutateAsync({ ...form.getValues(), codes_stay }),
        })
      if (read && isOvertaken(error)) setRead((await fetchDevice(read.id)) ?? read)
    },
  })

  return (
    <WindowForm form={form} save={save} stored={deviceDraft(read)} isReady={form.isValid()} onClose={onClose}>
      <TextInput
        {...inputOf(form, 'name')}
        label={t('column.name')}
        data-autofocus
        dir="auto"
        autoComplete="off"
        maxLength={200}
      />
      <OfficeSelect
        {...inputOf(form, 'office_id')}
        onChange={(office_id) => form.setValues({ office_id: office_id ?? '', sub_office_ids: [] })}
      />
      <SpacesInput {...inputOf(form, 'sub_office_ids')} officeId={form.values.office_id} />
      <TextInput
        {...inputOf(form, 'home_assistant_id')}
        label={t('column.homeAssistantId')}
        placeholder={EXAMPLE.home_assistant_id}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
      />
      <TextInput
        {...inputOf(form, 'type')}
        label={t('column.type')}
        placeholder={EXAMPLE.type}
        dir="ltr"
        autoComplete="off"
        maxLength={50}
      />
      <CodesDialog refused={refused} onClose={() => setRefused(null)} />
    </WindowForm>
  )
}
