import type { DeliveryDetails, Webhook, WebhookWithSecret } from '@keyhour/contract/webhooks'
import { IconKey, IconPencil, IconRefresh, IconSend, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  changeWebhook,
  deleteWebhook,
  rotateSecret,
  sendFailedAgain,
  testWebhook,
  useWebhookAction,
  webhookActionKey,
} from '#web/features/webhooks/api.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { RowActions, useIsBusy } from '#web/ui/row-actions.tsx'
import { TableSwitch } from '#web/ui/table-switch.tsx'

/** Describes the buttons of the row. */
export const webhookNameId = (id: number): string => `webhook-${id}`

const complain = (error: Error) => notifyFailure(error)

export type WebhookHandlers = {
  onEdit: (webhook: Webhook) => void
  onSecret: (webhook: WebhookWithSecret) => void
  onTested: (delivery: DeliveryDetails) => void
}

export function WebhookActions({ webhook, ...handlers }: { webhook: Webhook } & WebhookHandlers) {
  const { t } = useTranslation('webhooks')
  const { id, name, is_active, failed_deliveries } = webhook
  const test = useWebhookAction(id, {
    mutationFn: () => testWebhook(id),
    onSuccess: handlers.onTested,
    onError: complain,
  })
  const rotation = useWebhookAction(id, {
    mutationFn: () => rotateSecret(webhook),
    onSuccess: handlers.onSecret,
    onError: complain,
  })
  const deletion = useWebhookAction(id, {
    mutationFn: () => deleteWebhook(id),
    onSuccess: () => notify(t('deleted', { name }), 'success'),
    onError: complain,
  })
  const again = useWebhookAction(id, {
    mutationFn: () => sendFailedAgain(id),
    onSuccess: ({ count }) => notify(t('sentAgain', { count }), 'success'),
    onError: complain,
  })
  const askToRotate = () => onceConfirmed({ message: t('confirmRotate') }, rotation.mutate)
  const askToDelete = () =>
    onceConfirmed({ message: t('confirmDelete', { name }), type: 'danger' }, deletion.mutate)
  return (
    <RowActions
      busyKey={webhookActionKey(id)}
      describedBy={webhookNameId(id)}
      actions={[
        { label: t('action.test'), icon: IconSend, onClick: () => test.mutate() },
        ...(is_active && failed_deliveries > 0
          ? [{ label: t('action.sendFailed'), icon: IconRefresh, onClick: () => again.mutate() }]
          : []),
        { label: t('action.edit'), icon: IconPencil, onClick: () => handlers.onEdit(webhook) },
        { label: t('action.rotate'), icon: IconKey, onClick: askToRotate },
        { label: t('action.delete'), icon: IconTrash, isDangerous: true, onClick: askToDelete },
      ]}
    />
  )
}

export function WebhookSwitch({ webhook: { id, is_active } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const isBusy = useIsBusy(webhookActionKey(id))
  const change = useWebhookAction(id, {
    mutationFn: (active: boolean) => changeWebhook({ id, is_active: active }),
    onError: complain,
  })
  return (
    <TableSwitch
      checked={change.isPending ? change.variables : is_active}
      disabled={isBusy}
      label={t('column.active')}
      describedBy={webhookNameId(id)}
      onChange={change.mutate}
    />
  )
}
