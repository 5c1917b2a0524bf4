import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isOwnPath, keepPageAskedFor, pageAskedFor } from '#web/features/auth/page-asked-for.ts'

const PAGE = '/booking/4?sub_office=22&date=2026-03-02&start=10:00&end=12:00'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the requested page is kept while the person looks for the mail', () => {
  keepPageAskedFor(PAGE)

  expect(pageAskedFor()).toBe(PAGE)
})

test('the requested page is forgotten after a day', () => {
  keepPageAskedFor(PAGE)
  vi.advanceTimersByTime(86_400_000)

  expect(pageAskedFor()).toBeUndefined()
})

test('signing up without a requested page forgets an earlier one', () => {
  keepPageAskedFor(PAGE)
  keepPageAskedFor(undefined)

  expect(pageAskedFor()).toBeUndefined()
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', '', null, 7])(
  '%s does not redirect to another host',
  (path) => {
    localStorage.setItem('page-asked-for', JSON.stringify({ from: path, until: Number.MAX_SAFE_INTEGER }))

    expect(isOwnPath(path)).toBe(false)
    expect(pageAskedFor()).toBeUndefined()
  },
)

test('stored values that we did not write are ignored', () => {
  localStorage.setItem('page-asked-for', 'rubbish')

  expect(pageAskedFor()).toBeUndefined()
})
