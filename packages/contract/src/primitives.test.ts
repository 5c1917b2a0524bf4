import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdParam, LocalTime, Price } from './primitives.ts'

test('every amount in minor units survives the way over the wire', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (minor) => {
      expect(Price.decode(JSON.parse(JSON.stringify(Price.encode(minor))))).toBe(minor)
    }),
  )
})

test('prices travel in major units, and are never negative', () => {
  expect(Price.encode(4990)).toBe(49.9)
  expect(Price.safeDecode(-1).success).toBe(false)
})

test('a wall-clock time is hours and minutes of one day', () => {
  const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 })
  const written = (minute: number) =>
    [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
  fc.assert(fc.property(minutes, (minute) => LocalTime.safeParse(written(minute)).success))

  for (const text of ['24:00', '9:30', '09:60', '', '09:30:00', ' 09:30']) {
    expect([text, LocalTime.safeParse(text).success]).toEqual([text, false])
  }
})

test('an id in an address is a positive whole number that the database can hold', () => {
  expect(IdParam.parse('42')).toBe(42)
  for (const text of ['0', '-1', '1.5', 'abc', '', '1e400', '99999999999999999999']) {
    expect([text, IdParam.safeParse(text).success]).toEqual([text, false])
  }
})
