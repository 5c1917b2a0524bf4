import { AdminOrder, HOME_TIME_ZONE, ORDERS_COUNTED } from '@keyhour/contract/all-orders'
import { orderRow } from '@keyhour/contract/order-row'
import type { PaymentStatus } from '@keyhour/contract/orders'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { orderPrice, orders } from '#server/db/schema/orders.ts'
import { addUpTallies } from '#server/features/all-orders/add-up-tallies.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const boss = await world.user({ admin: true })
const people = [await world.user({ name: 'Maya' }), await world.user({ name: 'Omer' })]
const harbour = await world.office({ name: 'Harbour House' })
const bazaar = await world.office({ name: 'bazaar 100%' })
const olive = await world.subOffice(harbour.id, { name: 'Olive room' })
const attic = await world.subOffice(bazaar.id, { name: 'attic' })

type Given = Parameters<typeof world.order>[0]
const make = (given: Partial<Given>) =>
  world.order({ office_id: harbour.id, user_id: people[0]!.id, ...given })

const first = await make({
  sub_office_id: olive.id,
  date: '2026-03-01T21:59:59.999Z',
  start: '2026-03-10T08:00:00Z',
  end: '2026-03-10T10:30:00Z',
  total_price: null,
  base_price: 3333,
})
const second = await make({
  office_id: bazaar.id,
  sub_office_id: attic.id,
  user_id: people[1]!.id,
  date: '2026-03-01T22:00:00Z',
  start: '2026-03-04T08:00:00Z',
  end: '2026-03-04T09:00:00Z',
  total_price: 25,
  payment_status: 'part credit',
})
const third = await make({
  date: '2026-03-05T10:00:00Z',
  start: '2026-03-05T10:00:00Z',
  end: null,
  booking_type: 'on_demand',
  total_price: null,
  payment_status: 'pending',
})
const fourth = await make({
  office_id: bazaar.id,
  date: '2026-03-05T10:00:00Z',
  start: '2026-03-06T00:00:00Z',
  end: '2026-03-08T00:00:00Z',
  rent_type: 'day',
  total_price: null,
  base_price: 30_000,
  tax_percent: 17,
  payment_status: 'full credit card',
})
const NAMES = new Map([
  [first.id, 'first'],
  [second.id, 'second'],
  [third.id, 'third'],
  [fourth.id, 'fourth'],
])

async function ask(query: string) {
  const reply = await world.get(`/api/admin/all-orders?page=1&${query}`, boss)
  const orders = z.array(AdminOrder).decode(reply.json())
  return {
    orders,
    names: orders.map(({ id }) => NAMES.get(id)).join(' '),
    total: reply.headers['x-total-count'],
  }
}

test.each([
  ['', 'fourth third second first'],
  ['sort=date&direction=asc', 'first second third fourth'],
  ['sort=id&direction=asc', 'first second third fourth'],
  ['sort=id', 'fourth third second first'],
  ['sort=start', 'first fourth third second'],
  ['sort=office&direction=asc', 'second fourth first third'],
  ['sort=office', 'third first fourth second'],
  ['sort=sub_office&direction=asc', 'second first third fourth'],
  ['sort=sub_office', 'first second fourth third'],
  ['sort=user_id&direction=asc', 'first third fourth second'],
  ['sort=billed&direction=asc', 'third second first fourth'],
  ['sort=payment_status&direction=asc', 'fourth second first third'],
])('sorted by %j they come as %s', async (order, names) => {
  expect((await ask(order)).names).toBe(names)
})

test.each([
  ['from=2026-03-01&to=2026-03-01', 'first'],
  ['from=2026-03-02&to=2026-03-02', 'second'],
  ['from=2026-03-02&to=2026-03-05', 'fourth third second'],
  ['from=2026-03-05&to=2026-03-02', ''],
  ['from=2026-03-02', 'fourth third second first'],
  ['to=2026-03-01', 'fourth third second first'],
  ['date_type=service_start_date&from=2026-03-06&to=2026-03-10', 'fourth first'],
  ['date_type=service_start_date&from=2026-03-04&to=2026-03-10&direction=asc', 'first second third fourth'],
  ['date_type=service_start_date&from=2020-01-01&to=2026-03-05', 'third second'],
  ['office=HARBOUR', 'third first'],
  ['office=100%25', 'fourth second'],
  ['office=0_', ''],
  ['office=nowhere', ''],
  ['sub_office=OLIVE', 'first'],
  ['sub_office=i', 'second first'],
  ['office=harbour&sub_office=i', 'first'],
  [`user_id=${people[1]!.id}`, 'second'],
  ['user_id=abc', ''],
  ['payment_status=Partly%20Credit', 'second'],
  ['payment_status=Full%20Credit%20Card', 'fourth'],
  ['payment_status=Pending', 'third first'],
  ['payment_status=Paid', ''],
  ['payment_status=Pending&office=harbour&from=2026-03-05&to=2026-03-05', 'third'],
  [`office=bazaar&user_id=${people[1]!.id}&sub_office=att&payment_status=Partly%20Credit`, 'second'],
])('%s finds and counts %j', async (filter, names) => {
  const found = await ask(filter)

  expect(found.names).toBe(names)
  expect(found.total).toBe(String(found.orders.length))
})

test('the database and the list compute the same price and the same bill, to the cent', async () => {
  const price = orderPrice.mapWith(Number)
  const stored = await world.db.select({ id: orders.id, price, billed: orders.billed }).from(orders)
  const { orders: listed } = await ask('')

  const shown = listed.map((order) => {
    const { subOfficeServicePrice, totalAmountBilledToCustomer } = orderRow(order)
    return { id: order.id, price: subOfficeServicePrice, billed: totalAmountBilledToCustomer }
  })
  expect(shown.toSorted((a, b) => a.id - b.id)).toEqual(
    stored.toSorted((a, b) => a.id - b.id).map((order) => ({ ...order, price: order.price ?? 0 })),
  )
})

test.each([
  ['payment_status=paid', 'payment_status'],
  ['sort=note', 'sort'],
  ['from=yesterday', 'from'],
  ['to=0000-01-01', 'to'],
  ['page_size=101', 'page_size'],
])('%s is refused by its field', async (query, field) => {
  const reply = await world.get(`/api/admin/all-orders?page=1&${query}`, boss)

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail[0].loc).toEqual(['query', field])
})

test('without a page the filters apply to the stream', async () => {
  const reply = await world.get('/api/admin/all-orders?office=harbour', boss)

  expect(reply.json().map(({ id }: { id: number }) => NAMES.get(id))).toEqual(['third', 'first'])
})

test.each([
  ['page_size=1', 'fourth'],
  ['page=2&page_size=1', 'third'],
  ['sort=billed', 'fourth first second third'],
  ['direction=asc', 'first second third fourth'],
])('%s asks for a page, by default the first one', async (query, names) => {
  const reply = await world.get(`/api/admin/all-orders?${query}`, boss)

  expect(reply.headers['x-total-count']).toBe('4')
  expect(
    reply
      .json()
      .map(({ id }: { id: number }) => NAMES.get(id))
      .join(' '),
  ).toBe(names)
})

test('counts stay correct after changes, even once the tallies are merged', async () => {
  const count = async (status: string) => (await ask(`payment_status=${status}`)).total
  const pay = (status: PaymentStatus) =>
    world.pool.query('update orders set payment_status = $1 where id = $2', [status, first.id])

  await pay('paid')
  expect([await count('Paid'), await count('Pending')]).toEqual(['1', '1'])
  await addUpTallies.run(world, {})
  expect([await count('Paid'), await count('Pending')]).toEqual(['1', '1'])
  await pay('pending')
  await addUpTallies.run(world, {})
  expect([await count('Paid'), await count('Pending')]).toEqual(['0', '2'])
})

test('far pages equal the whole list there, in both directions, by each kind of date and by both together', async () => {
  const many = await startWorld()
  const admin = await many.user({ admin: true })
  const office = await many.office({ name: 'Tower' })
  await many.pool.query(`
    insert into orders (office_id, user_id, rent_type, "date", start, "end", currency, base_price, total_price,
      tax_percent, commission_percent)
    select ${office.id}, ${admin.id}, 'hour', timestamptz '2026-01-01' + n * 7 % 2500 * interval '17 minutes',
      timestamptz '2026-03-20' + n * 11 % 2500 * interval '13 minutes',
      timestamptz '2027-01-01', 'ILS', 5000, 4990, 18, 30
    from generate_series(1, 2500) n`)
  const idsOf = async (query: string) => {
    const reply = await many.get(`/api/admin/all-orders?${query}`, admin)
    return reply.json().map(({ id }: { id: number }) => id)
  }

  for (const sort of ['date', 'start'])
    for (const direction of ['asc', 'desc']) {
      const { rows } = await many.pool.query(
        `select id::integer from orders order by ${sort} ${direction}, id ${direction} limit 100 offset 1300`,
      )
      expect(await idsOf(`page=14&page_size=100&sort=${sort}&direction=${direction}`)).toEqual(
        rows.map(({ id }) => id),
      )
    }
  expect(await idsOf('page=26&page_size=100')).toEqual([])

  const [first, last] = ['2026-01-05', '2026-04-05']
  const within = (column: string) =>
    `(${column} at time zone 'Asia/Jerusalem')::date between '${first}' and '${last}'`
  for (const [kind, ranged, sort] of [
    ['order_date', '"date"', 'start'],
    ['service_start_date', 'start', 'date'],
  ] as const)
    for (const [page, direction] of [
      [1, 'asc'],
      [8, 'desc'],
      [12, 'asc'],
      [14, 'desc'],
    ] as const) {
      const { rows } = await many.pool.query(
        `select id::integer from orders where ${within(ranged)}
         order by ${sort} ${direction}, id ${direction} limit 100 offset ${(page - 1) * 100}`,
      )
      const filters = `date_type=${kind}&from=${first}&to=${last}&sort=${sort}&direction=${direction}`
      expect(await idsOf(`page=${page}&page_size=100&${filters}`)).toEqual(rows.map(({ id }) => id))
    }

  const totalOf = async (page: number) => {
    const filters = `office=tow&from=2025-01-01&to=2027-01-01&user_id=${admin.id}`
    const { headers } = await many.get(`/api/admin/all-orders?page=${page}&page_size=100&${filters}`, admin)
    return [headers['x-total-count'], headers['x-total-more']]
  }
  expect(await totalOf(1)).toEqual([String(ORDERS_COUNTED), 'true'])
  expect(await totalOf(24)).toEqual(['2400', 'true'])
  expect(await totalOf(25)).toEqual(['2500', undefined])
  expect(await totalOf(26)).toEqual(['2500', undefined])
})

test('filters use the days of the home time zone in the contract', async () => {
  const { rows } = await world.pool.query(
    `select home_day(moment) = (moment at time zone $1)::date - date '1970-01-01' as same
     from unnest($2::timestamptz[]) as moment`,
    [
      HOME_TIME_ZONE,
      ['2026-03-26T21:59:59Z', '2026-03-26T22:00:00Z', '2026-10-24T20:59:59Z', '2026-10-25T22:00:00Z'],
    ],
  )

  expect(rows.every(({ same }) => same)).toBe(true)
})

test('a cancelled order shows when, and whether it continues in another office', async () => {
  const cancelled_at = '2026-03-07T10:00:00.000Z'
  const office = await world.office({ name: 'Cancelled things' })
  const there = { office_id: office.id, cancelled_at }
  const cancelled = await make(there)
  const booked = await make(there)
  const moved = await make({ ...there, began_as: booked.id })
  const movedAgain = await make({ ...there, cancelled_at: null, began_as: booked.id })
  const { orders } = await ask('office=cancelled%20things&sort=id&direction=asc')

  expect(orders.map(({ id, cancelled_at, went_on }) => [id, cancelled_at, went_on])).toEqual([
    [cancelled.id, cancelled_at, false],
    [booked.id, cancelled_at, true],
    [moved.id, cancelled_at, true],
    [movedAgain.id, null, false],
  ])
})
