import type { OrderDetails } from '@keyhour/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

beforeEach(() => world.setNow('2026-03-02T06:00:00.000Z'))

/** 09:00 to 11:00 at the office, booked at 08:00, with everybody who might want to know. */
async function scene() {
  const office = await world.office({ open_hours: '08:00', close_hours: '20:00' })
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  const people = {
    customer: await world.user({ name: 'Maya Cohen' }),
    admin: await world.user({ admin: true }),
    manager: await world.user(),
    owner: await world.user(),
    member: await world.user(),
    stranger: await world.user(),
    elsewhere: await world.user(),
  }
  await world.member(office.id, people.manager.id, 'manager')
  await world.member(office.id, people.owner.id, 'owner')
  await world.member(office.id, people.member.id, 'member')
  await world.member((await world.office()).id, people.elsewhere.id, 'manager')
  await world.credits(people.customer.id, 50_000)
  const stay = {
    office_id: office.id,
    sub_office_id: room.id,
    date: '2026-03-02',
    start: '09:00',
    end: '11:00',
  }
  const reply = await world.post('/api/orders', stay, people.customer)
  expect(reply.statusCode).toBe(201)
  return { people, order: reply.json<OrderDetails>() }
}

const OUTSIDERS = ['owner', 'member', 'stranger', 'elsewhere'] as const

test('who a customer is, only they themselves, the managers of the office and admins may read', async () => {
  const { people, order } = await scene()
  const path = `/api/orders/${order.id}/customer`
  for (const role of ['customer', 'manager', 'admin'] as const) {
    const reply = await world.get(path, people[role])
    expect(reply.json(), role).toEqual({
      id: people.customer.id,
      name: 'Maya Cohen',
      email: expect.stringContaining('@'),
      phone: null,
    })
  }
  for (const role of OUTSIDERS) expect((await world.get(path, people[role])).statusCode, role).toBe(404)
  expect((await world.get(path)).statusCode).toBe(401)
})

test('managers of the office end a visit and undo that, which is audited; nobody else does', async () => {
  const { people, order } = await scene()
  world.setNow('2026-03-02T07:30:00.000Z')
  const path = `/api/orders/${order.id}/check_out`
  for (const role of OUTSIDERS) {
    expect((await world.get(path, people[role])).statusCode, role).toBe(404)
    expect((await world.post(path, {}, people[role])).statusCode, role).toBe(404)
  }
  expect((await world.get(path, people.manager)).statusCode).toBe(200)
  const ended = await world.post(path, {}, people.manager)
  expect(ended.json()).toMatchObject({ checked_out_at: '2026-03-02T07:30:00.000Z' })
  // A second time changes nothing.
  expect((await world.post(path, {}, people.manager)).statusCode).toBe(200)
  for (const role of OUTSIDERS)
    expect((await world.post(`${path}/undo`, {}, people[role])).statusCode, role).toBe(404)
  expect((await world.post(`${path}/undo`, {}, people.manager)).json()).toMatchObject({
    checked_out_at: null,
  })

  const { rows } = await world.pool.query(
    `select action, actor_id::int from audit_log where subject = 'order' and subject_id = $1 order by id`,
    [order.id],
  )
  expect(rows).toEqual([
    { action: 'check out order', actor_id: people.manager.id },
    { action: 'undo check-out of order', actor_id: people.manager.id },
  ])
  // They also check people in. All else stays with the customer and admins.
  for (const call of ['cancel', 'pay'])
    expect(
      (await world.post(`/api/orders/${order.id}/${call}`, { refund: 0 }, people.manager)).statusCode,
    ).toBe(404)
})

test('an order names its terms: free until hours before the start, or minutes after booking', async () => {
  const { people, order } = await scene()
  const { terms } = (await world.get(`/api/orders/${order.id}`, people.customer)).json<OrderDetails>()
  // Booked an hour before the start, so only the minutes after booking are free.
  expect(terms).toEqual({ free_until: '2026-03-02T06:15:00.000Z', late_refund_percent: 50, no_show: null })
})
