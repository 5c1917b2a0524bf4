import { test } from 'vitest'
import { CARDS, runMoney } from '../../../test/money-runs.ts'
import { openMoneyWorld } from '../../../test/money-scene.ts'

const newScene = await openMoneyWorld()

test.each([1, 2, 3, 4])(
  'whatever 16 clients book by card, extend, cancel, refund and dispute at once, orders, cards and provider agree (seed %i)',
  (seed) => runMoney(newScene, CARDS, { seed, times: 5 }),
)
