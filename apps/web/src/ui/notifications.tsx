import { Button, Group } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { Notifications as Host, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import i18next from 'i18next'
import type { ReactNode } from 'react'

type NotificationType = 'message' | 'error' | 'success'

const NOTIFICATION_MS = 5000

const LOOK: Record<NotificationType, { color: string; icon?: ReactNode; role: string }> = {
  message: { color: 'brass', role: 'status' },
  success: { color: 'free', icon: <IconCheck aria-hidden size={18} />, role: 'status' },
  error: { color: 'danger', icon: <IconAlertTriangle aria-hidden size={18} />, role: 'alert' },
}

/** Disappears by itself unless the pointer is over it. With `false` for its time it stays until it is closed. */
export function notify(
  message: string,
  type: NotificationType = 'message',
  durationMs: number | false = NOTIFICATION_MS,
  action?: Action,
): string {
  const id = randomId()
  return notifications.show({
    ...LOOK[type],
    id,
    message: action ? <WithAction message={message} action={action} id={id} /> : message,
    autoClose: durationMs,
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('close', { ns: 'ui' }) },
  })
}

type Action = { label: string; run: () => void }

function WithAction({ message, action, id }: { message: string; action: Action; id: string }) {
  function act() {
    notifications.hide(id)
    action.run()
  }
  return (
    <Group justify="space-between" gap="xs">
      <span>{message}</span>
      <Button size="xs" onClick={act}>
        {action.label}
      </Button>
    </Group>
  )
}

/** Rendered once. */
export function NotificationArea() {
  return (
    <Host
      position="bottom-right"
      autoClose={NOTIFICATION_MS}
      pauseResetOnHover="notification"
      transitionDuration={160}
      limit={4}
    />
  )
}
