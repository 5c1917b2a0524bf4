import { expect, test } from 'vitest'
import { forgetOldEvents } from '#server/features/webhooks/forget-old-events.ts'
import { sendDueWebhooks, sendWebhook } from '#server/features/webhooks/send-webhooks.ts'
import { wholeScansDuring } from '../../../test/whole-scans.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true })
await world.pool.query(`
  insert into webhooks (name, url, kinds, secret_sealed)
  select 'many', 'https://192.0.2.1/', '{order.booked}', 'x' from generate_series(1, 4);
  insert into webhook_events (id, kind, data, created_at)
  select gen_random_uuid(), 'order.booked', '{}', '2026-03-02'::timestamptz - n * interval '1 minute'
  from generate_series(1, 30000) n;
  insert into webhook_deliveries (event_id, webhook_id, kind, status, created_at, finished_at)
  select id, 1 + abs(hashtext(id::text)) % 4, kind, case when random() < 0.01 then 'failed' else 'succeeded' end,
    created_at, created_at
  from webhook_events;
  analyze webhooks; analyze webhook_events; analyze webhook_deliveries`)
const { rows } = await world.pool.query('select max(id)::integer as last from webhook_deliveries')
const { last } = rows[0]

test.each<[string, () => Promise<unknown>]>([
  ['the list of webhooks', () => world.get('/api/admin/webhooks', admin)],
  ['the log', () => world.get('/api/admin/webhook_deliveries', admin)],
  ['a later page', () => world.get(`/api/admin/webhook_deliveries?before=${last - 20_000}`, admin)],
  ['the failed ones', () => world.get('/api/admin/webhook_deliveries?status=failed', admin)],
  ['a kind that is rare', () => world.get('/api/admin/webhook_deliveries?kind=ping', admin)],
  [
    'one webhook',
    () => world.get('/api/admin/webhook_deliveries?webhook_id=2&status=failed&kind=order.booked', admin),
  ],
  ['one delivery', () => world.get(`/api/admin/webhook_deliveries/${last}`, admin)],
  ['finding what is due', () => sendDueWebhooks.run(world, {})],
  ['sending', () => sendWebhook.run(world, { webhook_id: 1 })],
  ['forgetting', () => forgetOldEvents.run({ ...world, now: () => new Date('2026-03-20') }, {})],
])('%s uses indexes, however many deliveries there are', async (_, ask) => {
  expect(await wholeScansDuring(world.pool, ask, ['webhook_events', 'webhook_deliveries'])).toEqual({})
})
