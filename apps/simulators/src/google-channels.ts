import { createHash } from 'node:crypto'
import { GoogleRefusal, invalidValue } from './google-refusal.ts'
import type { simulatePushes } from './pushes.ts'

export type Channel = {
  id: string
  calendarId: string
  resourceId: string
  resourceUri: string
  address: string
  token: string | undefined
  /** In milliseconds. */
  expiration: number
  messages: number
}

type Options = { now: () => Date; pushes: ReturnType<typeof simulatePushes>; origin: () => string }

/** From memory: the vendor names neither the default nor the maximum. */
const LIFE_MS = 7 * 86_400_000

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost)[:/]/

/** Channels that tell the product that something in a calendar has changed, but not what. */
export function simulateChannels({ now, pushes, origin }: Options) {
  const channels = new Map<string, Channel>()

  function notify(channel: Channel, state: 'sync' | 'exists'): void {
    // Numbers grow, but not by one.
    channel.messages += channel.messages === 0 ? 1 : 2
    const { messages, ...sent } = channel
    pushes.send(sent.calendarId, (isForged) => ({
      url: sent.address,
      body: '',
      headers: {
        'x-goog-channel-id': sent.id,
        ...(sent.token !== undefined && { 'x-goog-channel-token': isForged ? 'guessed' : sent.token }),
        'x-goog-channel-expiration': new Date(sent.expiration).toUTCString(),
        'x-goog-resource-id': sent.resourceId,
        'x-goog-resource-uri': sent.resourceUri,
        'x-goog-resource-state': state,
        'x-goog-message-number': String(messages),
      },
    }))
  }

  function checkChannel({ id, type, address }: Record<string, unknown>): void {
    if (!/^[\w+/=-]{1,64}$/.test(String(id))) throw invalidValue('Invalid channel id')
    if (type !== 'web_hook') throw invalidValue(`Unknown channel type: ${String(type)}`)
    if (channels.has(String(id)))
      throw invalidValue(`Channel id ${String(id)} not unique`, 'channelIdNotUnique')
    if (!String(address).startsWith('https://') && !LOOPBACK.test(String(address)))
      throw invalidValue(`WebHook callback must be HTTPS: ${String(address)}`, 'push.webhookUrlNotHttps')
  }

  function watch(calendarId: string, body: Record<string, unknown>): object {
    checkChannel(body)
    const { token, expiration, params } = body
    const [id, address] = [String(body.id), String(body.address)]
    const ttl = Number((params as { ttl?: unknown } | undefined)?.ttl)
    const asked = expiration === undefined ? now().getTime() + ttl * 1000 : Number(expiration)
    const latest = now().getTime() + LIFE_MS
    const channel: Channel = {
      id,
      calendarId,
      resourceId: createHash('sha256').update(calendarId).digest('base64url').slice(0, 27),
      resourceUri: `${origin()}/calendar/v3/calendars/${encodeURIComponent(calendarId)}/events?alt=json`,
      address,
      token: typeof token === 'string' ? token : undefined,
      expiration: Number.isNaN(asked) ? latest : Math.min(asked, latest),
      messages: 0,
    }
    channels.set(id, channel)
    notify(channel, 'sync')
    return {
      kind: 'api#channel',
      id,
      resourceId: channel.resourceId,
      resourceUri: channel.resourceUri,
      ...(channel.token !== undefined && { token: channel.token }),
      expiration: String(channel.expiration),
    }
  }

  function stop({ id, resourceId }: Record<string, unknown>): void {
    const channel = channels.get(String(id))
    if (channel?.resourceId !== resourceId)
      throw new GoogleRefusal(404, 'notFound', `Channel '${String(id)}' not found for project`)
    channels.delete(String(id))
  }

  const live = () => [...channels.values()].filter(({ expiration }) => expiration > now().getTime())

  return {
    watch,
    stop,
    live,
    tell(calendarId: string): void {
      for (const channel of live()) if (channel.calendarId === calendarId) notify(channel, 'exists')
    },
  }
}
