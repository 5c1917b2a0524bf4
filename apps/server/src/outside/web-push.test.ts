import { startPushService } from '@keyhour/simulators/push-service'
import { expect, onTestFinished, test } from 'vitest'
import { isUsable, makePushKey, publicKeyOf, webPushOf } from '#server/outside/web-push.ts'

const now = () => new Date('2026-03-02T08:00:00.000Z')
const pushing = (pushNetworks: 'public' | 'private' | 'loopback') =>
  webPushOf({ pushNetworks, contactEmail: 'desk@keyhour.example' }, { now, ms: 2000 })
const parcel = { payload: '{"title":"Hello"}', ttlSeconds: 60, isUrgent: true, topic: 'hello' }

async function startService() {
  const service = await startPushService({ now })
  onTestFinished(service.close)
  return service
}

test('the device reads what was sent, and the service knows who sent it', async () => {
  const service = await startService()
  const key = makePushKey()
  const subscription = service.subscribe(publicKeyOf(key))
  expect(isUsable(subscription)).toBe(true)

  expect(await pushing('loopback').send(key, { ...parcel, subscription })).toEqual({ kind: 'sent' })
  expect(service.delivered).toEqual([
    {
      endpoint: subscription.endpoint,
      message: { title: 'Hello' },
      ttl: 60,
      urgency: 'high',
      topic: 'hello',
      subject: 'mailto:desk@keyhour.example',
    },
  ])
})

test('another key than the one that the device subscribed with is refused', async () => {
  const service = await startService()
  const subscription = service.subscribe(publicKeyOf(makePushKey()))
  const outcome = await pushing('loopback').send(makePushKey(), { ...parcel, subscription })
  expect(outcome).toEqual({ kind: 'refused', why: 'status 403' })
})

test('a message of 3,900 bytes arrives whole', async () => {
  const service = await startService()
  const key = makePushKey()
  const subscription = service.subscribe(publicKeyOf(key))
  const payload = JSON.stringify({ text: 'א'.repeat(1940) })
  await pushing('loopback').send(key, { ...parcel, payload, subscription })
  expect(service.delivered[0]?.message).toEqual({ text: 'א'.repeat(1940) })
})

test.each([
  ['http://push.example/1', false],
  ['https://127.0.0.1/1', false],
  ['https://10.0.0.5/1', false],
  ['https://localhost/1', false],
  ['https://169.254.169.254/latest', false],
  ['https://user:word@push.example/1', false],
  ['ftp://push.example/1', false],
  ['https://fcm.googleapis.com/fcm/send/abc', true],
])('a device may be at %s: %s', (endpoint, may) => {
  expect(pushing('public').mayBeSentTo(endpoint)).toBe(may)
})

test('a name that leads into our own network is not called', async () => {
  const key = makePushKey()
  const service = await startService()
  const { keys } = service.subscribe(publicKeyOf(key))
  const { port } = new URL(service.url)
  const subscription = { endpoint: `https://localhost.:${port}/push/1`, keys }
  const outcome = await pushing('public').send(key, { ...parcel, subscription })
  expect(outcome).toEqual({ kind: 'refused', why: 'address_refused' })
  expect(service.answers).toEqual([])
})
