import { expect, test } from 'vitest'
import { call, listen } from '../test/caller.ts'
import { eventsOf, MORNING, NOON, startGoogle } from '../test/google.ts'

async function startWatched() {
  const google = await startGoogle()
  const room = google.addCalendar({ summary: 'Room 1' })
  const product = await listen()
  const watch = (more: object = {}) =>
    google.ask('POST', eventsOf(room, '/watch'), {
      body: { id: 'channel-1', type: 'web_hook', address: `${product.url}/google`, token: 'secret', ...more },
    })
  const { json: channel } = await watch()
  await google.allPushed()
  const numbers = () => product.calls.map(({ headers }) => Number(headers['x-goog-message-number']))
  return { ...google, room, product, watch, channel, numbers }
}

test('a new channel first says sync, and then that something exists, with an empty body', async () => {
  const { addEvent, allPushed, channel, product, room } = await startWatched()
  addEvent(room, MORNING)
  await allPushed()

  expect(product.calls.map(({ headers }) => headers['x-goog-resource-state'])).toEqual(['sync', 'exists'])
  expect(product.calls[1]).toMatchObject({
    method: 'POST',
    path: '/google',
    body: '',
    headers: {
      'x-goog-channel-id': 'channel-1',
      'x-goog-channel-token': 'secret',
      'x-goog-resource-id': channel.resourceId,
      'x-goog-channel-expiration': 'Mon, 09 Mar 2026 08:00:00 GMT',
    },
  })
})

test('numbers of messages start at one and grow, with gaps', async () => {
  const { addEvent, allPushed, numbers, room } = await startWatched()
  addEvent(room, MORNING)
  addEvent(room, NOON)
  await allPushed()

  expect(numbers()).toEqual([1, 3, 5])
})

test('other calendars, a stopped channel and an expired one say nothing', async () => {
  const { addCalendar, addEvent, allPushed, ask, channel, channels, clock, product, room, watch } =
    await startWatched()
  addEvent(addCalendar({ summary: 'Room 2' }), MORNING)
  const stop = () =>
    ask('POST', '/channels/stop', { body: { id: channel.id, resourceId: channel.resourceId } })

  expect([(await stop()).status, (await stop()).status]).toEqual([204, 404])
  addEvent(room, MORNING)
  await watch({ id: 'channel-2', params: { ttl: '600' } })
  clock.now = '2026-03-02T08:10:00Z'
  expect(channels()).toEqual([])
  addEvent(room, NOON)
  await allPushed()
  expect(product.calls.map(({ headers }) => headers['x-goog-resource-state'])).toEqual(['sync', 'sync'])
})

test.each([
  [{ type: 'email' }, 'invalid'],
  [{ id: 'channel-1' }, 'channelIdNotUnique'],
  [{ id: 'channel-2', address: 'http://keyhour.example/google' }, 'push.webhookUrlNotHttps'],
])('a channel with %j is refused', async (more, reason) => {
  const { watch } = await startWatched()

  expect((await watch(more)).json.error.errors[0].reason).toBe(reason)
})

test('a push can be lost, repeated or forged', async () => {
  const { addEvent, allPushed, misbehave, numbers, product, pushes, room } = await startWatched()
  misbehave('loses pushes', /./, 1)
  addEvent(room, MORNING)
  misbehave('repeats pushes', /./, 1)
  addEvent(room, MORNING)
  misbehave('forges pushes', /./, 1)
  addEvent(room, MORNING)
  await allPushed()

  expect(numbers()).toEqual([1, 5, 5, 7])
  expect(pushes.filter(({ status }) => status === 'lost')).toHaveLength(1)
  expect(product.calls.at(-1)?.headers['x-goog-channel-token']).toBe('guessed')
})

test('pushes can arrive late and in the wrong order', async () => {
  const { addEvent, allPushed, holdPushes, numbers, room } = await startWatched()
  const release = holdPushes()
  addEvent(room, MORNING)
  addEvent(room, NOON)
  await allPushed()
  expect(numbers()).toEqual([1])
  release('reversed')
  await allPushed()

  expect(numbers()).toEqual([1, 5, 3])
})

test('a push is repeated when the product is out of order, but not when it refuses', async () => {
  const { addEvent, allPushed, product, pushes, room } = await startWatched()
  product.misbehave({ status: 503 }, /./, 2)
  addEvent(room, MORNING)
  await allPushed()
  product.misbehave({ status: 401 }, /./, 1)
  addEvent(room, NOON)
  await allPushed()

  expect(pushes.map(({ status }) => status)).toEqual([202, 503, 503, 202, 401])
})

test('pushes can reach the product without the network', async () => {
  const received: string[] = []
  const { addCalendar, allPushed, ask } = await startGoogle({
    post: async ({ url }) => {
      received.push(url)
      return { status: 204, body: '' }
    },
  })
  const body = { id: 'channel-1', type: 'web_hook', address: 'https://keyhour.test/google' }
  await ask('POST', eventsOf(addCalendar({ summary: 'Room 1' }), '/watch'), { body })
  await allPushed()

  expect(received).toEqual(['https://keyhour.test/google'])
})

test.each([
  ['401', 401, 'authError'],
  ['403 rate limit', 403, 'rateLimitExceeded'],
  ['410', 410, 'fullSyncRequired'],
  ['429', 429, 'rateLimitExceeded'],
  ['500', 500, 'backendError'],
  ['503', 503, 'backendError'],
] as const)('%s can be asked for, so many times, and where', async (fault, status, reason) => {
  const { ask, misbehave } = await startGoogle()
  misbehave(fault, /events/, 1)
  const failed = await ask('GET', eventsOf('primary'))

  expect([failed.status, failed.json.error.errors[0].reason]).toEqual([status, reason])
  expect((await ask('GET', eventsOf('primary'))).status).toBe(200)
})

test('an answer can break off, though the event was added', async () => {
  const { ask, eventsIn, misbehave } = await startGoogle()
  misbehave('does it and answers half', /events$/, 1)
  const body = { start: { dateTime: MORNING.start }, end: { dateTime: MORNING.end } }
  const broken = await ask('POST', eventsOf('primary'), { body })

  expect([broken.status, broken.json]).toEqual([200, undefined])
  expect(eventsIn('office@keyhour.example')).toHaveLength(1)
})

test('a slow answer comes too late for some, and is right', async () => {
  const { misbehave, pageUrl } = await startGoogle()
  misbehave({ slowMs: 60_000 }, /auth/, 1)

  await expect(fetch(pageUrl(), { signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout')
  misbehave({ slowMs: 1 })
  expect((await call('GET', pageUrl())).text).toContain('Allow')
})
