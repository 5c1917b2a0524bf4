import type { Delivery, Webhook } from '@keyhour/contract/webhooks'
import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { deliveryStateOf, stateOf } from '#web/features/webhooks/rules.ts'
import classes from '#web/features/webhooks/webhooks.module.css'

const WEBHOOK_COLOR = {
  gone: 'danger',
  'failing off': 'danger',
  off: 'gray',
  failing: 'brass',
  working: 'free',
  new: 'gray',
}
const WEBHOOK_KEY = {
  gone: 'gone',
  'failing off': 'failingOff',
  off: 'off',
  failing: 'failing',
  working: 'working',
  new: 'new',
} as const

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const state = stateOf(webhook)
  return (
    <Badge className={classes.badge} variant="light" tt="none" color={WEBHOOK_COLOR[state]}>
      {t(`state.${WEBHOOK_KEY[state]}`)}
    </Badge>
  )
}

const DELIVERY_COLOR = { pending: 'gray', retried: 'brass', succeeded: 'free', failed: 'danger' }

export function DeliveryBadge({ delivery }: { delivery: Pick<Delivery, 'status' | 'tries'> }) {
  const { t } = useTranslation('webhooks')
  const state = deliveryStateOf(delivery)
  return (
    <Badge className={classes.badge} variant="light" tt="none" color={DELIVERY_COLOR[state]}>
      {t(`status.${state}`)}
    </Badge>
  )
}
