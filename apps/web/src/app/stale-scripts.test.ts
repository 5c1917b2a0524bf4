import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetReload, reloadForScripts } from '#web/app/stale-scripts.ts'

const reload = vi.fn()
let answered: () => Promise<Response>

beforeEach(() => {
  reload.mockClear()
  answered = async () => new Response('', { status: 200 })
  vi.stubGlobal('fetch', () => answered())
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('missing scripts are replaced by one reload', async () => {
  await reloadForScripts(reload)
  await reloadForScripts(reload)

  expect(reload).toHaveBeenCalledTimes(1)
})

test('a page without a connection is not reloaded', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await reloadForScripts(reload)

  expect(reload).not.toHaveBeenCalled()
})

test.each([
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is just starting', async () => new Response('', { status: 503 })],
])('a page whose server %s is not reloaded', async (_, answer) => {
  answered = answer
  await reloadForScripts(reload)

  expect(reload).not.toHaveBeenCalled()
})

test('after a good start the next version may reload again', async () => {
  vi.useFakeTimers()
  await reloadForScripts(reload)
  forgetReload()
  await vi.advanceTimersByTimeAsync(10_000)
  await reloadForScripts(reload)

  expect(reload).toHaveBeenCalledTimes(2)
})
