// @vitest-environment node
import { phaseOf } from '@keyhour/contract/order-phase'
import { expect, test } from 'vitest'
import { sampleOrder } from '#test/samples.ts'
import { paymentLabel, splitOrders } from '#web/features/orders/rules.ts'

const NINE = '2026-03-02T09:00:00Z'

const order = (id: number, start: string, end: string | null, cancelled_at: string | null = null) =>
  sampleOrder({ id, start, end, cancelled_at })

test('the payment status of the server becomes a word people know', () => {
  expect(paymentLabel('part credit')).toBe('partlyCredit')
  expect(paymentLabel('full credit card')).toBe('fullCreditCard')
  expect(paymentLabel('credits')).toBe('credits')
  expect(paymentLabel('paid')).toBe('paid')
  expect(paymentLabel('pending')).toBe('pending')
})

test('running visits are separate, coming orders are sorted next first, and past ones latest first', () => {
  const now = Date.parse('2026-03-02T10:00:00Z')
  const orders = [
    order(1, '2026-03-05T09:00:00Z', '2026-03-05T10:00:00Z'),
    order(2, NINE, null),
    order(3, '2026-02-01T09:00:00Z', '2026-02-01T10:00:00Z'),
    order(4, '2026-03-04T09:00:00Z', '2026-03-04T10:00:00Z', NINE),
  ]
  const { running, coming, behind } = splitOrders(orders, now)

  expect(running.map(({ id }) => id)).toEqual([2])
  expect(coming.map(({ id }) => id)).toEqual([1])
  expect(behind.map(({ id }) => id)).toEqual([4, 3])
  expect(orders.map((each) => phaseOf(each, now))).toEqual(['coming', 'active', 'past', 'cancelled'])
})
