import type { SpaceRef } from '@keyhour/contract/offices'
import type { OrderDetails } from '@keyhour/contract/orders'
import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true })

/** An hour costs 50.00, and 59.00 with tax. */
const HOUR = 5900
const DEARER = 11_800

async function addRoom(officeId: number, price_per_hour = 5000): Promise<SpaceRef> {
  const room = await world.subOffice(officeId, { price_per_hour })
  await world.unit(officeId, room.id, 1)
  return { office_id: officeId, sub_office_id: room.id }
}

const addOffice = async () => (await world.office({ open_hours: '06:00', close_hours: '23:00' })).id

/** One hour on company credits, of which `left` stay in the pool. */
async function booked({ left, monthly_limit = null }: { left: number; monthly_limit?: number | null }) {
  const [manager, employee] = [await world.user(), await world.user()]
  const company = await world.company(manager.id, { left: left + HOUR })
  await world.employee(company.id, employee.id, { monthly_limit })
  const place = await addRoom(await addOffice())
  const times = { date: '2026-03-10', start: '09:00', end: '10:00' }
  const reply = await world.post('/api/orders', { ...place, ...times, business_id: company.id }, employee)
  expect(reply.statusCode).toBe(201)
  const order: OrderDetails = reply.json()
  const move = (to: SpaceRef, price: 'anew' | 'as agreed', due: number) => {
    const payload = { ...to, from: place, price, due }
    return world.send({ method: 'PUT', url: `/api/admin/orders/${order.id}/space`, payload }, admin)
  }
  return { manager, employee, company, place, order, move }
}

/** What is left in the pool, what was spent by the report and by the ledger, and how many orders the report counts. */
async function sumsOf(businessId: number) {
  const { rows } = await world.pool.query(
    `select (select sum(remaining)::integer from credit_lots where business_id = $1) as left,
      (select sum(spent)::integer from business_usage where business_id = $1 and kind = 'space') as spent,
      (select sum(orders)::integer from business_usage where business_id = $1 and kind = 'space') as orders,
      (select -sum(amount)::integer from credit_ledger join credit_lots on credit_lots.id = lot_id
        where business_id = $1 and order_id is not null) as ledger`,
    [businessId],
  )
  return rows[0]
}

const REFUSED = "The customer's company does not cover the new price. The price can stay as agreed."

test.each([
  ['the pool', { left: HOUR - 1, monthly_limit: null }],
  ['the limit of the person', { left: 100_000, monthly_limit: DEARER - 1 }],
])(
  'a move to a dearer space that is beyond %s is refused, and possible at the agreed price',
  async (_, given) => {
    const { company, place, move } = await booked(given)
    for (const officeId of [place.office_id, await addOffice()]) {
      const dear = await addRoom(officeId, 10_000)
      const refused = await move(dear, 'anew', DEARER)
      expect([refused.statusCode, refused.json().detail]).toEqual([409, REFUSED])
      expect(await sumsOf(company.id)).toEqual({ left: given.left, spent: HOUR, orders: 1, ledger: HOUR })
    }
    const kept = await move(await addRoom(place.office_id, 10_000), 'as agreed', HOUR)
    expect(kept.json()).toMatchObject({ paid_with_credits: HOUR, left: 0 })
  },
)

test('the company pays for a dearer space wholly, in another office too, where the order counts once', async () => {
  const { company, employee, manager, order, move } = await booked({ left: HOUR, monthly_limit: DEARER })
  const moved = await move(await addRoom(await addOffice(), 10_000), 'anew', DEARER)

  expect(moved.json()).toMatchObject({
    paid_with_credits: DEARER,
    left: 0,
    business: { id: company.id, name: company.name },
  })
  expect(await sumsOf(company.id)).toEqual({ left: 0, spent: DEARER, orders: 1, ledger: DEARER })
  const listed = await world.get(`/api/businesses/${company.id}/orders`, manager)
  expect(listed.json().map(({ id }: OrderDetails) => id)).toEqual([moved.json().id])
  expect(moved.json().id).not.toBe(order.id)
  await world.runJobs()
  const texts = (await world.mailsTo(employee.email)).map(({ text }) => text).join()
  expect(texts).toContain('We have taken ₪59.00 of it from the company’s credits now.')
})

test('a cheaper space brings the company credits back', async () => {
  const { company, place, move } = await booked({ left: 0, monthly_limit: HOUR })
  const moved = await move(await addRoom(place.office_id, 1000), 'anew', 1180)

  expect(moved.statusCode).toBe(200)
  expect(await sumsOf(company.id)).toEqual({ left: HOUR - 1180, spent: 1180, orders: 1, ledger: 1180 })
})

test('what is left to pay of an order on company credits is not paid otherwise', async () => {
  const { order } = await booked({ left: 0 })
  await world.pool.query('update orders set total_price = 10000 where id = $1', [order.id])
  const paid = await world.post(
    `/api/admin/orders/${order.id}/mark_paid`,
    { amount: DEARER - HOUR, method: 'cash' },
    admin,
  )

  expect([paid.statusCode, paid.json().detail]).toEqual([
    409,
    'This order is on company credits. The rest can only be paid with them.',
  ])
})
