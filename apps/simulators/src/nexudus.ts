import { createHmac, randomUUID } from 'node:crypto'
import { type Answer, type Asked, answerOnLoopback } from './loopback.ts'
import { ACTIONS, type Action, simulateBookings } from './nexudus-bookings.ts'
import { listRecords, NEXUDUS_FAILURES, type NexudusRecord, NOT_FOUND } from './nexudus-records.ts'
import { type NexudusRole, simulateAdministrator } from './nexudus-sign-in.ts'
import { type PushSettings, simulatePushes, withPushes } from './pushes.ts'
import { findRoute, readObject } from './routes.ts'

export type NexudusOptions = Pick<PushSettings, 'post'> & {
  now: () => Date
  /** Times have no offset, and it is uncertain in which zone they are meant. */
  timeZone?: string
  /** As many calls may be made in a minute; any number, when left out. */
  callsPerMinute?: number
}

export type NewBusiness = { Name: string; [field: string]: unknown }
export type NewResource = {
  Name: string
  /** The first one, when left out. */
  BusinessId?: number
  Visible?: boolean
  Archived?: boolean
  AllowMultipleBookings?: boolean
  [field: string]: unknown
}
export type Webhook = { url: string; secret: string; actions?: Action[] }

type Times = { start: string; end: string }

const EMAIL = 'api@keyhour.example'
const PASSWORD = 'nexudus-password'

/** A webhook that fails so often in a row is switched off. */
const MOST_FAILURES = 10

type Handler = [role: NexudusRole, run: (asked: Asked, id: number) => Answer]

/** Locations and what can be booked there. */
function simulateInventory() {
  const businesses = new Map<number, NexudusRecord>()
  const resources = new Map<number, NexudusRecord>()

  function addBusiness(fields: NewBusiness): number {
    const Id = 1000 + businesses.size + 1
    const place = { WebAddress: `business-${Id}`, CurrencyCode: 'ILS', SimpleTimeZoneId: 2012 }
    businesses.set(Id, { ...place, ...fields, Id, UniqueId: randomUUID() })
    return Id
  }
  addBusiness({ Name: 'Keyhour Florentin' })

  return {
    businesses,
    resources,
    addBusiness,
    addResource({ BusinessId, ...fields }: NewResource): number {
      const Id = 60_000 + resources.size + 1
      resources.set(Id, {
        ResourceTypeId: 1,
        ResourceResourceTypeName: 'Meeting room',
        Visible: true,
        Archived: false,
        ...fields,
        BusinessId: BusinessId ?? [...businesses.keys()][0],
        Id,
        UniqueId: randomUUID(),
      })
      return Id
    },
  }
}

/** Signed notices of changes to bookings. The shape of the body is uncertain. */
function simulateWebhooks(pushes: ReturnType<typeof simulatePushes>) {
  const webhooks: Webhook[] = []

  function isDisabled({ url }: Webhook): boolean {
    const last = pushes.acts.pushes.filter((push) => push.url === url).slice(-MOST_FAILURES)
    return (
      last.length === MOST_FAILURES && last.every(({ status }) => typeof status !== 'number' || status >= 300)
    )
  }

  return {
    add: (webhook: Webhook) => void webhooks.push(webhook),
    tell(record: NexudusRecord, action: Action): void {
      for (const webhook of webhooks) {
        const { url, secret, actions = Object.keys(ACTIONS) } = webhook
        if (!actions.includes(action) || isDisabled(webhook)) continue
        const body = JSON.stringify([record])
        pushes.send(`bookings of ${record.ResourceId}`, (isForged) => {
          const key = isForged ? `${secret} of somebody else` : secret
          const signature = createHmac('sha256', key).update(body).digest('hex').toUpperCase()
          return {
            url,
            body,
            headers: { 'content-type': 'application/json', 'x-nexudus-hook-signature': signature },
          }
        })
      }
    },
  }
}

type Inventory = ReturnType<typeof simulateInventory>
type Bookings = ReturnType<typeof simulateBookings>

function handlersFor({ businesses, resources }: Inventory, bookings: Bookings): Record<string, Handler> {
  const found = (record: NexudusRecord | undefined): Answer =>
    record ? { status: 200, json: record } : NOT_FOUND
  const dataIn = ({ body }: Asked) => readObject(body) ?? {}

  return {
    'GET /api/sys/businesses': [
      'Business-List',
      ({ query }) => listRecords([...businesses.values()], 'Business', query),
    ],
    'GET /api/sys/businesses/:id': ['Business-List', (_asked, id) => found(businesses.get(id))],
    'GET /api/spaces/resources': [
      'Resource-List',
      ({ query }) => listRecords([...resources.values()], 'Resource', query),
    ],
    'GET /api/spaces/resources/:id': ['Resource-List', (_asked, id) => found(resources.get(id))],
    'GET /api/spaces/bookings': [
      'Booking-List',
      ({ query }) => listRecords(bookings.list(), 'Booking', query),
    ],
    'GET /api/spaces/bookings/:id': ['Booking-Read', (_asked, id) => found(bookings.find(id))],
    'POST /api/spaces/bookings': ['Booking-Create', (asked) => bookings.create(dataIn(asked))],
    'PUT /api/spaces/bookings': ['Booking-Edit', (asked) => bookings.update(dataIn(asked))],
    'DELETE /api/spaces/bookings/:id': ['Booking-Delete', (_asked, id) => bookings.remove(id)],
  }
}

/** What people do in Nexudus itself. Moments are ISO texts with an offset. */
function actsIn({ addBusiness, addResource, resources }: Inventory, bookings: Bookings) {
  const times = ({ start, end }: Times) => ({
    FromTime: bookings.showTime(Date.parse(start)),
    ToTime: bookings.showTime(Date.parse(end)),
  })
  const succeed = ({ status, json }: Answer): number => {
    if (status !== 200) throw new Error(JSON.stringify(json))
    return (json as { Value: { Id: number } }).Value.Id
  }
  return {
    /** Answers the id. */
    addBusiness,
    /** Answers the id. */
    addResource,
    changeResource: (id: number, fields: Partial<NewResource>) =>
      void resources.set(id, { ...resources.get(id)!, ...fields }),
    /** Answers the id. */
    addBooking: (ResourceId: number, { start, end, ...fields }: Times & Record<string, unknown>): number =>
      succeed(bookings.create({ ...fields, ResourceId, ...times({ start, end }) })),
    moveBooking: (id: number, to: Times) =>
      void succeed(bookings.update({ ...bookings.find(id)!, ...times(to) })),
    deleteBooking: (id: number) => void succeed(bookings.remove(id)),
    bookingsOf: (resourceId: number): NexudusRecord[] =>
      bookings.list().filter(({ ResourceId }) => ResourceId === resourceId),
  }
}

/** Nexudus on loopback: locations, resources, bookings, webhooks. */
export async function simulateNexudus({ now, timeZone = 'UTC', callsPerMinute, post }: NexudusOptions) {
  const pushes = simulatePushes({ tries: 1, isRetried: () => false, ...(post && { post }) })
  const webhooks = simulateWebhooks(pushes)
  const inventory = simulateInventory()
  const { isAllowed, answerToken, acts } = simulateAdministrator({ now, email: EMAIL, password: PASSWORD })
  const findResource = (id: number) => inventory.resources.get(id)
  const bookings = simulateBookings({ now, timeZone, findResource, onChange: webhooks.tell })
  const handlers = handlersFor(inventory, bookings)
  let recent: number[] = []

  function isThrottled(): boolean {
    const moment = now().getTime()
    recent = [...recent.filter((one) => one > moment - 60_000), moment]
    return callsPerMinute !== undefined && recent.length > callsPerMinute
  }

  function answer(asked: Asked): Answer {
    if (isThrottled()) return NEXUDUS_FAILURES['409 throttled']
    const call = `${asked.method} ${asked.path}`
    if (call === 'POST /api/token') return answerToken(asked)
    const route = findRoute(handlers, call)
    if (!route) return { status: 404, html: '<h1>404</h1>' }
    const [role, run] = route.handler
    return isAllowed(asked, role) ? run(asked, Number(route.ids[0])) : NEXUDUS_FAILURES['401']
  }

  const server = await answerOnLoopback(answer, { failures: NEXUDUS_FAILURES })
  return {
    ...withPushes(server, pushes),
    ...acts,
    ...actsIn(inventory, bookings),
    /** As if set up in the admin panel. */
    addWebhook: webhooks.add,
    email: EMAIL,
    password: PASSWORD,
    businessId: [...inventory.businesses.keys()][0]!,
    apiUrl: `${server.url}/api`,
  }
}
