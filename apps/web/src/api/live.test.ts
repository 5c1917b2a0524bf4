import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { AdminList } from '@keyhour/contract/admin-lists'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenOverNetwork } from '#test/live.ts'
import { useAdminChanges, useOfficeChanges } from '#web/api/live.ts'
import { getSession, startSession } from '#web/api/session.ts'

const browser = window as unknown as { happyDOM: { setURL: (url: string) => void } }

type Answer = (response: ServerResponse) => void

const OPEN = 'retry: 2000\nevent: open\ndata: {}\n\n'
const CHANGED = 'event: changed\ndata: {}\n\n'
const stream: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  response.write(OPEN)
}
const refusal =
  (status: number): Answer =>
  (response) => {
    response.writeHead(status)
    response.end('{}')
  }

let server: Server
let next: Answer
let asked: string[]
let shown: (string | undefined)[]
let open: Set<ServerResponse>

const say = (text: string) => {
  for (const response of open) response.write(text)
}
const cut = () => {
  for (const response of open) response.destroy()
}

beforeEach(listenOverNetwork)

beforeEach(async () => {
  next = stream
  asked = []
  shown = []
  open = new Set()
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    shown.push(request.headers.authorization)
    open.add(response)
    response.on('close', () => open.delete(response))
    next(response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  browser.happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  hide(false)
  server.closeAllConnections()
  server.close()
})

function hide(hidden: boolean): void {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

function watch(officeId = 3) {
  const onChange = vi.fn()
  const initialProps: { id: number | undefined } = { id: officeId }
  const view = renderHook(({ id }) => useOfficeChanges(id, onChange), { initialProps })
  return { ...view, onChange, liveness: () => view.result.current, times: () => onChange.mock.calls.length }
}

const eventually = <T>(look: () => T) => expect.poll(look)

/** Freezes the client's timers; the server's stay real. */
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
const elapse = async (ms: number) => {
  act(() => vi.advanceTimersByTime(ms))
  // Each turn lets pending network events through, however busy the machine.
  await act(async () => {
    for (let turn = 0; turn < 30; turn += 1) await pause(5)
  })
}

test('a change in the office is reported', async () => {
  const { liveness, times } = watch()
  expect(liveness()).toBe('connecting')
  await eventually(liveness).toBe('live')
  const before = times()
  say(CHANGED)

  await eventually(times).toBe(before + 1)
  expect(asked).toEqual(['/api/offices/3/live'])
})

test('a change is reported correctly even if it arrives in fragments', async () => {
  const { liveness, times } = watch()
  await eventually(liveness).toBe('live')
  const before = times()
  say(CHANGED.slice(0, 9))
  await pause(300)
  expect(times()).toBe(before)
  say(`${CHANGED.slice(9)}: still here\n\n`)

  await eventually(times).toBe(before + 1)
})

test('many changes in a short time are reported immediately and then once more', async () => {
  const { liveness, times } = watch()
  await eventually(liveness).toBe('live')
  await pause(300)
  const before = times()
  say(CHANGED.repeat(40))
  await pause(600)

  expect(times()).toBe(before + 2)
})

test('all watchers of an office share one connection, which closes with the last of them', async () => {
  const [first, second, other] = [watch(3), watch(3), watch(4)]
  await eventually(second.liveness).toBe('live')
  await eventually(other.liveness).toBe('live')
  expect(asked.toSorted()).toEqual(['/api/offices/3/live', '/api/offices/4/live'])
  const late = watch(3)
  expect(late.liveness()).toBe('live')

  for (const { unmount } of [first, second, other]) unmount()
  await eventually(() => open.size).toBe(1)
  late.unmount()
  await eventually(() => open.size).toBe(0)
})

test('choosing another office watches that one instead, and choosing none watches none', async () => {
  const { liveness, rerender } = watch(3)
  await eventually(liveness).toBe('live')
  rerender({ id: 4 })
  expect(liveness()).toBe('connecting')
  await eventually(liveness).toBe('live')
  expect(asked).toEqual(['/api/offices/3/live', '/api/offices/4/live'])
  rerender({ id: undefined })

  expect(liveness()).toBe('connecting')
  await eventually(() => open.size).toBe(0)
})

test('a broken connection is reopened, and missed changes are caught up on', async () => {
  const { liveness, times } = watch()
  await eventually(liveness).toBe('live')
  const before = times()
  cut()

  await eventually(liveness).toBe('connecting')
  await eventually(liveness).toBe('live')
  await eventually(times).toBe(before + 1)
})

test.each([500, 503])('a reply %i does not stop the retries', async (status) => {
  next = refusal(status)
  const { liveness } = watch()
  await eventually(liveness).toBe('lost')
  next = stream

  await eventually(liveness).toBe('live')
})

test('with too many streams, a page polls every half minute and goes live once there is room', async () => {
  next = refusal(429)
  stopTime()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const { liveness, times } = watch()
  await elapse(0)
  expect([liveness(), asked.length, times()]).toEqual(['lost', 1, 0])
  await elapse(29_999)
  expect(asked).toHaveLength(1)
  await elapse(1)
  expect([asked.length, times()]).toEqual([2, 1])
  next = stream
  await elapse(30_000)

  expect([liveness(), asked.length, times()]).toEqual(['live', 3, 2])
})

test('an unknown office is retried only after minutes', async () => {
  next = refusal(404)
  stopTime()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  watch()
  await elapse(0)
  await elapse(299_999)
  expect(asked).toHaveLength(1)
  await elapse(1)

  expect(asked).toHaveLength(2)
})

test('a server that stays down is retried less and less often, up to every half minute', async () => {
  next = refusal(503)
  stopTime()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const asking = vi.spyOn(globalThis, 'fetch')
  watch()
  for (const [index, wait] of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
    await asking.mock.results.at(-1)?.value
    await elapse(0)
    await elapse(wait - 1)
    expect(asking).toHaveBeenCalledTimes(index + 1)
    await elapse(1)
    expect(asking).toHaveBeenCalledTimes(index + 2)
  }
})

test('a silent connection is closed and reopened', async () => {
  stopTime()
  const { liveness } = watch()
  await elapse(0)
  await elapse(40_000)
  say(': still here\n\n')
  await elapse(0)
  await elapse(44_000)
  expect(liveness()).toBe('live')
  await elapse(1000)
  expect(liveness()).toBe('connecting')
  await elapse(1000)

  expect(liveness()).toBe('live')
  expect(asked).toHaveLength(2)
})

test('a device that comes back online reconnects immediately', async () => {
  next = (response) => response.destroy()
  stopTime()
  const { liveness } = watch()
  await elapse(0)
  expect(liveness()).toBe('lost')
  next = stream
  window.dispatchEvent(new Event('online'))
  await elapse(0)

  expect(liveness()).toBe('live')
})

test('a page hidden for long closes its connection, and catches up when it is visible again', async () => {
  stopTime()
  const { liveness, times } = watch()
  await elapse(0)
  act(() => hide(true))
  await elapse(30_000)
  say(': still here\n\n')
  await elapse(0)
  await elapse(29_000)
  expect(open.size).toBe(1)
  await elapse(1000)
  expect(open.size).toBe(0)
  const before = times()
  act(() => hide(false))
  await elapse(0)

  expect(liveness()).toBe('live')
  expect(times()).toBe(before + 1)
})

const token = `.${btoa(JSON.stringify({ id: 1, email: 'a@b.test', name: 'Ada', admin: true, exp: 2 ** 40 }))}.`

function watchList(list: AdminList) {
  const onChange = vi.fn()
  const view = renderHook(() => useAdminChanges(list, onChange))
  return { liveness: () => view.result.current, times: () => onChange.mock.calls.length }
}

test('all lists share one connection with the token, and a watcher hears only of its own list', async () => {
  startSession(token)
  const [users, offices] = [watchList('users'), watchList('offices')]
  await eventually(users.liveness).toBe('live')
  await eventually(offices.times).toBe(1)
  const before = users.times()
  say('event: offices\ndata: {}\n\n')

  await expect.poll(offices.times).toBe(2)
  expect(users.times()).toBe(before)
  expect([asked, shown]).toEqual([['/api/admin/live'], [`Bearer ${token}`]])
})

test('a list that changes constantly is reported every two seconds', async () => {
  stopTime()
  const { times } = watchList('users')
  await elapse(0)
  const before = times()
  for (let tenths = 0; tenths < 60; tenths += 1) {
    say('event: users\ndata: {}\n\n')
    act(() => vi.advanceTimersByTime(100))
    await act(() => pause(5))
  }
  await elapse(0)

  expect(times() - before).toBeGreaterThanOrEqual(2)
  expect(times() - before).toBeLessThanOrEqual(3)
})

test('a member who may no longer listen is signed out', async () => {
  startSession(token)
  next = refusal(401)
  watchList('users')

  await eventually(() => getSession()).toEqual({ signedIn: null, ending: 'refused' })
})
