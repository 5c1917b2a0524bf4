// @vitest-environment node
import { expect, test } from 'vitest'
import { sampleDay, sampleOrder } from '#test/samples.ts'
import { canStartNow, undoLeftMs } from '#web/features/visits/rules.ts'
import { halvesOf } from '#web/format/half-hours.ts'

const NINE = '2026-03-02T09:00:00Z'
const START = Date.parse(sampleOrder().start)

test.each([
  ['right after it', {}, 1000, 59_000],
  ['after a minute', {}, 60_000, 0],
  ['once the booked time is over', { end: new Date(START + 2000).toISOString() }, 3000, 0],
  [
    'after the end of a visit without a booked end',
    { booking_type: 'on_demand', end: new Date(START).toISOString() },
    3000,
    57_000,
  ],
  ['after the order was cancelled', { cancelled_at: NINE }, 1000, 0],
] as const)('%s a check-out can be undone only while that is possible', (_, change, later, leftMs) => {
  const left = sampleOrder({ checked_out_at: new Date(START).toISOString(), ...change })

  expect(undoLeftMs(left, START + later)).toBe(leftMs)
})

const halves = halvesOf(sampleDay({ taken: { '10:00': { free: 0, reason: 'booked' } } }), '2026-03-02')

test.each([
  ['while the space is free', '07:25', true],
  ['with exactly half an hour left', '07:30', true],
  ['less than half an hour before the next booking', '07:31', false],
  ['during a booking', '08:10', false],
  ['less than half an hour before closing', '19:45', false],
])('%s, Start now is offered only if a visit can begin', (_, time, isOffered) => {
  expect(canStartNow(halves, Date.parse(`2026-03-02T${time}:00Z`))).toBe(isOffered)
})
