import { test } from 'vitest'
import { CREDITS, runMoney } from '../../../test/money-runs.ts'
import { openMoneyWorld } from '../../../test/money-scene.ts'

const newScene = await openMoneyWorld()

test('whatever 16 clients buy, book, refund and charge back at once, no balance is below zero and everything adds up', () =>
  runMoney(newScene, CREDITS, { seed: 18, times: 4 }))
