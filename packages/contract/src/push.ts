import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What people are notified about on their devices. Each kind can be turned off. */
export const PushKind = z.enum([
  'booked',
  'code_ready',
  'ending',
  'waiting',
  'check_in',
  'credits',
  'time_free',
])
export type PushKind = z.infer<typeof PushKind>

/** What a device of a person shows. It holds no secret: a door code is only on the page. */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** A page of the product. */
  url: z.string(),
  /** A message replaces an earlier one with the same tag. */
  tag: z.string(),
  language: z.enum(['en', 'he']),
  actions: z.array(z.object({ action: z.string(), title: z.string(), url: z.string() })).optional(),
})
export type PushMessage = z.infer<typeof PushMessage>

const PushChoices = z.object({
  /** The kinds that the person has turned off. */
  off: z.array(PushKind),
})

export const PushSettings = PushChoices.extend({
  /** The key with which browsers subscribe, as base64url. */
  public_key: z.string(),
}).meta({ id: 'PushSettings' })
export type PushSettings = z.infer<typeof PushSettings>

export const getPushSettings = endpoint({
  method: 'GET',
  path: '/api/push',
  summary: 'What the caller is notified about, and the key that devices subscribe with',
  reply: PushSettings,
})

export const changePushSettings = endpoint({
  method: 'PUT',
  path: '/api/push',
  summary: 'Turn kinds of notifications off, on all devices of the caller; those left out are on',
  body: PushChoices,
  reply: PushSettings,
})

/** As `PushSubscription.toJSON()` of a browser has it. */
export const PushSubscription = z.object({
  endpoint: z.string().max(2000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
})
export type PushSubscription = z.infer<typeof PushSubscription>

const msg = z.object({ msg: z.string() })

export const addPushSubscription = endpoint({
  method: 'POST',
  path: '/api/push/subscriptions',
  summary: 'Notify this device. Sending it again is harmless; a device of somebody else becomes the caller’s',
  body: PushSubscription,
  reply: msg,
})

export const removePushSubscription = endpoint({
  method: 'DELETE',
  path: '/api/push/subscriptions',
  summary: 'Stop notifying this device',
  body: PushSubscription.pick({ endpoint: true }),
  reply: msg,
})
