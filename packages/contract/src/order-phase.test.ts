import { expect, test } from 'vitest'
import { phaseOf } from './order-phase.ts'

const START = Date.parse('2026-03-02T07:00:00.000Z')
const MINUTE = 60_000
const booked = {
  start: new Date(START).toISOString(),
  end: new Date(START + 120 * MINUTE).toISOString(),
  checked_in_at: null,
  checked_out_at: null,
  cancelled_at: null,
}
const early = { ...booked, checked_in_at: new Date(START - 9 * MINUTE).toISOString() }
const left = { ...early, checked_out_at: new Date(START - 5 * MINUTE).toISOString() }

test.each([
  ['booked, a moment before the start', booked, -1, 'coming'],
  ['booked, at the start', booked, 0, 'active'],
  ['booked, at the end', booked, 120 * MINUTE, 'past'],
  ['checked in before the start', early, -8 * MINUTE, 'active'],
  ['checked in, and the start moved to another day since', early, -11 * MINUTE, 'coming'],
  ['checked out before the start', left, -MINUTE, 'past'],
  ['without an end', { ...booked, end: null }, 999 * MINUTE, 'active'],
  ['cancelled', { ...early, cancelled_at: booked.start }, MINUTE, 'cancelled'],
] as const)('the phase of an order that is %s', (_, order, later, phase) => {
  expect(phaseOf(order, START + later)).toBe(phase)
})
