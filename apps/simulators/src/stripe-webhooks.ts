import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

export type StripeEvent = {
  id: string
  object: 'event'
  api_version: string
  created: number
  type: string
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  data: { object: Record<string, unknown> }
}

/** What is wrong with a delivery. `tampered`: the body was changed after it was signed. */
export type DeliveryFault = 'bad signature' | 'stale' | 'tampered' | 'unsigned'

/** `status` is undefined when nobody answered. */
export type Delivery = { id: string; type: string; status: number | undefined }

type Endpoint = { url: string; secret: string }
type Options = { now: () => Date; apiVersion: string; retryMs?: number; tries?: number }

const STALE_S = 600

/** Pauses double this often: after that, a server that takes long to start still hears soon. */
const LONGEST_PAUSE = 3

function signed(
  payload: string,
  secret: string,
  seconds: number,
  fault?: DeliveryFault,
): Record<string, string> {
  const timestamp = seconds - (fault === 'stale' ? STALE_S : 0)
  const key = fault === 'bad signature' ? `${secret} of somebody else` : secret
  const signature = createHmac('sha256', key).update(`${timestamp}.${payload}`).digest('hex')
  return {
    'content-type': 'application/json; charset=utf-8',
    ...(fault !== 'unsigned' && { 'stripe-signature': `t=${timestamp},v1=${signature}` }),
  }
}

function post(event: StripeEvent, { url, secret }: Endpoint, seconds: number, fault?: DeliveryFault) {
  const payload = JSON.stringify(event, null, 2)
  const headers = signed(payload, secret, seconds, fault)
  const body = fault === 'tampered' ? payload.replace('"livemode": false', '"livemode": true ') : payload
  return fetch(url, { method: 'POST', headers, body, redirect: 'manual' }).then(
    (response) => response.status,
    () => undefined,
  )
}

const eventAbout = (
  object: object,
  fields: Pick<StripeEvent, 'api_version' | 'created' | 'type'>,
  idempotency_key: string | null,
): StripeEvent => ({
  id: `evt_${randomBytes(12).toString('hex')}`,
  object: 'event',
  ...fields,
  livemode: false,
  pending_webhooks: 1,
  request: { id: `req_${randomBytes(7).toString('hex')}`, idempotency_key },
  data: { object: structuredClone(object) as Record<string, unknown> },
})

/** Events, as they are sent to the endpoint of an account: at least once, and in no particular order. */
export function stripeWebhooks({ now, apiVersion, retryMs = 300, tries = 6 }: Options) {
  const events: StripeEvent[] = []
  const deliveries: Delivery[] = []
  let endpoint: Endpoint | undefined
  let times = 1
  let held: StripeEvent[] | undefined
  let running: Promise<unknown>[] = []
  let isClosed = false

  const seconds = () => Math.floor(now().getTime() / 1000)

  async function deliver(event: StripeEvent, fault?: DeliveryFault): Promise<number | undefined> {
    if (!endpoint) throw new Error('no endpoint for webhooks is set')
    const status = await post(event, endpoint, seconds(), fault)
    deliveries.push({ id: event.id, type: event.type, status })
    return status
  }

  async function deliverUntilTaken(event: StripeEvent): Promise<void> {
    for (let tried = 0; tried < tries && !isClosed; tried += 1) {
      const status = await deliver(event)
      if (status !== undefined && status >= 200 && status < 300) return
      await setTimeout(retryMs * 2 ** Math.min(tried, LONGEST_PAUSE), undefined, { ref: false })
    }
  }

  function send(event: StripeEvent): void {
    if (!endpoint) return
    for (let time = 0; time < times; time += 1) running.push(deliverUntilTaken(event))
  }

  return {
    /** Oldest first, delivered or not. */
    events,
    deliveries,
    emit(type: string, object: object, idempotencyKey: string | null = null): void {
      const fields = { api_version: apiVersion, created: seconds(), type }
      const event = eventAbout(object, fields, idempotencyKey)
      events.push(event)
      if (held) held.push(event)
      else send(event)
    },
    /** Until it is called, events are only recorded. */
    deliverTo(next: Endpoint | undefined) {
      endpoint = next
    },
    /** From now on each event is delivered so many times. */
    deliverTimes(count: number) {
      times = count
    },
    /** Keeps the events back until the returned function is called. */
    holdEvents(): (order?: 'in order' | 'reversed') => void {
      held = []
      return (order = 'in order') => {
        const kept = held ?? []
        held = undefined
        for (const event of order === 'reversed' ? kept.reverse() : kept) send(event)
      }
    },
    /** Once, without retries. Answers the status. */
    deliver,
    /** The newest event of a type. */
    lastEvent(type: string): StripeEvent {
      const found = events.findLast((event) => event.type === type)
      if (!found) throw new Error(`there was no ${type}`)
      return found
    },
    /** Waits until everything is delivered or given up. */
    async allDelivered(): Promise<void> {
      while (running.length > 0) {
        const now = running
        running = []
        await Promise.all(now)
      }
    },
    stopDelivering() {
      isClosed = true
    },
  }
}
