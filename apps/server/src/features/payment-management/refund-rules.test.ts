import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterFailure, creditsFor, refundableOf } from '#server/features/payment-management/refund-rules.ts'

const price = { amount: 69_900, refunded: 0 }

test('the refundable amount is the share of the unspent credits', () => {
  expect(refundableOf(price, { granted: 80_000, remaining: 80_000 })).toBe(69_900)
  expect(refundableOf(price, { granted: 80_000, remaining: 20_000 })).toBe(17_475)
  expect(refundableOf(price, { granted: 80_000, remaining: 0 })).toBe(0)
  expect(refundableOf({ ...price, refunded: 60_000 }, { granted: 80_000, remaining: 80_000 })).toBe(9_900)
})

test('parts of a refund add up to the whole', () => {
  const lot = { granted: 80_000, remaining: 80_000 }
  const taken = creditsFor(10_000, price, lot)

  expect(taken).toBe(11_445)
  expect(refundableOf({ ...price, refunded: 10_000 }, { ...lot, remaining: 80_000 - taken })).toBe(59_900)
})

test('the last of the money takes the last of the credits', () => {
  const lot = { granted: 80_000, remaining: 70_000 }

  expect(creditsFor(34_950, { ...price, refunded: 34_950 }, lot)).toBe(70_000)
})

test('any series of refunds takes no more credits than there are and returns no more money than was paid', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
      (amount, granted, shares) => {
        const price = { amount, refunded: 0 }
        const lot = { granted, remaining: granted }
        for (const share of shares) {
          const refund = Math.floor(refundableOf(price, lot) * share)
          if (refund === 0) continue
          lot.remaining -= creditsFor(refund, price, lot)
          price.refunded += refund
        }
        expect(lot.remaining).toBeGreaterThanOrEqual(0)
        expect(price.refunded).toBeLessThanOrEqual(amount)
        // What was kept is worth at most what was not refunded.
        expect((lot.remaining / granted) * amount).toBeLessThanOrEqual(amount - price.refunded + 1e-6)
      },
    ),
  )
})

test('a refund that fails gives back what no other refund claims', () => {
  const lot = { granted: 80_000, remaining: 0 }
  const refund = { amount: 10_000, credits: 11_445 }
  const dispute = { amount: 69_900, credits: 68_555 }

  expect(afterFailure(refund, [], price, lot)).toEqual({ refunded: 0, kept: 0 })
  expect(afterFailure(refund, [dispute], price, lot)).toEqual({ refunded: 69_900, kept: 11_445 })
  expect(afterFailure(dispute, [refund], price, lot)).toEqual({ refunded: 10_000, kept: 0 })
})
