import type { CreditPack } from '@keyhour/contract/credits'
import { expect, test } from 'vitest'
import { savingOf } from '#web/features/payments/rules.ts'

const saving = (credits_amount: number, price_cents: number) =>
  savingOf({ credits_amount, price_cents } as CreditPack)

test('a pack saves what its credits are worth beyond its price, in whole percent, rounded down', () => {
  expect([saving(200, 19_000), saving(800, 69_900), saving(100, 9_950)]).toEqual([5, 12, null])
})

test('a pack that costs what it is worth, or more, saves nothing', () => {
  expect([saving(100, 10_000), saving(100, 12_000)]).toEqual([null, null])
})
