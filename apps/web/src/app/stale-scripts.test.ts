import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetReload, reloadForScripts } from '#web/app/stale-scripts.ts'

const reload = vi.fn()
let answered: () => Promise<Response>

const pageWith = (script: string) => `<script type="module" src="/assets/${script}"></script>`

beforeEach(() => {
  reload.mockClear()
  document.head.innerHTML = pageWith('app-old.js')
  answered = async () => new Response(pageWith('app-new.js'))
  vi.stubGlobal('fetch', () => answered())
})

afterEach(() => {
  document.head.innerHTML = ''
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('after an update, missing scripts are replaced by one reload', async () => {
  await reloadForScripts(reload)
  await reloadForScripts(reload)

  expect(reload).toHaveBeenCalledTimes(1)
})

test.each([
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is just starting', async () => new Response('', { status: 503 })],
  ['was out of reach for a moment', async () => new Response(pageWith('app-old.js'))],
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
