import { randomUUID } from 'node:crypto'
import { type ChangeType, etagOf, type GraphRow } from './graph-events.ts'
import { badRequest, GraphRefusal } from './graph-refusal.ts'
import type { Post, simulatePushes } from './pushes.ts'

export type Subscription = {
  id: string
  email: string
  resource: string
  /** All calendars of the mailbox, when undefined. */
  calendarId: string | undefined
  changeType: string
  notificationUrl: string
  lifecycleNotificationUrl: string | undefined
  clientState: string | undefined
  /** In milliseconds. */
  expiresAt: number
}

export type LifecycleEvent = 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed'

type Options = {
  now: () => Date
  pushes: ReturnType<typeof simulatePushes>
  /** Refuses a calendar that is not there. */
  checkCalendar: (email: string, id: string) => void
}

const SHORTEST_MS = 45 * 60_000
const LONGEST_MS = 4230 * 60_000
const TENANT = '84bd8158-6d4d-4958-8b9f-9d6445542f95'
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost)[:/]/
const CHANGES: ChangeType[] = ['created', 'updated', 'deleted']

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const described = ({ email, calendarId: _calendar, expiresAt, ...subscription }: Subscription) => ({
  '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#subscriptions/$entity',
  ...subscription,
  lifecycleNotificationUrl: subscription.lifecycleNotificationUrl ?? null,
  clientState: subscription.clientState ?? null,
  expirationDateTime: new Date(expiresAt).toISOString(),
  creatorId: email,
})

function checkSubscription({ changeType, notificationUrl, clientState }: Record<string, unknown>): void {
  const kinds = String(changeType).split(',')
  if (!kinds.every((kind) => CHANGES.includes(kind as ChangeType)))
    throw badRequest('Invalid changeType.', 'InvalidRequest')
  if (!String(notificationUrl).startsWith('https://') && !LOOPBACK.test(String(notificationUrl)))
    throw badRequest('The notificationUrl must be HTTPS.', 'InvalidRequest')
  if (String(clientState ?? '').length > 128) throw badRequest('clientState is too long.', 'InvalidRequest')
}

const signed = ({ id, clientState, expiresAt }: Subscription, isForged: boolean) => ({
  subscriptionId: id,
  subscriptionExpirationDateTime: new Date(expiresAt).toISOString(),
  ...(clientState !== undefined && { clientState: isForged ? 'guessed' : clientState }),
  tenantId: TENANT,
})

function readExpiry(value: unknown, now: Date): number {
  const left = Date.parse(String(value)) - now.getTime()
  if (!(left > 0)) throw badRequest('Subscription expiration must be in the future.', 'ValidationError')
  if (left > LONGEST_MS)
    throw badRequest('Subscription expiration can only be 4230 minutes in the future.', 'ValidationError')
  return now.getTime() + Math.max(left, SHORTEST_MS)
}

/** The receiver must give the token back, decoded and as plain text. */
async function validate(address: string, post: Post): Promise<void> {
  const token = `Validation: Testing client application reachability for subscription Request-Id: ${randomUUID()}`
  const url = `${address}${address.includes('?') ? '&' : '?'}validationToken=${encodeURIComponent(token)}`
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  const answer = await post({ url, headers, body: '' }).catch(() => undefined)
  const isPlain = answer?.type?.startsWith('text/plain') ?? false
  if (answer?.status !== 200 || !isPlain || answer.body !== token)
    throw badRequest('Subscription validation request failed.', 'ValidationError')
}

function referenceTo(row: GraphRow, email: string) {
  const resource = `Users/${email}/Events/${row.id}`
  const etag = { '@odata.etag': etagOf(row) }
  return {
    resource,
    resourceData: { '@odata.type': '#Microsoft.Graph.Event', '@odata.id': resource, ...etag, id: row.id },
  }
}

/** Those who want to hear of changes, and what they hear. */
export function simulateSubscriptions({ now, pushes, checkCalendar }: Options) {
  const subscriptions = new Map<string, Subscription>()
  const live = () => [...subscriptions.values()].filter(({ expiresAt }) => expiresAt > now().getTime())

  async function create(email: string, body: Record<string, unknown>): Promise<object> {
    checkSubscription(body)
    const resource = String(body.resource)
    const [, calendar] = /^\/?me\/(?:calendars\/([^/]+)\/)?events$/.exec(resource) ?? badResource()
    const calendarId = calendar && decodeURIComponent(calendar)
    if (calendarId) checkCalendar(email, calendarId)
    const subscription: Subscription = {
      id: randomUUID(),
      email,
      resource,
      calendarId,
      changeType: String(body.changeType),
      notificationUrl: String(body.notificationUrl),
      lifecycleNotificationUrl: text(body.lifecycleNotificationUrl),
      clientState: text(body.clientState),
      expiresAt: readExpiry(body.expirationDateTime, now()),
    }
    await validate(subscription.notificationUrl, pushes.post)
    if (subscription.lifecycleNotificationUrl)
      await validate(subscription.lifecycleNotificationUrl, pushes.post)
    subscriptions.set(subscription.id, subscription)
    return described(subscription)
  }

  function get(email: string, id: string): Subscription {
    const found = live().find((one) => one.id === id && one.email === email)
    if (!found) throw new GraphRefusal(404, 'ResourceNotFound', 'The object was not found.')
    return found
  }

  function push(subscription: Subscription, url: string, news: object): void {
    pushes.send(subscription.resource, (isForged) => ({
      url,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ value: [{ id: randomUUID(), ...signed(subscription, isForged), ...news }] }),
    }))
  }

  return {
    live,
    create,
    read: (email: string, id: string): object => described(get(email, id)),
    list: (email: string): object => ({
      value: live()
        .filter((one) => one.email === email)
        .map(described),
    }),
    renew(email: string, id: string, { expirationDateTime }: Record<string, unknown>): object {
      const subscription = get(email, id)
      subscription.expiresAt = readExpiry(expirationDateTime, now())
      return described(subscription)
    },
    drop: (email: string, id: string): void => void subscriptions.delete(get(email, id).id),
    tell(email: string, row: GraphRow, changeType: ChangeType): void {
      for (const one of live()) {
        const isConcerned = one.email === email && (one.calendarId ?? row.calendarId) === row.calendarId
        if (isConcerned && one.changeType.split(',').includes(changeType))
          push(one, one.notificationUrl, { changeType, ...referenceTo(row, email) })
      }
    },
    /** To every subscription that has an address for it. A removed subscription is gone. */
    tellLifecycle(lifecycleEvent: LifecycleEvent): void {
      for (const one of live()) {
        if (one.lifecycleNotificationUrl)
          push(one, one.lifecycleNotificationUrl, { lifecycleEvent, resource: one.resource })
        if (lifecycleEvent === 'subscriptionRemoved') subscriptions.delete(one.id)
      }
    },
  }
}

const badResource = (): never => {
  throw badRequest('The resource is not supported.', 'InvalidRequest')
}
