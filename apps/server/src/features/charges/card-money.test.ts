import { test } from 'vitest'
import { CARDS, runMoney } from '../../../test/money-runs.ts'
import { openMoneyWorld } from '../../../test/money-scene.ts'

const newScene = await openMoneyWorld()

test('whatever 16 clients book by card, extend, cancel, refund and dispute at once, orders, cards and provider agree', () =>
  runMoney(newScene, CARDS, { seed: 18, times: 2 }))
