import { expect, test } from 'vitest'
import { type Json, listen } from '../test/caller.ts'
import { MORNING, NOON } from '../test/google.ts'
import { startGraph } from '../test/graph.ts'
import type { Answer, Asked } from './loopback.ts'

const echo = ({ query }: Asked): Answer => {
  const token = query.get('validationToken')
  return token === null ? { status: 202 } : { status: 200, text: token }
}

async function startSubscribed(answer = echo) {
  const graph = await startGraph({ accessLifeMs: 7 * 86_400_000 })
  const room = graph.addCalendar({ name: 'Room 1' })
  const product = await listen(answer)
  const subscribe = (more: object = {}) =>
    graph.ask('POST', '/subscriptions', {
      body: {
        changeType: 'created,updated,deleted',
        notificationUrl: `${product.url}/graph`,
        lifecycleNotificationUrl: `${product.url}/lifecycle?office=7`,
        resource: `me/calendars/${room}/events`,
        expirationDateTime: '2026-03-04T08:00:00Z',
        clientState: 'secret',
        ...more,
      },
    })
  const subscribed = await subscribe()
  /** Without the handshake. */
  const heard = (): Json[] =>
    product.calls.filter(({ body }) => body !== '').flatMap(({ body }) => JSON.parse(body).value)
  return { ...graph, room, product, subscribe, subscribed, heard }
}

test('a subscription is made after both addresses have given back their token', async () => {
  const { product, subscribed, subscriptions } = await startSubscribed()

  expect(subscribed).toMatchObject({
    status: 201,
    json: { expirationDateTime: '2026-03-04T08:00:00.000Z', clientState: 'secret' },
  })
  expect(product.calls.map(({ method, path }) => `${method} ${path.split('=')[0]}`)).toEqual([
    'POST /graph?validationToken',
    'POST /lifecycle?office',
  ])
  expect(product.calls[0]?.headers['content-type']).toMatch('text/plain')
  expect(product.calls[0]?.path).toContain('Validation%3A%20Testing')
  expect(subscriptions()).toHaveLength(1)
})

test.each<[string, (asked: Asked) => Answer]>([
  ['a token that is still encoded', ({ search }) => ({ status: 200, text: search.split('=').at(-1)! })],
  ['JSON', (asked) => ({ status: 200, json: echo(asked).text })],
  ['202', (asked) => ({ ...echo(asked), status: 202 })],
])('an address that answers with %s gets no subscription', async (_answer, answer) => {
  const { subscribed, subscriptions } = await startSubscribed(answer)

  expect([subscribed.status, subscribed.json.error.code]).toEqual([400, 'ValidationError'])
  expect(subscriptions()).toEqual([])
})

test.each([
  ['a calendar that is not there', { resource: 'me/calendars/gone/events' }, 404],
  ['another resource', { resource: 'me/messages' }, 400],
  ['too long a life', { expirationDateTime: '2026-03-05T06:31:00Z' }, 400],
  ['an end in the past', { expirationDateTime: '2026-03-02T07:00:00Z' }, 400],
  ['an unsafe address', { notificationUrl: 'http://keyhour.example/graph' }, 400],
  ['an unknown kind of change', { changeType: 'renamed' }, 400],
])('a subscription for %s is refused', async (_fault, more, status) => {
  const { subscribe } = await startSubscribed()

  expect((await subscribe(more)).status).toBe(status)
})

test('a short life is raised to 45 minutes', async () => {
  const { subscribe } = await startSubscribed()

  expect((await subscribe({ expirationDateTime: '2026-03-02T08:01:00Z' })).json.expirationDateTime).toBe(
    '2026-03-02T08:45:00.000Z',
  )
})

test('what is added, changed and deleted is told, with the id and the secret, but not the contents', async () => {
  const { addEvent, allPushed, changeEvent, deleteEvent, heard, room, subscribed } = await startSubscribed()
  const id = addEvent(room, { ...MORNING, subject: 'Private' })
  changeEvent(room, id, { subject: 'Very private' })
  deleteEvent(room, id)
  await allPushed()

  expect(heard().map(({ changeType }) => changeType)).toEqual(['created', 'updated', 'deleted'])
  expect(heard()[0]).toMatchObject({
    subscriptionId: subscribed.json.id,
    subscriptionExpirationDateTime: '2026-03-04T08:00:00.000Z',
    clientState: 'secret',
    resourceData: { '@odata.type': '#Microsoft.Graph.Event', id },
  })
  expect(JSON.stringify(heard())).not.toContain('rivate')
})

test('a subscription can be renewed, and is silent and not found once it expires', async () => {
  const { addEvent, allPushed, ask, clock, heard, room, subscribed } = await startSubscribed()
  const path = `/subscriptions/${subscribed.json.id}`
  const renew = () => ask('PATCH', path, { body: { expirationDateTime: '2026-03-05T05:00:00Z' } })

  expect((await renew()).json.expirationDateTime).toBe('2026-03-05T05:00:00.000Z')
  clock.now = '2026-03-05T05:00:00Z'
  addEvent(room, MORNING)
  await allPushed()
  expect(heard()).toEqual([])
  expect((await renew()).status).toBe(404)
})

test('a dropped subscription is silent', async () => {
  const { addEvent, allPushed, ask, heard, room, subscribed } = await startSubscribed()
  const drop = () => ask('DELETE', `/subscriptions/${subscribed.json.id}`)

  expect([(await drop()).status, (await drop()).status]).toEqual([204, 404])
  addEvent(room, MORNING)
  await allPushed()
  expect(heard()).toEqual([])
})

test('lifecycle notices go to their own address, and a removed subscription is gone', async () => {
  const { allPushed, heard, product, subscriptions, tellLifecycle } = await startSubscribed()
  tellLifecycle('missed')
  tellLifecycle('reauthorizationRequired')
  tellLifecycle('subscriptionRemoved')
  await allPushed()

  expect(heard().map(({ lifecycleEvent, clientState }) => [lifecycleEvent, clientState])).toEqual([
    ['missed', 'secret'],
    ['reauthorizationRequired', 'secret'],
    ['subscriptionRemoved', 'secret'],
  ])
  expect(product.calls.at(-1)?.path).toBe('/lifecycle?office=7')
  expect(subscriptions()).toEqual([])
})

test('a notification can be lost, repeated, forged, or come in the wrong order', async () => {
  const { addEvent, allPushed, heard, holdPushes, misbehave, room } = await startSubscribed()
  misbehave('loses pushes', /./, 1)
  addEvent(room, MORNING)
  misbehave('repeats pushes', /./, 1)
  const repeated = addEvent(room, MORNING)
  misbehave('forges pushes', /./, 1)
  const forged = addEvent(room, MORNING)
  const release = holdPushes()
  const [first, second] = [addEvent(room, NOON), addEvent(room, NOON)]
  release('reversed')
  await allPushed()

  expect(heard().map(({ resourceData, clientState }) => [resourceData.id, clientState])).toEqual([
    [repeated, 'secret'],
    [repeated, 'secret'],
    [forged, 'guessed'],
    [second, 'secret'],
    [first, 'secret'],
  ])
})

test('a notification that is not accepted is repeated', async () => {
  const { addEvent, allPushed, product, pushes, room } = await startSubscribed()
  product.misbehave({ status: 404 }, /./, 1)
  addEvent(room, MORNING)
  await allPushed()

  expect(pushes.map(({ status }) => status)).toEqual([404, 202])
})

test.each([
  ['401', 401, 'InvalidAuthenticationToken'],
  ['403', 403, 'ErrorAccessDenied'],
  ['410', 410, 'SyncStateNotFound'],
  ['429', 429, 'ApplicationThrottled'],
  ['500', 500, 'InternalServerError'],
  ['503', 503, 'ServiceUnavailable'],
] as const)('%s can be asked for, so many times', async (fault, status, code) => {
  const { ask, misbehave } = await startGraph()
  misbehave(fault, /calendars/, 1)
  const failed = await ask('GET', '/me/calendars')

  expect([failed.status, failed.json.error.code]).toEqual([status, code])
  expect((await ask('GET', '/me/calendars')).status).toBe(200)
})

test('the fifth call at once for a mailbox is told to wait', async () => {
  const { ask, calls, hold } = await startGraph()
  const release = hold(/calendars/)
  const waiting = Array.from({ length: 4 }, () => ask('GET', '/me/calendars'))
  await expect.poll(() => calls.filter(({ path }) => path.endsWith('/calendars'))).toHaveLength(4)
  const fifth = await ask('GET', '/me/calendars')
  release()

  expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '1'])
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})
