import { type Webhook, WebhookKind, type WebhookWithSecret } from '@keyhour/contract/webhooks'
import { Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWebhook, changeWebhook, fetchWebhook, useWebhookAction } from '#web/features/webhooks/api.ts'
import { draftOfWebhook, mistakesIn, NEW_WEBHOOK, type WebhookDraft } from '#web/features/webhooks/rules.ts'
import { inputOf, isOvertaken, showRefusal } from '#web/ui/form-errors.ts'
import { FormWindow, WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

type Props = {
  /** Null for a new one. */
  webhook: Webhook | null
  onClose: () => void
  onAdded: (added: WebhookWithSecret) => void
}

export function WebhookFormWindow({ opened, ...form }: Props & { opened: boolean }) {
  const { t } = useTranslation('webhooks')
  return (
    <FormWindow opened={opened} onClose={form.onClose} title={t(form.webhook ? 'edit' : 'add')}>
      <Fields {...form} />
    </FormWindow>
  )
}

function Fields({ webhook, onClose, onAdded }: Props) {
  const { t } = useTranslation('webhooks')
  /** The version that saving refers to. */
  const [read, setRead] = useState(webhook)
  const initialValues = webhook ? draftOfWebhook(webhook) : NEW_WEBHOOK
  const form = useForm<WebhookDraft>({ mode: 'controlled', initialValues, validate: mistakesIn })
  const save = useWebhookAction(webhook?.id, {
    mutationFn: (draft: WebhookDraft): Promise<Webhook | WebhookWithSecret> =>
      read ? changeWebhook({ id: read.id, ...draft, version: read.version }) : addWebhook(draft),
    onSuccess: (saved) => {
      onClose()
      if ('secret' in saved) onAdded(saved)
      else notify(t('saved', { name: saved.name }), 'success')
    },
    onError: async (error) => {
      showRefusal(form, error)
      if (!read || !isOvertaken(error)) return
      // If that fails, saving again tries again.
      const stored = await fetchWebhook(read.id).catch(() => undefined)
      setRead(stored ?? read)
    },
  })

  return (
    <WindowForm
      form={form}
      save={save}
      {...(read && { stored: draftOfWebhook(read) })}
      failure={t('failedToSave')}
      onClose={onClose}
    >
      <TextInput
        {...inputOf(form, 'name')}
        label={t('column.name')}
        placeholder={t('namePlaceholder')}
        dir="auto"
        data-autofocus
        autoComplete="off"
        maxLength={100}
      />
      <TextInput
        {...inputOf(form, 'url')}
        label={t('column.url')}
        description={t('urlHint')}
        dir="ltr"
        type="url"
        autoComplete="off"
        maxLength={2000}
      />
      <Checkbox.Group {...inputOf(form, 'kinds')} label={t('column.kinds')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs" mb="xs">
          {WebhookKind.options.map((kind) => (
            <Checkbox key={kind} value={kind} label={t(`kind.${kind}`)} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </WindowForm>
  )
}
