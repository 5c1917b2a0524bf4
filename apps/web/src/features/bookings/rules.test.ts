// @vitest-environment node
import { expect, test } from 'vitest'
import { sampleSpace } from '#test/samples.ts'
import { ratesOf } from '#web/features/availability/rates.ts'
import { pictureOf } from '#web/features/bookings/rules.ts'

test('a space shows its price in the unit it is rented by', () => {
  expect(ratesOf(sampleSpace()).map(({ per }) => per)).toEqual(['hour'])
  expect(ratesOf(sampleSpace({ rent_type: 'day', price_per_month: 90_000 })).map(({ per }) => per)).toEqual([
    'day',
    'month',
  ])
})

test('a picture is a file on the server or a data URL', () => {
  expect(pictureOf(sampleSpace({ pictures: ['olive room.webp'] }))).toBe(
    '/static/sub_office_images/olive%20room.webp',
  )
  expect(pictureOf(sampleSpace({ pictures: ['data:image/png;base64,AA'] }))).toBe('data:image/png;base64,AA')
  expect(pictureOf(sampleSpace())).toBeUndefined()
})
