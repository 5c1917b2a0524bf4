import { expect, test } from 'vitest'
import { sampleSpaceNow } from '#test/samples.ts'
import { endAfter, isSilent, restOfDay, stateAt } from '#web/features/panels/rules.ts'

const at = (time: string) => Date.parse(`2026-03-02T${time}:00Z`)
const span = (start: string, end: string, kind: 'booked' | 'held' | 'cleaning' | 'closed' = 'booked') => ({
  start: new Date(at(start)).toISOString(),
  end: new Date(at(end)).toISOString(),
  kind,
})
const stateOf = (times: ReturnType<typeof span>[], time: string, more = {}) => {
  const { what, until, next } = stateAt(sampleSpaceNow({ taken: times, ...more }), at(time))
  return [what, until?.slice(11, 16), next?.start.slice(11, 16)]
}

test('a space is free until the next booking or the closing time', () => {
  expect(stateOf([], '08:00')).toEqual(['free', '18:00', undefined])
  expect(stateOf([span('10:00', '11:00')], '08:00')).toEqual(['free', '10:00', '10:00'])
})

test('a space that closes on another day is free for the rest of the day', () => {
  expect(stateOf([], '08:00', { open_until: '2026-03-03T21:59:00.000Z' })).toEqual([
    'free',
    undefined,
    undefined,
  ])
})

test('bookings without a gap, and the cleaning between them, are one time', () => {
  const times = [span('08:00', '09:00'), span('09:00', '09:10', 'cleaning'), span('09:10', '10:00')]

  expect(stateOf(times, '08:30')).toEqual(['taken', '10:00', '09:10'])
  expect(stateOf(times, '09:05')).toEqual(['taken', '10:00', '09:10'])
  expect(stateOf(times.slice(0, 2), '09:05')).toEqual(['cleaning', '09:10', undefined])
})

test('a space changes its state as the time passes, without being read again', () => {
  const times = [span('09:00', '10:00')]

  expect(stateOf(times, '08:59')[0]).toBe('free')
  expect(stateOf(times, '09:00')[0]).toBe('taken')
  expect(stateOf(times, '10:00')[0]).toBe('free')
  expect(stateOf(times, '18:00')[0]).toBe('closed')
})

test('a closed office says when it opens', () => {
  const closed = { open_until: null, opens_at: '2026-03-03T06:00:00.000Z' }
  expect(stateOf([], '19:00', closed)).toEqual(['closed', '06:00', undefined])
})

test('the list of the day leaves out what is over, what is tomorrow, and who is just booking', () => {
  const view = sampleSpaceNow({
    taken: [
      span('06:00', '07:00'),
      span('08:00', '09:00'),
      span('09:00', '09:30', 'held'),
      { start: '2026-03-03T07:00:00.000Z', end: '2026-03-03T08:00:00.000Z', kind: 'booked' },
    ],
  })

  expect(restOfDay(view, at('08:30'))).toEqual([span('08:00', '09:00')])
})

test('whoever books now stays until a full minute', () => {
  expect(endAfter(at('08:00') + 20_000, 15)).toBe('2026-03-02T08:15:00.000Z')
})

test('a screen that was not seen for a quarter of an hour is pointed out', () => {
  expect(isSilent('2026-03-02T08:00:00.000Z', at('08:15'))).toBe(false)
  expect(isSilent('2026-03-02T08:00:00.000Z', at('08:16'))).toBe(true)
  expect(isSilent(null, at('08:16'))).toBe(false)
})
