import type { CreditPack } from '@keyhour/contract/credits'
import { expect, test } from 'vitest'
import { copyOfPack, draftOfPack, mistakesInPack, NEW_PACK, packForm } from '#web/features/credits/rules.ts'

const pack: CreditPack = {
  id: 4,
  name: 'Regular',
  description: null,
  credits_amount: 800,
  price_cents: 69_905,
  currency: 'ILS',
  is_active: false,
  duration_days: null,
  version: 3,
}

test.each([
  ['45', 4500],
  ['45.5', 4550],
  ['45,50', 4550],
  ['19.99', 1999],
  ['1.1', 110],
  [' 0 ', 0],
  ['1,490', 149_000],
  ['1,490.00', 149_000],
  ['999,999.99', 99_999_999],
])('the price %s is %i cents', (price_cents, cents) => {
  expect(packForm({ ...draftOfPack(pack), price_cents }).price_cents).toBe(cents)
})

test.each([
  ['', 'Price must be a non-negative number.'],
  ['-1', 'Price must be a non-negative number.'],
  ['free', 'Price must be a non-negative number.'],
  ['1.2.3', 'Price must be a non-negative number.'],
  ['4.555', 'The price should have at most 2 decimals'],
  ['1,000,001', 'The price should be at most 1,000,000'],
])('the price %j is refused', (price_cents, message) => {
  expect(mistakesInPack({ ...draftOfPack(pack), price_cents })).toEqual({ price_cents: message })
})

test('a pack that is edited and left alone is sent as it was', () => {
  const { id: _, version: __, ...fields } = pack

  expect(packForm(draftOfPack(pack))).toEqual({ ...fields, description: '' })
  expect(mistakesInPack(draftOfPack(pack))).toEqual({})
})

test('a new pack is active and in dollars; everything else has to be said, but not how long it lasts', () => {
  expect(NEW_PACK).toMatchObject({ is_active: true, currency: 'USD' })
  expect(mistakesInPack({ ...NEW_PACK, currency: '' })).toEqual({
    name: 'Name is required.',
    credits_amount: 'Credits amount must be a positive number.',
    price_cents: 'Price must be a non-negative number.',
    currency: 'Currency is required.',
  })
})

test('the name of a copy says so, and is cut to fit', () => {
  expect(copyOfPack(pack, ' (Copy)').name).toBe('Regular (Copy)')
  expect(copyOfPack({ ...pack, name: 'x'.repeat(200) }, ' (Copy)').name).toBe(`${'x'.repeat(193)} (Copy)`)
})
