import { Button, Group, useDirection } from '@mantine/core'
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

/** The sentences on the screen, with their ids. */
const standing = new Map<string, string>()

/**
 * Disappears by itself unless the pointer is over it. With `false` for its time it stays until it is closed. A sentence
 * that is said again replaces the earlier one.
 */
export function notify(
  message: string,
  type: NotificationType = 'message',
  durationMs: number | false = NOTIFICATION_MS,
  action?: Action,
): string {
  const id = randomId()
  const said = `${type} ${message}`
  const earlier = standing.get(said)
  if (earlier !== undefined) notifications.hide(earlier)
  standing.set(said, id)
  return notifications.show({
    ...LOOK[type],
    id,
    onClose: () => void (standing.get(said) === id && standing.delete(said)),
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

/** Stays above the others, in one place, until it is hidden. */
export function showNotice(id: string, message: ReactNode): void {
  const notice = { ...LOOK.error, id, message, autoClose: false, withCloseButton: false, withBorder: true }
  notifications.show({ ...notice, priority: 1 })
  notifications.update(notice)
}

export const hideNotice = (id: string): void => void notifications.hide(id)

/** Rendered once. Notifications come from where the lines end. */
export function NotificationArea() {
  const { dir } = useDirection()
  return (
    <Host
      position={dir === 'rtl' ? 'bottom-left' : 'bottom-right'}
      autoClose={NOTIFICATION_MS}
      pauseResetOnHover="notification"
      transitionDuration={160}
      limit={4}
    />
  )
}
