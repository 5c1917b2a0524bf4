import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOpenFor, type Seated, seatOrders } from '#server/features/admin-offices/rules.ts'

const overlap = (a: Seated, b: Seated) => a.from < b.to && b.from < a.to

const crowd = (orders: Seated[]) =>
  Math.max(0, ...orders.map(({ from }) => orders.filter((one) => one.from <= from && from < one.to).length))

/** Every order has a seat, and no seat is taken twice. */
const plans = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 12 })), { maxLength: 30 })
  .map((times) => {
    const seated: Seated[] = []
    for (const [order_id, [from, length]] of times.entries()) {
      const order = { order_id, from, to: from + length, unit_id: 0 }
      while (seated.some((one) => one.unit_id === order.unit_id && overlap(one, order))) order.unit_id += 1
      seated.push(order)
    }
    return seated
  })

test('every order gets a seat as long as there are enough for the busiest moment', () => {
  fc.assert(
    fc.property(plans, fc.integer({ min: 0, max: 10 }), (orders, seats) => {
      const kept = Array.from({ length: seats }, (_, at) => at)
      const { left } = seatOrders(orders, [], kept)

      expect(left.length > 0).toBe(crowd(orders) > seats)
    }),
  )
})

test('no seat is given twice, only kept seats are used, and orders move only if they must', () => {
  fc.assert(
    fc.property(plans, fc.integer({ min: 1, max: 10 }), (orders, seats) => {
      const kept = Array.from({ length: seats }, (_, at) => at)
      const { moved, left } = seatOrders(orders, [], kept)
      const seated = orders
        .filter(({ order_id }) => !left.some((one) => one.order_id === order_id))
        .map((order) => moved.find(({ order_id }) => order_id === order.order_id) ?? order)

      expect(seated.every(({ unit_id }) => kept.includes(unit_id))).toBe(true)
      for (const one of seated)
        expect(
          seated.filter((other) => other !== one && other.unit_id === one.unit_id && overlap(one, other)),
        ).toEqual([])
      if (orders.every(({ unit_id }) => kept.includes(unit_id))) expect(moved).toEqual([])
    }),
  )
})

test('no order moves to a seat while that is closed', () => {
  const order = { order_id: 1, unit_id: 9, from: 10, to: 20 }
  const closed = { unit_id: 0, from: 15, to: 30 }

  expect(seatOrders([order], [closed], [0, 1]).moved).toEqual([{ ...order, unit_id: 1 }])
  expect(seatOrders([order], [closed], [0]).left).toEqual([order])
})

const HOURS = {
  time_zone: 'Asia/Jerusalem',
  open_hours: '09:00',
  close_hours: '18:00',
  week_hours: [],
  holidays: [],
}
const stay = (start: string, end: string, rent_type: 'hour' | 'day' = 'hour') => ({
  start: `2026-03-${start}:00.000Z`,
  end: `2026-03-${end}:00.000Z`,
  rent_type,
})

test.each([
  ['in the middle', stay('05T08:00', '05T10:00'), true],
  ['to the last minute', stay('05T07:00', '05T16:00'), true],
  ['too early', stay('05T06:30', '05T08:00'), false],
  ['too late', stay('05T15:00', '05T16:30'), false],
  ['over night', stay('05T15:00', '06T08:00'), false],
  ['for days, over night', stay('05T07:00', '06T16:00', 'day'), true],
  ['for days, too late on the last', stay('05T07:00', '06T18:00', 'day'), false],
])('whether opening hours cover a stay %s', (_, one, isHeld) => {
  expect(isOpenFor(HOURS, one)).toBe(isHeld)
})
