import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePresence } from '#web/ui/presence.ts'

const list = (...ids: number[]) => ids.map((id) => ({ id }))

function follow(...ids: number[]) {
  const { result, rerender } = renderHook((items) => usePresence(items), { initialProps: list(...ids) })
  return {
    now: () => result.current.shown.map(({ item, phase }) => `${item.id} ${phase}`),
    news: () => ({ arrived: result.current.arrived, left: result.current.left }),
    change: (...next: number[]) => rerender(list(...next)),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('items that were there from the beginning have not arrived', () => {
  const { now, news } = follow(1, 2)

  expect(now()).toEqual(['1 here', '2 here'])
  expect(news()).toEqual({ arrived: [], left: [] })
})

test('a new item arrives in its position, once', () => {
  const { now, news, change } = follow(1, 3)
  change(1, 2, 3)
  expect(now()).toEqual(['1 here', '2 arriving', '3 here'])
  expect(news()).toEqual({ arrived: list(2), left: [] })
  change(1, 2, 3)

  expect(now()).toEqual(['1 here', '2 here', '3 here'])
})

test('an item that leaves stays in its position for a moment', () => {
  const { now, news, change } = follow(1, 2, 3, 4)
  change(1, 4)
  expect(now()).toEqual(['1 here', '2 leaving', '3 leaving', '4 here'])
  act(() => vi.advanceTimersByTime(160))

  expect(now()).toEqual(['1 here', '4 here'])
  expect(news()).toEqual({ arrived: [], left: list(2, 3) })
})

test('the first and the last item can leave, and come back before they are gone', () => {
  const { now, change } = follow(1, 2)
  change(2)
  change()
  expect(now()).toEqual(['1 leaving', '2 leaving'])
  change(1)
  expect(now()).toEqual(['1 arriving', '2 leaving'])
  act(() => vi.advanceTimersByTime(160))

  expect(now()).toEqual(['1 arriving'])
})
