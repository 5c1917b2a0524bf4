import { expect, test } from 'vitest'
import { forgetOldOpenings } from '#server/features/access/forget-old-openings.ts'
import { tendComingGrants, tendDueGrants, tendGrant } from '#server/features/grants/tend-grant.ts'
import { tryWaiting } from '#server/features/grants/try-waiting.ts'
import { fillOrders, fillPlaces } from '../../../test/fill-many.ts'
import { wholeScansDuring } from '../../../test/whole-scans.ts'
import { startWorld } from '../../../test/world.ts'

const GROWING = ['orders', 'order_events', 'occupancy', 'grants', 'grant_devices', 'door_openings']

const world = await startWorld()
await fillPlaces(world.pool, { subOffices: 300, users: 50 })
await fillOrders(world.pool, { first: 1, last: 20_000, around: world.now() })
await world.pool.query(`
  insert into devices (office_id, name, home_assistant_id, type) select id, 'Door', 'lock.door', 'lock' from offices;
  insert into grants (office_id, order_id, during, state, due_at, door_code_sealed, door_code_hash)
  select office_id, id, tstzrange(start - interval '10 minutes', "end"),
    case when "end" < '2026-03-02' then 'removed' else 'requested' end,
    case when "end" >= '2026-03-02' then start - interval '10 minutes' end, 'sealed', id::text
  from orders;
  insert into grant_devices (office_id, order_id, device_id)
  select office_id, order_id, devices.id from grants join devices using (office_id);
  insert into door_openings (office_id, device_id, order_id, actor_id, began_at, ended_at, state)
  select office_id, devices.id, orders.id, orders.user_id, orders.start, orders.start, 'unlocked'
  from orders join devices using (office_id);
  analyze devices; analyze grants; analyze grant_devices; analyze door_openings`)
const [admin, person] = [await world.user({ admin: true }), await world.user()]
await world.credits(person.id, 1_000_000)
const { rows } = await world.pool.query(
  `select office_id::integer, sub_offices.id::integer as sub_office_id from sub_offices
   join offices on offices.id = office_id where sub_offices.type = 'meeting_room' and open_hours is null limit 1`,
)
const space: { office_id: number; sub_office_id: number } = rows[0]
const door = (
  await world.pool.query('select id::integer from devices where office_id = $1', [space.office_id])
).rows[0].id
const order = (await world.post('/api/orders/start_now', space, person)).json().id

test.each<[string, () => Promise<unknown>]>([
  [
    'a booking',
    () => world.post('/api/orders', { ...space, date: '2026-06-20', start: '09:00', end: '11:00' }, person),
  ],
  ['what an order opens', () => world.get(`/api/orders/${order}/access`, person)],
  [
    'opening a door',
    () => world.send({ method: 'POST', url: `/api/orders/${order}/doors/${door}/open` }, person),
  ],
  ['finding what waits for a hub that answers again', () => tryWaiting(world, space.office_id)],
  ['finding what is due', () => tendDueGrants.run(world, {})],
  ['finding what will be due soon', () => tendComingGrants.run(world, {})],
  ['tending one grant', () => tendGrant.run(world, { office_id: space.office_id, order_id: order })],
  [
    'a new door in an office',
    () =>
      world.post(
        '/api/admin/devices',
        { name: 'Side door', office_id: space.office_id, home_assistant_id: 'lock.side', type: 'lock' },
        admin,
      ),
  ],
  ['deleting a person', () => world.send({ method: 'DELETE', url: `/api/admin/users/${person.id}` }, admin)],
  ['forgetting openings', () => forgetOldOpenings.run({ ...world, now: () => new Date('2025-06-01') }, {})],
])('%s uses indexes, however many grants there are', async (_, ask) => {
  let answer: unknown
  const asking = async () => {
    answer = await ask()
  }

  expect(await wholeScansDuring(world.pool, asking, GROWING)).toEqual({})
  if (answer !== undefined) expect([200, 201, 503]).toContain((answer as { statusCode: number }).statusCode)
})
