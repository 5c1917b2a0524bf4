import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNextMoment, useNow } from '#web/ui/now.ts'

const START = Date.parse('2026-03-02T08:50:20Z')
const elapse = (ms: number) => act(() => vi.advanceTimersByTime(ms))

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

test('the time is updated at the start of each minute', () => {
  const { result } = renderHook(() => useNow(60_000))
  expect(result.current).toBe(START)
  elapse(39_999)
  expect(result.current).toBe(START)
  elapse(1)
  expect(result.current).toBe(START + 40_000)
  elapse(60_000)
  expect(result.current).toBe(START + 100_000)
})

const HOUR_MS = 3_600_000
const later = (ms: number) => new Date(START + ms).toISOString()

function wait(...moments: (string | null)[]) {
  const onPassed = vi.fn()
  renderHook(() => useNextMoment(moments, onPassed))
  return () => onPassed.mock.calls.length
}

test('each moment is noticed a second after it has passed', () => {
  const times = wait(later(40_000), null, later(-400_000), later(20_000))
  elapse(20_999)
  expect(times()).toBe(0)
  elapse(1)
  expect(times()).toBe(1)
  elapse(20_000)
  expect(times()).toBe(2)
})

test('for a browser whose clock is fast, a moment is looked at again after half a minute and five minutes', () => {
  const times = wait(later(20_000))
  elapse(49_999)
  expect(times()).toBe(1)
  elapse(1)
  expect(times()).toBe(2)
  elapse(HOUR_MS)
  expect(times()).toBe(3)
})

test('a moment may be days away', () => {
  const times = wait(later(50 * HOUR_MS))
  for (let hours = 0; hours < 50; hours += 1) elapse(HOUR_MS)
  expect(times()).toBe(0)
  elapse(1_000)
  expect(times()).toBe(1)
})

test('without moments there is nothing to wait for', () => {
  wait(null, later(-400_000))

  expect(vi.getTimerCount()).toBe(0)
})
