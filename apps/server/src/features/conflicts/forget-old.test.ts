import type { OrderDetails } from '@keyhour/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import { forgetOldOutsideEvents, tendConflicts } from '#server/features/conflicts/tend-conflicts.ts'
import { linkedRoom } from '../../../test/linked-room.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true })

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

/** An order with a copy, and an event that takes its time. */
async function conflictOn(date: string) {
  const room = await linkedRoom(world)
  const booking = { ...room.place, date, start: '10:00', end: '11:00' }
  const reply = await world.post('/api/orders', booking, await world.user())
  expect(reply.statusCode).toBe(201)
  const order = reply.json<OrderDetails>()
  await world.runJobs()
  await room.read([
    { id: 'theirs', from: `${date}T07:00:00.000Z`, to: `${date}T09:00:00.000Z`, title: 'Yoga' },
  ])
  await world.pool.query("update order_copies set state = 'written', changed_at = $1 where order_id = $2", [
    world.now().toISOString(),
    order.id,
  ])
  return order
}
const keptOf = async ({ id }: OrderDetails) => {
  const { rows } = await world.pool.query(
    `select (select count(*)::integer from calendar_conflicts where order_id = $1) as conflicts,
       (select count(*)::integer from order_copies where order_id = $1) as copies`,
    [id],
  )
  return [rows[0].conflicts, rows[0].copies]
}

test('conflicts and copies of orders are kept for 90 days after their time, and conflicts that wait for an answer for ever', async () => {
  const [answered, open] = [await conflictOn('2026-03-05'), await conflictOn('2026-03-05')]
  world.setNow('2026-03-05T12:00:00.000Z')
  await tendConflicts.run(world, {})
  await world.pool.query(
    'update calendar_conflicts set answer = null, answered_at = null where order_id = $1',
    [open.id],
  )
  world.setNow('2026-06-03T08:00:00.000Z')
  await forgetOldOutsideEvents.run(world, {})
  expect([await keptOf(answered), await keptOf(open)]).toEqual([
    [1, 1],
    [1, 1],
  ])

  world.setNow('2026-06-04T08:00:00.000Z')
  await forgetOldOutsideEvents.run(world, {})
  expect([await keptOf(answered), await keptOf(open)]).toEqual([
    [0, 0],
    [1, 0],
  ])
})

test('what was answered long ago about an order that is still to come is kept', async () => {
  const order = await conflictOn('2026-08-05')
  const [conflict] = (await world.get('/api/admin/conflicts', admin))
    .json<{ id: number; order_id: number }[]>()
    .filter(({ order_id }) => order_id === order.id)
  await world.post(`/api/admin/conflicts/${conflict!.id}/keep_ours`, {}, admin)
  world.setNow('2026-08-04T08:00:00.000Z')
  await forgetOldOutsideEvents.run(world, {})

  expect(await keptOf(order)).toEqual([1, 1])
})
