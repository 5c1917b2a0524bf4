import { simulateHomeAssistant } from '@keyhour/simulators/home-assistant'
import { expect, onTestFinished, test } from 'vitest'
import { devices, homeAssistants } from '#server/db/schema/access.ts'
import { tendDueGrants } from '#server/features/grants/tend-grant.ts'
import { isSignedWith, startReceiver } from '../../../test/webhook-receiver.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ HUB_NETWORKS: 'loopback', WEBHOOK_NETWORKS: 'loopback' })
const admin = await world.user({ admin: true })

const ORDER_KINDS = [
  'order.booked',
  'order.changed',
  'order.paid',
  'order.payment_failed',
  'order.checked_in',
  'order.checked_out',
  'order.cancelled',
]

async function addWebhook(kinds = ORDER_KINDS) {
  const receiver = await startReceiver()
  const form = { name: 'CRM', url: receiver.url, kinds }
  const reply = await world.post('/api/admin/webhooks', form, admin)
  expect(reply.statusCode).toBe(201)
  const webhook: { id: number; secret: string } = reply.json()
  onTestFinished(async () => {
    await world.send({ method: 'DELETE', url: `/api/admin/webhooks/${webhook.id}` }, admin)
  })
  return { ...receiver, ...webhook }
}

async function room() {
  world.setNow('2026-03-02T06:00:00.000Z')
  const office = await world.office({
    time_zone: 'Asia/Jerusalem',
    open_hours: '08:00',
    close_hours: '20:00',
  })
  const space = await world.subOffice(office.id)
  await world.unit(office.id, space.id)
  const person = await world.user({ name: 'Noa Levi', email: `noa-${office.id}@keyhour.test` })
  await world.credits(person.id, 1_000_000)
  const at = { office_id: office.id, sub_office_id: space.id }
  const book = (start = '09:00', end = '11:00') =>
    world.post('/api/orders', { ...at, date: '2026-03-02', start, end }, person)
  return { office, space, person, at, book }
}

const eventRows = async () =>
  (await world.pool.query('select count(*)::integer as count from webhook_events')).rows[0].count

test('a webhook is told of an order from booking to cancelling, in order, each signed and once', async () => {
  const { book, person } = await room()
  const webhook = await addWebhook()
  const { id } = (await book()).json()
  const times = { date: '2026-03-02', start: '10:00', end: '12:00' }
  await world.send({ method: 'PUT', url: `/api/orders/${id}/time`, payload: times }, person)
  world.setNow('2026-03-02T08:00:00.000Z')
  await world.post(`/api/orders/${id}/check_in`, {}, person)
  await world.post(`/api/orders/${id}/check_out`, {}, person)
  const { id: second } = (await book('14:00', '15:00')).json()
  const { refund } = (await world.get(`/api/orders/${second}/refund`, person)).json()
  await world.post(`/api/orders/${second}/cancel`, { refund }, person)
  await world.runJobs()
  await world.runJobs()

  expect(webhook.receivedKinds()).toEqual([
    'order.booked',
    'order.changed',
    'order.checked_in',
    'order.checked_out',
    'order.booked',
    'order.cancelled',
  ])
  expect(webhook.received.every((one) => isSignedWith(webhook.secret, one))).toBe(true)
  expect(new Set(webhook.received.map(({ event }) => event.id)).size).toBe(6)
})

test('what is sent is the order as the API shows it, with no email, name, phone or door code', async () => {
  const { book, person, office } = await room()
  const webhook = await addWebhook()
  const order = (await book()).json()
  await world.runJobs()

  const [{ headers, body, event }] = webhook.received as [(typeof webhook.received)[number]]
  expect(event).toEqual({
    id: headers['keyhour-event-id'],
    kind: 'order.booked',
    created_at: '2026-03-02T06:00:00.000Z',
    data: { order },
  })
  expect(order).toMatchObject({ user_id: person.id, Office: { id: office.id }, payment_status: 'credits' })
  expect(headers['keyhour-delivery-id']).toMatch(/^\d+$/)
  expect(body).not.toMatch(/noa|code|secret|phone/i)
})

test('a visit that is started now is a booking and a check-in', async () => {
  const { at, person } = await room()
  world.setNow('2026-03-02T07:00:00.000Z')
  const webhook = await addWebhook()
  const started = await world.post('/api/orders/start_now', at, person)
  await world.runJobs()

  expect(started.statusCode).toBe(201)
  expect(webhook.receivedKinds()).toEqual(['order.booked', 'order.checked_in'])
})

test('an order that an admin marks as paid is told of with its payment', async () => {
  const { office, space, person } = await room()
  const order = await world.order({ office_id: office.id, sub_office_id: space.id, user_id: person.id })
  const webhook = await addWebhook(['order.paid'])
  const paid = await world.post(
    `/api/admin/orders/${order.id}/mark_paid`,
    { amount: 5900, method: 'cash' },
    admin,
  )
  await world.runJobs()

  expect(paid.statusCode).toBe(200)
  expect(webhook.received[0]!.event.data).toMatchObject({ order: { id: order.id, left: 0 } })
})

test('an order that moves to another office is cancelled there and booked here', async () => {
  const { book, at: from } = await room()
  const { at } = await room()
  const { id } = (await book()).json()
  const webhook = await addWebhook()
  const url = `/api/admin/orders/${id}/space`
  const payload = { ...at, from, price: 'as agreed', due: 11_800 }
  const moved = await world.send({ method: 'PUT', url, payload }, admin)
  await world.runJobs()

  expect(moved.statusCode).toBe(200)
  expect(webhook.received.map(({ event: { kind, data } }) => ({ kind, data }))).toMatchObject([
    { kind: 'order.cancelled', data: { order: { id }, continued_as: moved.json().id } },
    { kind: 'order.booked', data: { order: { id: moved.json().id }, continues: id } },
  ])
})

test('a booking that is rolled back tells nobody', async () => {
  const { book } = await room()
  const webhook = await addWebhook()
  const before = await eventRows()
  await world.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
     create constraint trigger refuse after insert on orders deferrable initially deferred
       for each row execute function refuse()`,
  )
  const reply = await book()
  await world.pool.query('drop trigger refuse on orders; drop function refuse')
  await world.runJobs()

  expect(reply.statusCode).toBe(500)
  expect([webhook.received, (await eventRows()) - before]).toEqual([[], 0])
})

test('a second booking of the same time is refused and tells nobody', async () => {
  const { book } = await room()
  const webhook = await addWebhook()
  const replies = await Promise.all([book(), book(), book()])
  await world.runJobs()

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
  expect(webhook.receivedKinds()).toEqual(['order.booked'])
})

test('with no webhook that wants it, nothing is written', async () => {
  const { book, person } = await room()
  const webhook = await addWebhook(['order.cancelled'])
  const off = await addWebhook()
  const payload = { is_active: false }
  await world.send({ method: 'PUT', url: `/api/admin/webhooks/${off.id}`, payload }, admin)
  const before = await eventRows()
  const { id } = (await book()).json()

  expect(await eventRows()).toBe(before)
  const { refund } = (await world.get(`/api/orders/${id}/refund`, person)).json()
  await world.post(`/api/orders/${id}/cancel`, { refund }, person)
  await world.runJobs()
  expect([webhook.receivedKinds(), off.receivedKinds()]).toEqual([['order.cancelled'], []])
})

test('webhooks are told of opened doors, and of door codes without the code', async () => {
  const { office, person, book } = await room()
  const hub = await simulateHomeAssistant({
    now: world.now,
    entities: [{ entity_id: 'lock.front', codes: 'zwave_js' }],
  })
  onTestFinished(hub.close)
  const token_sealed = world.secrets.seal(hub.token)
  await world.db.insert(homeAssistants).values({ office_id: office.id, url: hub.url, token_sealed })
  const [door] = await world.db
    .insert(devices)
    .values({ office_id: office.id, name: 'Front door', home_assistant_id: 'lock.front', type: 'lock' })
    .returning()
  const webhook = await addWebhook(['door.opened', 'door_code.given', 'door_code.removed'])
  const order_id: number = (await book()).json().id
  world.setNow('2026-03-02T07:00:00.000Z')
  await tendDueGrants.run(world, {})
  await world.runJobs()
  const [code] = Object.values(hub.codesIn('lock.front'))
  const opened = await world.post(`/api/orders/${order_id}/doors/${door!.id}/open`, {}, person)
  world.setNow('2026-03-02T07:30:00.000Z')
  const unlocked = await world.post(`/api/admin/devices/${door!.id}/unlock`, {}, admin)
  await world.runJobs()
  await world.post(`/api/orders/${order_id}/check_out`, {}, person)
  await world.runJobs()

  expect([opened.statusCode, unlocked.statusCode]).toEqual([200, 200])
  const common = { door: { id: door!.id, name: 'Front door' }, office_id: office.id }
  expect(webhook.received.map(({ event: { kind, data } }) => ({ kind, data }))).toEqual([
    {
      kind: 'door_code.given',
      data: {
        ...common,
        order_id,
        valid_from: '2026-03-02T06:50:00.000Z',
        valid_until: '2026-03-02T09:00:00.000Z',
      },
    },
    { kind: 'door.opened', data: { ...common, order_id, opened_by: person.id } },
    { kind: 'door.opened', data: { ...common, order_id: null, opened_by: admin.id } },
    { kind: 'door_code.removed', data: { ...common, order_id } },
  ])
  expect(code).toMatch(/^\d{4,}$/)
  expect(JSON.stringify(webhook.received)).not.toContain(`"${code}"`)
})
