// @vitest-environment node
import { phaseOf } from '@keyhour/contract/order-phase'
import { expect, test } from 'vitest'
import { sampleOrder } from '#test/samples.ts'
import { actionsOf } from '#web/app/order-actions.ts'
import { splitOrders } from '#web/features/orders/rules.ts'

const NINE = '2026-03-02T09:00:00Z'
const START = Date.parse(sampleOrder().start)
const MINUTE = 60_000

test.each([
  ['long before the start', -60 * MINUTE, ['changeTime', 'cancel']],
  ['ten minutes before the start', -10 * MINUTE, ['checkIn', 'changeTime', 'cancel']],
  ['while it runs', MINUTE, ['checkIn', 'checkOut', 'changeTime']],
  ['when it is over', 150 * MINUTE, []],
])('%s the customer is offered only what is possible then', (_, later, actions) => {
  expect(actionsOf(sampleOrder(), START + later)).toEqual(actions)
})

test('a visit without an end can be ended but not moved, and after check-out there is nothing left to do', () => {
  const visit = sampleOrder({ end: null, checked_in_at: sampleOrder().start })

  expect(actionsOf(visit, START + MINUTE)).toEqual(['checkOut'])
  expect(actionsOf(sampleOrder({ checked_out_at: NINE }), START + MINUTE)).toEqual([])
})

test('after an early check-in the customer can check out but no longer cancel', () => {
  const early = sampleOrder({ checked_in_at: new Date(START - 9 * MINUTE).toISOString() })

  expect(actionsOf(early, START - 8 * MINUTE)).toEqual(['checkOut', 'changeTime'])
  expect(splitOrders([early], START - 8 * MINUTE).running).toEqual([early])
  expect(phaseOf(early, START - 11 * MINUTE)).toBe('coming')
})

test('who is late can cancel until the booking would be released, and then it is too late', () => {
  const terms = { free_until: NINE, late_refund_percent: 50, no_show: { minutes: 15, refund_percent: 50 } }
  const late = sampleOrder({ terms })

  expect(actionsOf(late, START + 14 * MINUTE)).toContain('cancel')
  expect(actionsOf(late, START + 15 * MINUTE)).not.toContain('cancel')
  expect(actionsOf({ ...late, checked_in_at: NINE }, START + 14 * MINUTE)).not.toContain('cancel')
})
