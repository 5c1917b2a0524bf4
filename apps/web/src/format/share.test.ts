// @vitest-environment node
import { expect, test } from 'vitest'
import {
  formatCount,
  formatPoints,
  formatShare,
  formatShortShare,
  formatSignedShare,
} from '#web/format/share.ts'

test('a share is shown as a percentage, a change with its sign', () => {
  expect([formatShare(0.1234), formatShortShare(0.1234), formatShare(1.2)]).toEqual([
    '12.3%',
    '12%',
    '120.0%',
  ])
  expect([formatSignedShare(0.5), formatSignedShare(-0.5), formatSignedShare(0)]).toEqual([
    '+50.0%',
    '−50.0%',
    '+0.0%',
  ])
  expect([formatPoints(0.031), formatPoints(-0.031)]).toEqual(['+3.1', '−3.1'])
  expect([0, 0.004, 0.0123, 0.5].map(formatShortShare)).toEqual(['0%', '0.4%', '1.2%', '50%'])
  expect(formatCount(1_234_567)).toBe('1,234,567')
})
