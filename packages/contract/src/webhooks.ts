import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParam, Instant, Version, wholeNumberParam } from './primitives.ts'
import { requiredLine } from './typed-text.ts'

/** What a webhook can be told of. `docs/webhooks.md` says when each is sent. */
export const WebhookKind = z.enum([
  'order.booked',
  'order.changed',
  'order.paid',
  'order.payment_failed',
  'order.checked_in',
  'order.checked_out',
  'order.cancelled',
  'door.opened',
  'door_code.given',
  'door_code.removed',
])
export type WebhookKind = z.infer<typeof WebhookKind>

/** `ping` is the test that an admin sends. */
export const SentKind = z.enum([...WebhookKind.options, 'ping'])
export type SentKind = z.infer<typeof SentKind>

export const MOST_WEBHOOKS = 20
export const OLD_SECRET_HOURS = 24
export const DELIVERY_PAGE = 50
/** How many deliveries one call sends again. */
export const MOST_SENT_AGAIN = 5000
/** More failed deliveries are not counted. */
export const MOST_COUNTED = 1000
export const EVENT_DAYS = 30

export const Webhook = z
  .object({
    id: Id,
    name: z.string(),
    url: z.string(),
    kinds: z.array(WebhookKind),
    is_active: z.boolean(),
    /** Why we switched it off: its server said that it is gone, or it failed for three days. */
    off_reason: z.enum(['gone', 'failing']).nullable(),
    last_success_at: Instant.nullable(),
    /** Null after a delivery that worked. */
    failing_since: Instant.nullable(),
    /** At most `MOST_COUNTED`. */
    failed_deliveries: z.int(),
    /** Until then deliveries are signed with the secret before the last change, too. */
    old_secret_until: Instant.nullable(),
    created_at: Instant,
    updated_at: Instant,
    version: Version,
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

/** The only reply with the secret. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() }).meta({ id: 'WebhookWithSecret' })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

export const WebhookForm = z.object({
  name: requiredLine(100),
  url: z
    .url({ protocol: /^https?$/, message: 'Should be an address like https://example.com/webhooks' })
    .max(2000, 'Should have at most 2000 characters'),
  kinds: z
    .array(WebhookKind)
    .min(1, 'Choose at least one event')
    .overwrite((kinds) => WebhookKind.options.filter((kind) => kinds.includes(kind))),
})
export type WebhookForm = z.infer<typeof WebhookForm>

export const WebhookUpdate = WebhookForm.partial().extend({
  is_active: z.boolean().optional(),
  version: Version.optional(),
})
export type WebhookUpdate = z.infer<typeof WebhookUpdate>

const webhookParams = z.object({ id: IdParam })

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/admin/webhooks',
  summary: 'All webhooks',
  reply: z.array(Webhook),
})

export const addWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks',
  summary: 'Add a webhook; the reply is the only one with its secret',
  body: WebhookForm,
  reply: WebhookWithSecret,
  status: 201,
})

export const changeWebhook = endpoint({
  method: 'PUT',
  path: '/api/admin/webhooks/:id',
  summary: 'Change a webhook, or switch it on or off',
  params: webhookParams,
  body: WebhookUpdate,
  reply: Webhook,
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/admin/webhooks/:id',
  summary: 'Delete a webhook; its deliveries stay in the log for 30 days',
  params: webhookParams,
  reply: z.object({}),
})

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/rotate_secret',
  summary: 'Make a new secret; for 24 hours deliveries are signed with both',
  params: webhookParams,
  body: z.object({ version: Version }),
  reply: WebhookWithSecret,
})

export const DeliveryStatus = z.enum(['pending', 'succeeded', 'failed'])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** Why the last try did not work. With `error_status`, the answer had another status than 2xx. */
export const DeliveryFailure = z.enum([
  'unreachable',
  'too_slow',
  'untrusted',
  'address_refused',
  'too_long',
  'redirected',
  'gone',
  'error_status',
])
export type DeliveryFailure = z.infer<typeof DeliveryFailure>

export const Delivery = z
  .object({
    id: Id,
    webhook_id: Id,
    webhook_name: z.string(),
    /** The same for every webhook that is told of it, and whenever it is sent again. */
    event_id: z.string(),
    kind: SentKind,
    status: DeliveryStatus,
    tries: z.int(),
    created_at: Instant,
    /** Null when it is not tried again. */
    next_try_at: Instant.nullable(),
    finished_at: Instant.nullable(),
    /** Of the last try; null if there was no answer. */
    status_code: z.int().nullable(),
    failure: DeliveryFailure.nullable(),
    duration_ms: z.int().nullable(),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof Delivery>

export const DeliveryDetails = Delivery.extend({
  url: z.string(),
  /** As it is sent. */
  body: z.string(),
  /** The first 500 characters of the answer. */
  answer: z.string().nullable(),
  /** Whether its webhook still exists and is switched on. */
  can_be_sent: z.boolean(),
}).meta({ id: 'DeliveryDetails' })
export type DeliveryDetails = z.infer<typeof DeliveryDetails>

export const DeliveryFilter = z.object({
  webhook_id: IdParam.optional(),
  status: DeliveryStatus.optional(),
  kind: SentKind.optional(),
  /** Only older ones than this delivery: the last of the page before. */
  before: wholeNumberParam().optional(),
})
export type DeliveryFilter = z.infer<typeof DeliveryFilter>

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/admin/webhook_deliveries',
  summary: `Deliveries to webhooks, newest first, up to ${DELIVERY_PAGE}`,
  query: DeliveryFilter,
  reply: z.array(Delivery),
})

const deliveryParams = z.object({ id: IdParam })

export const getDelivery = endpoint({
  method: 'GET',
  path: '/api/admin/webhook_deliveries/:id',
  summary: 'A delivery with what was sent and answered',
  params: deliveryParams,
  reply: DeliveryDetails,
})

export const sendAgain = endpoint({
  method: 'POST',
  path: '/api/admin/webhook_deliveries/:id/send_again',
  summary: 'Send a delivery again, whether it worked or not',
  params: deliveryParams,
  reply: DeliveryDetails,
})

export const sendFailedAgain = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/send_failed_again',
  summary: `Send the failed deliveries of a webhook again, oldest first, up to ${MOST_SENT_AGAIN}`,
  params: webhookParams,
  reply: z.object({ count: z.int() }),
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/admin/webhooks/:id/test',
  summary: 'Send a ping now, once, and return the outcome',
  params: webhookParams,
  reply: DeliveryDetails,
})
