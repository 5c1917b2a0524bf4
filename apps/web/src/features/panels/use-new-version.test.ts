import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNewVersion } from '#web/features/panels/use-new-version.ts'

const reload = vi.fn()
let script: string
const asked = vi.fn(async () => new Response(pageWith(script)))

const pageWith = (name: string) => `<script type="module" src="/assets/${name}"></script>`
const lookAgain = () => vi.advanceTimersByTimeAsync(10 * 60_000)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date('2026-03-02T08:00:00Z') })
  reload.mockClear()
  asked.mockClear()
  document.head.innerHTML = pageWith('app-old.js')
  script = 'app-old.js'
  vi.stubGlobal('fetch', asked)
})

afterEach(() => {
  document.head.innerHTML = ''
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const watch = (isBusy = false) =>
  renderHook(({ busy }) => useNewVersion(busy, 'live', reload), { initialProps: { busy: isBusy } })

test('a screen that nobody touches loads a new version of the app, and stays with its own until then', async () => {
  watch()
  await lookAgain()
  expect(reload).not.toHaveBeenCalled()
  script = 'app-new.js'
  await lookAgain()

  expect(reload).toHaveBeenCalled()
})

test('a screen waits with that while somebody types a code, and for a minute after a touch', async () => {
  script = 'app-new.js'
  const { rerender } = watch(true)
  await vi.advanceTimersByTimeAsync(90_000)
  expect(reload).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('pointerdown'))
  rerender({ busy: false })
  await vi.advanceTimersByTimeAsync(50_000)
  expect(reload).not.toHaveBeenCalled()

  await vi.advanceTimersByTimeAsync(40_000)
  expect(reload).toHaveBeenCalled()
})

test('without a connection nothing is asked', async () => {
  renderHook(() => useNewVersion(false, 'lost', reload))
  await lookAgain()

  expect(asked).not.toHaveBeenCalled()
})
