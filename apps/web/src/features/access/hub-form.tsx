import type { HomeAssistant } from '@keyhour/contract/hubs'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  addHomeAssistant,
  changeHomeAssistant,
  fetchHomeAssistant,
  hasCodesInLocks,
  mayBeSameHub,
  useHubChange,
} from '#web/features/access/api.ts'
import { type Answer, CodesDialog, type Refused } from '#web/features/access/codes-dialog.tsx'
import { OfficeSelect } from '#web/features/access/office-select.tsx'
import {
  EXAMPLE,
  type HubDraft,
  hubDraft,
  hubForm,
  hubUpdate,
  mistakesInHub,
} from '#web/features/access/rules.ts'
import { inputOf, isOvertaken, showRefusal } from '#web/ui/form-errors.ts'
import { FormWindow, WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

/** `hub` is null for a new hub. */
type Props = { opened: boolean; hub: HomeAssistant | null; onClose: () => void }

export function HubForm({ opened, hub, onClose }: Props) {
  const { t } = useTranslation('access')
  return (
    <FormWindow opened={opened} onClose={onClose} title={t(hub ? 'hub.edit' : 'hub.add')}>
      <Fields hub={hub} onClose={onClose} />
    </FormWindow>
  )
}

function Fields({ hub, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('access')
  /** The version that saving refers to. */
  const [read, setRead] = useState(hub)
  const [refused, setRefused] = useState<Refused | null>(null)
  const form = useForm<HubDraft>({
    mode: 'controlled',
    initialValues: hubDraft(hub),
    validate: mistakesInHub,
    validateInputOnBlur: true,
  })
  const save = useHubChange(hub?.id, {
    mutationFn: ({ codes_stay, same_hub, ...draft }: HubDraft & Answer) =>
      read
        ? changeHomeAssistant({
            id: read.id,
            ...hubUpdate(draft, read),
            ...(codes_stay && { codes_stay }),
            ...(same_hub && { same_hub }),
          })
        : addHomeAssistant(hubForm(draft)),
    onSuccess: ({ url }) => {
      notify(t(hub ? 'form.saved' : 'form.added', { name: url }), 'success')
      onClose()
    },
    onError: async (error) => {
      showRefusal(form, error)
      if (read && hasCodesInLocks(error))
        setRefused({
          holder: { hub_id: read.id },
          mayBeSameHub: mayBeSameHub(error),
          goAhead: (answer) => save.mutateAsync({ ...form.getValues(), ...answer }),
        })
      if (read && isOvertaken(error)) setRead((await fetchHomeAssistant(read.id)) ?? read)
    },
  })

  return (
    <WindowForm form={form} save={save} stored={hubDraft(read)} isReady={form.isValid()} onClose={onClose}>
      <TextInput
        {...inputOf(form, 'url')}
        label={t('column.url')}
        placeholder={EXAMPLE.url}
        type="url"
        dir="ltr"
        data-autofocus
        autoComplete="off"
        maxLength={500}
      />
      <PasswordInput
        {...inputOf(form, 'token')}
        label={t('hub.token')}
        description={t(hub ? 'hub.tokenKept' : 'hub.tokenHint')}
        dir="ltr"
        autoComplete="off"
        maxLength={1000}
        // Typing replaces the whole mask.
        onFocus={({ currentTarget }) => currentTarget.value === read?.token && currentTarget.select()}
      />
      <OfficeSelect {...inputOf(form, 'office_id')} />
      <CodesDialog refused={refused} onClose={() => setRefused(null)} />
    </WindowForm>
  )
}
