import { test } from 'vitest'
import { CREDITS, runMoney } from '../../../test/money-runs.ts'
import { openMoneyWorld } from '../../../test/money-scene.ts'

const newScene = await openMoneyWorld()

test.each([1, 2, 3, 4, 5, 6])(
  'whatever 16 clients buy, book, refund and charge back at once, everything adds up (seed %i)',
  (seed) => runMoney(newScene, CREDITS, { seed, times: 5 }),
)
