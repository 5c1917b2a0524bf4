import type { Webhook, WebhookWithSecret } from '@keyhour/contract/webhooks'
import { Button, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWebhookChanges, webhooksQuery } from '#web/features/webhooks/api.ts'
import { DeliveryLog } from '#web/features/webhooks/delivery-log.tsx'
import { DeliveryPanel } from '#web/features/webhooks/delivery-panel.tsx'
import { SecretWindow } from '#web/features/webhooks/secret-window.tsx'
import { WebhookFormWindow } from '#web/features/webhooks/webhook-form.tsx'
import { WebhookList } from '#web/features/webhooks/webhook-list.tsx'
import messagesArt from '#web/pictures/empty-messages.svg'
import { Message } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

/** What the form shows. It stays while the window closes. */
type Form = { opened: boolean; webhook: Webhook | null }

export function WebhooksScreen() {
  const { t } = useTranslation('webhooks')
  const webhooks = useQuery(webhooksQuery)
  useWebhookChanges()
  const [form, setForm] = useState<Form>({ opened: false, webhook: null })
  const [shown, setShown] = useState<WebhookWithSecret | null>(null)
  const [panel, setPanel] = useState({ opened: false, id: 0 })
  const add = () => setForm({ opened: true, webhook: null })
  const addButton = (
    <Button variant="filled" leftSection={<IconPlus aria-hidden size={18} />} onClick={add}>
      {t('add')}
    </Button>
  )
  const hasSome = webhooks.data !== undefined && webhooks.data.length > 0

  return (
    <Page title={t('title')} actions={hasSome && addButton} wide>
      <Stack gap="xl">
        <Text c="dimmed">{t('intro')}</Text>
        <QueryView
          shape="list"
          query={webhooks}
          loading={t('loading')}
          isEmpty={({ length }) => length === 0}
          empty={<Message art={messagesArt} title={t('none')} text={t('noneHint')} action={addButton} />}
        >
          {(rows) => (
            <WebhookList
              webhooks={rows}
              onEdit={(webhook) => setForm({ opened: true, webhook })}
              onSecret={setShown}
              onTested={({ id }) => setPanel({ opened: true, id })}
            />
          )}
        </QueryView>
        {webhooks.data && <DeliveryLog onOpen={(id) => setPanel({ opened: true, id })} />}
      </Stack>
      <WebhookFormWindow
        {...form}
        onClose={() => setForm((open) => ({ ...open, opened: false }))}
        onAdded={setShown}
      />
      <SecretWindow webhook={shown} onClose={() => setShown(null)} />
      <DeliveryPanel {...panel} onClose={() => setPanel((open) => ({ ...open, opened: false }))} />
    </Page>
  )
}
