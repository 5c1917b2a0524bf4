import type { Delivery, DeliveryDetails, Webhook } from '@keyhour/contract/webhooks'
import { expect, onTestFinished, test } from 'vitest'
import { forgetOldEvents } from '#server/features/webhooks/forget-old-events.ts'
import { releaseWebhookLease, takeWebhookLease } from '#server/features/webhooks/queries.ts'
import { sendDueWebhooks, sendWebhook } from '#server/features/webhooks/send-webhooks.ts'
import { tellWebhooks } from '#server/features/webhooks/tell-webhooks.ts'
import { publicFetch } from '#server/outside/public-fetch.ts'
import { isSignedWith, startReceiver } from '../../../test/webhook-receiver.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ WEBHOOK_NETWORKS: 'loopback' })
const admin = await world.user({ admin: true, email: 'admin@keyhour.test' })
const START = '2026-03-02T08:00:00.000Z'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  world.send({ method, url: `/api/admin/${url}`, ...(payload && { payload }) }, admin)

async function addWebhook(given: { url?: string } = {}) {
  world.setNow(START)
  const receiver = await startReceiver()
  const form = { name: 'CRM', url: receiver.url, kinds: ['door.opened'], ...given }
  const { secret, ...webhook } = (await ask('POST', 'webhooks', form)).json()
  onTestFinished(async () => {
    await ask('DELETE', `webhooks/${webhook.id}`)
  })
  return {
    ...receiver,
    secret: secret as string,
    id: webhook.id as number,
    now: async (): Promise<Webhook> =>
      (await ask('GET', 'webhooks')).json().find(({ id }: Webhook) => id === webhook.id),
    log: async (filter = ''): Promise<Delivery[]> =>
      (await ask('GET', `webhook_deliveries?webhook_id=${webhook.id}${filter}`)).json(),
  }
}

/** Something happens that the webhook wants to know. */
const happen = (data: object = { door: { id: 1 } }) =>
  world.db.transaction((db) => tellWebhooks(world, db, ['door.opened'], data))

/** Lets time pass and does what is due then. */
async function wait(ms: number) {
  world.setNow(new Date(world.now().getTime() + ms).toISOString())
  await sendDueWebhooks.run(world, {})
  await world.runJobs()
}

test('a delivery that worked is in the log, and shows what was sent and answered', async () => {
  const webhook = await addWebhook()
  webhook.answers({ status: 202, text: `thank you \0${'x'.repeat(1000)}` })
  await happen({ door: { id: 7 } })
  await world.runJobs()

  const [delivery] = await webhook.log()
  expect(delivery).toMatchObject({ status: 'succeeded', tries: 1, status_code: 202, failure: null })
  const details: DeliveryDetails = (await ask('GET', `webhook_deliveries/${delivery!.id}`)).json()
  expect(details.body).toBe(webhook.received[0]!.body)
  expect(details.answer).toBe(`thank you ${'x'.repeat(490)}`)
  expect(await webhook.now()).toMatchObject({ last_success_at: START, failing_since: null })
})

test('events arrive one after the other in their order, also when several servers send', async () => {
  const webhook = await addWebhook()
  for (let n = 0; n < 10; n += 1) await happen({ n })
  const sends = Array.from({ length: 4 }, () => sendWebhook.run(world, { webhook_id: webhook.id }))
  await Promise.all(sends)
  await world.runJobs()

  expect(webhook.received.map(({ event }) => event.data)).toEqual(
    Array.from({ length: 10 }, (_, n) => ({ n })),
  )
})

test('a failed delivery is tried again with growing pauses for about a day, and then given up', async () => {
  const webhook = await addWebhook()
  webhook.answers({ status: 500, text: 'no' })
  await happen()
  await world.runJobs()
  const tries: number[] = [0]
  for (let minutes = 0; minutes < 26 * 60; minutes += 1) {
    const before = webhook.received.length
    const [delivery] = await webhook.log()
    if (delivery!.status !== 'pending') break
    const pause = Date.parse(delivery!.next_try_at!) - world.now().getTime()
    await wait(pause - 1)
    expect(webhook.received).toHaveLength(before)
    await wait(1)
    tries.push(Math.round((world.now().getTime() - Date.parse(START)) / MINUTE))
  }

  expect(tries).toEqual([0, 1, 6, 21, 81, 261, 621, 1341])
  expect(webhook.received).toHaveLength(8)
  expect(new Set(webhook.received.map(({ body }) => body)).size).toBe(1)
  expect(await webhook.log('&status=failed')).toMatchObject([
    { status: 'failed', failure: 'error_status', status_code: 500, tries: 8, next_try_at: null },
  ])
  expect(await webhook.now()).toMatchObject({ failed_deliveries: 1, is_active: true })
})

test('a delivery that works at a later try is not sent again', async () => {
  const webhook = await addWebhook()
  webhook.answers({ status: 503 })
  await happen()
  await world.runJobs()
  webhook.answers({ status: 204 })
  await wait(MINUTE)
  await wait(24 * HOUR)

  expect(webhook.received).toHaveLength(2)
  expect(await webhook.log()).toMatchObject([{ status: 'succeeded', tries: 2 }])
  expect(await webhook.now()).toMatchObject({ failing_since: null })
})

test.each([
  ['a redirect', { status: 302, headers: { location: '/hooks' } }, 'redirected', 302],
  ['silence', undefined, 'too_slow', null],
] as const)('%s is a failure, and is tried again', async (_, answer, failure, status_code) => {
  const webhook = await addWebhook()
  webhook.answers(answer)
  await happen()
  await world.runJobs()

  expect(webhook.received).toHaveLength(1)
  expect(await webhook.log()).toMatchObject([{ status: 'pending', tries: 1, failure, status_code }])
})

test('a name that resolves to a private address is not called', async () => {
  const webhook = await addWebhook({ url: 'https://hooks.example.com/keyhour' })
  await happen()
  const findAddresses = async () => [{ address: '10.0.0.5', family: 4 }]
  const careful = { ...world, publicFetch: publicFetch({ networks: 'public', findAddresses }) }
  await sendWebhook.run(careful, { webhook_id: webhook.id })

  expect(await webhook.log()).toMatchObject([{ status: 'pending', failure: 'address_refused' }])
})

test('a webhook that is gone is switched off, and admins get one mail', async () => {
  const webhook = await addWebhook()
  webhook.answers({ status: 410 })
  await happen()
  await happen()
  const mails = async () =>
    (await world.mailsTo(admin.email)).filter(({ subject }) => subject?.includes('switched off')).length
  const before = await mails()
  await world.runJobs()
  await happen()
  await wait(HOUR)

  expect(await webhook.now()).toMatchObject({ is_active: false, off_reason: 'gone' })
  expect([webhook.received.length, (await mails()) - before]).toEqual([1, 1])
  expect(await webhook.log()).toMatchObject([{ status: 'pending', tries: 0 }, { status: 'failed' }])
})

test('a webhook that fails for three days is switched off; switched on, it gets what waited', async () => {
  const webhook = await addWebhook()
  webhook.answers({ status: 500 })
  const mails = async () =>
    (await world.mailsTo(admin.email)).filter(({ text }) => text?.includes('for three days')).length
  for (let hours = 0; hours < 72; hours += 6) {
    await happen()
    await wait(6 * HOUR)
  }
  expect(await webhook.now()).toMatchObject({ is_active: true })
  await happen()
  await wait(6 * HOUR)

  expect(await webhook.now()).toMatchObject({ is_active: false, off_reason: 'failing' })
  expect(await mails()).toBe(1)
  webhook.answers({ status: 200 })
  const waiting = (await webhook.log('&status=pending')).length
  expect(waiting).toBeGreaterThan(0)
  await ask('PUT', `webhooks/${webhook.id}`, { is_active: true })
  await wait(24 * HOUR)
  expect(await webhook.log('&status=pending')).toEqual([])
  expect(await webhook.now()).toMatchObject({ is_active: true, off_reason: null, failing_since: null })
})

test('a server that dies while it sends leaves the delivery to the next one', async () => {
  const webhook = await addWebhook()
  await happen()
  const dying = { ...world, publicFetch: () => Promise.reject(new Error('killed')) }
  await expect(sendWebhook.run(dying, { webhook_id: webhook.id })).rejects.toThrow('killed')
  // A killed process does not release its lease.
  const lease = (until: string) =>
    world.pool.query(`update webhooks set leased_until = now() + $2::interval where id = $1`, [
      webhook.id,
      until,
    ])
  await lease('1 minute')
  await wait(MINUTE)
  expect(webhook.received).toHaveLength(0)
  await lease('-1 second')
  await wait(MINUTE)

  expect(webhook.received).toHaveLength(1)
  expect(await webhook.log()).toMatchObject([{ status: 'succeeded', tries: 1 }])
})

test('for a day after a new secret was made, deliveries are signed with both', async () => {
  const webhook = await addWebhook()
  const url = `webhooks/${webhook.id}/rotate_secret`
  const replies = await Promise.all([ask('POST', url, { version: 1 }), ask('POST', url, { version: 1 })])
  const [rotated, refused] = replies.toSorted((one, other) => one.statusCode - other.statusCode)
  const { secret } = rotated!.json()
  await happen()
  await world.runJobs()
  await wait(25 * HOUR)
  await happen()
  await world.runJobs()

  expect([rotated!.statusCode, refused!.statusCode]).toEqual([200, 409])
  const [first, second] = webhook.received
  expect([isSignedWith(webhook.secret, first!), isSignedWith(secret, first!)]).toEqual([true, true])
  expect([isSignedWith(webhook.secret, second!), isSignedWith(secret, second!)]).toEqual([false, true])
})

test('an admin sends one delivery again, or all failed ones; asking twice sends once', async () => {
  const webhook = await addWebhook()
  await happen({ n: 1 })
  await happen({ n: 2 })
  await world.runJobs()
  await world.pool.query(`update webhook_deliveries set status = 'failed' where webhook_id = $1`, [
    webhook.id,
  ])
  const [newest] = await webhook.log()
  const again = () => ask('POST', `webhook_deliveries/${newest!.id}/send_again`)
  const replies = await Promise.all([again(), again()])
  await world.runJobs()
  const all = await ask('POST', `webhooks/${webhook.id}/send_failed_again`)
  await world.runJobs()

  expect(replies.map((reply) => [reply.statusCode, reply.json().status])).toEqual([
    [200, 'pending'],
    [200, 'pending'],
  ])
  expect(all.json()).toEqual({ count: 1 })
  expect(webhook.received.map(({ event }) => event.data)).toEqual([{ n: 1 }, { n: 2 }, { n: 2 }, { n: 1 }])
  expect(webhook.received[1]!.event.id).toBe(webhook.received[2]!.event.id)
  const { rows } = await world.pool.query(
    `select action from audit_log where subject = 'webhook' and subject_id = $1 order by id`,
    [webhook.id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'add webhook',
    'send delivery again',
    'send failed deliveries again',
  ])
})

test('nothing is sent again to a webhook that is off', async () => {
  const webhook = await addWebhook()
  await happen()
  await world.runJobs()
  await ask('PUT', `webhooks/${webhook.id}`, { is_active: false })
  const [delivery] = await webhook.log()

  for (const url of [
    `webhook_deliveries/${delivery!.id}/send_again`,
    `webhooks/${webhook.id}/send_failed_again`,
  ])
    expect(await ask('POST', url)).toMatchObject({ statusCode: 409 })
})

test('a test sends a ping at once, once, and shows the answer', async () => {
  const webhook = await addWebhook()
  webhook.answers({ status: 401, text: 'wrong secret' })
  const reply = await ask('POST', `webhooks/${webhook.id}/test`)
  await wait(24 * HOUR)

  expect(reply.json()).toMatchObject({
    kind: 'ping',
    status: 'failed',
    status_code: 401,
    answer: 'wrong secret',
  })
  expect(webhook.receivedKinds()).toEqual(['ping'])
  expect(isSignedWith(webhook.secret, webhook.received[0]!)).toBe(true)
  expect(await webhook.now()).toMatchObject({ failing_since: null })
})

test('the log is filtered by state and kind, and read page by page', async () => {
  const webhook = await addWebhook()
  for (let n = 0; n < 60; n += 1) await happen({ n })
  await ask('POST', `webhooks/${webhook.id}/test`)
  const first = await webhook.log()
  const second = await webhook.log(`&before=${first.at(-1)!.id}`)

  expect([first.length, second.length]).toEqual([50, 11])
  expect(await webhook.log('&kind=ping')).toMatchObject([{ kind: 'ping', status: 'succeeded' }])
  expect(await webhook.log('&status=succeeded')).toHaveLength(1)
})

test('after 30 days events and deliveries are deleted, and then deleted webhooks', async () => {
  const webhook = await addWebhook()
  await happen()
  await world.runJobs()
  await wait(29 * 24 * HOUR)
  await forgetOldEvents.run(world, {})
  expect(await webhook.log()).toHaveLength(1)
  await ask('DELETE', `webhooks/${webhook.id}`)
  expect(await webhook.log()).toHaveLength(1)
  await wait(24 * HOUR + 1)
  await forgetOldEvents.run(world, {})
  expect(await webhook.log()).toEqual([])
  await wait(30 * 24 * HOUR)
  await forgetOldEvents.run(world, {})

  const { rowCount } = await world.pool.query('select from webhooks where id = $1', [webhook.id])
  expect(rowCount).toBe(0)
})

test('a server that was too slow does not end the turn of the server that has taken over', async () => {
  const { id } = await addWebhook()
  const slow = await takeWebhookLease(world.db, id, -1)
  const next = await takeWebhookLease(world.db, id, MINUTE)
  await releaseWebhookLease(world.db, id, slow!)
  expect(await takeWebhookLease(world.db, id, MINUTE)).toBeUndefined()
  await releaseWebhookLease(world.db, id, next!)

  expect(await takeWebhookLease(world.db, id, MINUTE)).toBeDefined()
})
