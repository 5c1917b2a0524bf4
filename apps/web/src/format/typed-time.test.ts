// @vitest-environment node
import { expect, test } from 'vitest'
import { meantBy } from '#web/format/typed-time.ts'

const written = (time: string, isHebrew = false) => {
  const [hour = 0, minutes = 0] = time.split(':').map(Number)
  const english = `${hour % 12 || 12}:${String(minutes).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
  return { time, label: isHebrew ? `${hour}:${String(minutes).padStart(2, '0')}` : english }
}
const dayFrom = (first: number, last: number, isHebrew = false) =>
  Array.from({ length: (last - first) * 2 }, (_, at) => {
    const hour = String(first + Math.floor(at / 2)).padStart(2, '0')
    return written(`${hour}:${at % 2 ? '30' : '00'}`, isHebrew)
  })

const officeHours = dayFrom(8, 20)
const aroundTheClock = dayFrom(0, 24)

test.each([
  ['14:00', '14:00'],
  ['14', '14:00'],
  ['1400', '14:00'],
  ['14.30', '14:30'],
  ['2pm', '14:00'],
  ['2 pm', '14:00'],
  ['2 PM', '14:00'],
  ['2 p.m.', '14:00'],
  ['2:30p', '14:30'],
  ['0900', '09:00'],
  ['140', '14:00'],
  ['1 p.m', '13:00'],
  ['09:30', '09:30'],
  ['930', '09:30'],
  ['2', '14:00'],
  ['2:00 PM', '14:00'],
  ['12', '12:00'],
])('%s is understood as %s, in English and in Hebrew', (typed, time) => {
  for (const times of [officeHours, dayFrom(8, 20, true)])
    expect(meantBy(typed, times, undefined)[0]?.time).toBe(time)
})

test.each([
  ['9', '09:00'],
  ['9pm', '21:00'],
  ['12am', '00:00'],
  ['12pm', '12:00'],
  ['12:30 am', '00:30'],
  ['24:00', '00:00'],
  ['0:30', '00:30'],
])('where every hour is offered, %s is understood as %s', (typed, time) => {
  expect(meantBy(typed, aroundTheClock, undefined)[0]?.time).toBe(time)
})

test.each(['25', '14pm', '13:75', 'soon', '2xm'])('%s is not a time', (typed) => {
  expect(meantBy(typed, aroundTheClock, undefined)).toEqual([])
})

test('an unlikely time is meant only where no other is', () => {
  const times = aroundTheClock.map((one) => ({ ...one, isUnlikely: one.time < '21:00' }))

  expect(meantBy('10', times, undefined)[0]?.time).toBe('22:00')
  expect(meantBy('10 am', times, undefined)[0]?.time).toBe('10:00')
  expect(meantBy('8', times, undefined)[0]?.time).toBe('08:00')
})

test('the shown time is kept when it is typed again, with or without AM or PM', () => {
  const nine = aroundTheClock.find(({ time }) => time === '21:00')

  expect(meantBy('9:00', aroundTheClock, nine)[0]).toBe(nine)
  expect(meantBy('9:00 PM', aroundTheClock, nine)[0]).toBe(nine)
  expect(meantBy('9:00 am', aroundTheClock, nine)[0]?.time).toBe('09:00')
})
