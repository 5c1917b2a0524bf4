import type { HomeAssistant } from '@keyhour/contract/access'
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  addHomeAssistant,
  changeHomeAssistant,
  fetchHomeAssistant,
  useHubChange,
} from '#web/features/access/api.ts'
import { OfficeSelect } from '#web/features/access/office-select.tsx'
import {
  EXAMPLE,
  type HubDraft,
  hubDraft,
  hubForm,
  hubUpdate,
  mistakesInHub,
} from '#web/features/access/rules.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, isOvertaken, showRefusal, translated } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { OvertakenCard } from '#web/ui/overtaken-card.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

/** `hub` is null for a new one. */
type Props = { opened: boolean; hub: HomeAssistant | null; onClose: () => void }

export function HubForm({ opened, hub, onClose }: Props) {
  const { t } = useTranslation('access')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t(hub ? 'hub.edit' : 'hub.add')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      centered
    >
      <Fields hub={hub} onClose={onClose} />
    </Modal>
  )
}

function Fields({ hub, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('access')
  /** As it was read last: what is saved claims to know this. */
  const [read, setRead] = useState(hub)
  const form = useForm<HubDraft>({
    mode: 'controlled',
    initialValues: hubDraft(hub),
    validate: mistakesInHub,
    validateInputOnBlur: true,
  })
  const save = useHubChange(hub?.id, {
    mutationFn: (draft: HubDraft) =>
      read
        ? changeHomeAssistant({ id: read.id, ...hubUpdate(draft, read) })
        : addHomeAssistant(hubForm(draft)),
    onSuccess: ({ url }) => {
      notify(t(hub ? 'form.saved' : 'form.added', { name: url }), 'success')
      onClose()
    },
    onError: async (error) => {
      showRefusal(form, error)
      if (read && isOvertaken(error)) setRead((await fetchHomeAssistant(read.id)) ?? read)
    },
  })

  function takeStored() {
    form.setValues(hubDraft(read))
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
          {...form.getInputProps('url')}
          label={t('column.url')}
          placeholder={EXAMPLE.url}
          type="url"
          dir="ltr"
          data-autofocus
          autoComplete="off"
          maxLength={500}
          error={translated(form.errors.url)}
        />
        <PasswordInput
          {...form.getInputProps('token')}
          label={t('hub.token')}
          description={t(hub ? 'hub.tokenKept' : 'hub.tokenHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          dir="ltr"
          autoComplete="off"
          maxLength={1000}
          // The mask is typed over as a whole.
          onFocus={({ currentTarget }) => currentTarget.value === read?.token && currentTarget.select()}
          error={translated(form.errors.token)}
        />
        <OfficeSelect {...form.getInputProps('office_id')} error={translated(form.errors.office_id)} />
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
