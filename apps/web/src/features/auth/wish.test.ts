import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isOwnPath, keepWish, keptWish } from '#web/features/auth/wish.ts'

const WISH = '/booking/4?sub_office=22&date=2026-03-02&start=10:00&end=12:00'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('where somebody was going is kept while they look for the mail', () => {
  keepWish(WISH)

  expect(keptWish()).toBe(WISH)
})

test('after a day nobody remembers', () => {
  keepWish(WISH)
  vi.advanceTimersByTime(86_400_000)

  expect(keptWish()).toBeUndefined()
})

test('who came for nothing in particular forgets what was wished for before', () => {
  keepWish(WISH)
  keepWish(undefined)

  expect(keptWish()).toBeUndefined()
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', '', null, 7])(
  '%s leads to no other host',
  (path) => {
    localStorage.setItem('wish', JSON.stringify({ from: path, until: Number.MAX_SAFE_INTEGER }))

    expect(isOwnPath(path)).toBe(false)
    expect(keptWish()).toBeUndefined()
  },
)

test('what is no wish at all is none', () => {
  localStorage.setItem('wish', 'rubbish')

  expect(keptWish()).toBeUndefined()
})
