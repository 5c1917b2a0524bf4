import { Notifications as Host, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import i18next from 'i18next'
import type { ReactNode } from 'react'

export type NotificationType = 'message' | 'error' | 'success'

const NOTIFICATION_MS = 5000

const LOOK: Record<NotificationType, { color: string; icon?: ReactNode; role: string }> = {
  message: { color: 'brass', role: 'status' },
  success: { color: 'free', icon: <IconCheck aria-hidden size={18} />, role: 'status' },
  error: { color: 'danger', icon: <IconAlertTriangle aria-hidden size={18} />, role: 'alert' },
}

/** Tells the person something in passing; it leaves by itself unless the pointer rests on it. */
export function notify(
  message: string,
  type: NotificationType = 'message',
  durationMs = NOTIFICATION_MS,
): string {
  return notifications.show({
    ...LOOK[type],
    message,
    autoClose: durationMs,
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('close', { ns: 'ui' }) },
  })
}

/** Rendered once, always. */
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
