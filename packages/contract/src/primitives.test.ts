import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  Email,
  IdField,
  IdParam,
  LocalTime,
  orBlank,
  orUnsaid,
  Price,
  priceUpTo,
  wholeNumberParam,
} from './primitives.ts'

test('every amount in minor units survives the round trip over the wire', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (minor) => {
      expect(Price.decode(JSON.parse(JSON.stringify(Price.encode(minor))))).toBe(minor)
    }),
  )
})

test('prices travel in major units, and are never negative', () => {
  expect(Price.encode(4990)).toBe(49.9)
  expect(Price.safeDecode(-1).success).toBe(false)
})

test('a price above its limit is reported as it was sent', () => {
  const { error } = priceUpTo(1000, 'Too much').safeParse(1000.5, { reportInput: true })

  expect(priceUpTo(1000, 'Too much').parse(1000)).toBe(100_000)
  expect(error?.issues).toMatchObject([{ message: 'Too much', input: 1000.5 }])
})

test('a wall-clock time is hours and minutes of one day', () => {
  const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 })
  const written = (minute: number) =>
    [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
  fc.assert(fc.property(minutes, (minute) => LocalTime.safeParse(written(minute)).success))

  expect(['09:30:00', '9:30', '9:30:00'].map((text) => LocalTime.parse(text))).toEqual(Array(3).fill('09:30'))
  for (const text of ['24:00', '930', '09:60', '', '09:30:15', ' 09:30']) {
    expect([text, LocalTime.safeParse(text).success]).toEqual([text, false])
  }
})

test('an id in an address is a positive whole number that fits the database', () => {
  expect(IdParam.parse('42')).toBe(42)
  for (const text of [
    '0',
    '-1',
    '1.5',
    '1.0',
    '0x1',
    '1e0',
    ' 1 ',
    '+1',
    '01',
    'abc',
    '',
    '9007199254740993',
  ]) {
    expect([text, IdParam.safeParse(text).success]).toEqual([text, false])
  }
})

test('a number that is missing in an address, or given twice, is reported like a wrong one', () => {
  const amount = wholeNumberParam(100, 'Please say how many.')

  for (const sent of [undefined, ['1', '2'], 'none'])
    expect(amount.safeParse(sent).error?.issues).toMatchObject([{ message: 'Please say how many.' }])
})

test('a number in an address respects its limit, and the error reports what was sent', () => {
  const limit = wholeNumberParam(100)

  expect([limit.parse('100'), limit.encode(7)]).toEqual([100, '7'])
  for (const text of ['101', '', 'ten', '9'.repeat(500)]) {
    const { error } = limit.safeParse(text, { reportInput: true })
    expect(error?.issues).toMatchObject([{ input: text }])
  }
})

test('an id in a body is a number or its digits, and becomes a number', () => {
  expect([IdField.parse(12), IdField.parse('12'), z.encode(IdField, 12)]).toEqual([12, 12, 12])
  for (const [sent, message] of [
    ['', 'Cannot be empty'],
    [undefined, 'Cannot be empty'],
    ['twelve', 'Should be a whole number from 1'],
    [0, 'Should be a whole number from 1'],
  ])
    expect(IdField.safeParse(sent).error?.issues).toMatchObject([{ message }])
})

test('an empty text in an optional field means that it was not filled in', () => {
  const Form = z.object({ email: orBlank(Email), price: orBlank(Price), date: orUnsaid(LocalTime) })

  expect(Form.parse({ email: '', price: '', date: '' })).toEqual({
    email: null,
    price: null,
    date: undefined,
  })
  expect(Form.parse({ email: null, price: 49.9 })).toEqual({ email: null, price: 4990 })
  expect(z.encode(Form, { email: null, price: 4990, date: '10:00' })).toEqual({
    email: null,
    price: 49.9,
    date: '10:00',
  })
})

test('an error in an optional field has the message of the field', () => {
  const Form = z.object({ email: orBlank(Email), price: orBlank(Price), date: orUnsaid(LocalTime) })
  const { error } = Form.safeParse({ email: 'nobody', price: 'much', date: 'soon' })

  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['email', 'Should be a valid email!'],
    ['price', 'Should be a number'],
    ['date', 'Should be a time like 09:30'],
  ])
})
