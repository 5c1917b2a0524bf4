import { type AdminList, watchAdminLists } from '@keyhour/contract/admin-lists'
import { watchOffice } from '@keyhour/contract/offices'
import { useEffect, useEffectEvent, useState } from 'react'
import { readEvents } from '#web/api/event-stream.ts'
import { endSession, getSession } from '#web/api/session.ts'

/** `lost`: the last try to connect has failed, and others follow. */
export type Liveness = 'connecting' | 'live' | 'lost'

/** The server says something every 20 s; after this long without a word nobody is there any more. */
const SILENCE_MS = 45_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/**
 * How long to wait after a refusal. Too many streams (429): the page asks for its data this often instead. No such
 * office (404): that hardly ever changes.
 */
const REFUSED_PAUSE_MS: Record<number, number> = { 429: LONGEST_PAUSE_MS, 404: 10 * LONGEST_PAUSE_MS }
/** A page that nobody looks at for this long lets go of its connection. */
const HIDDEN_MS = 60_000
/** Changes that come closer together than this are told once. */
const BURST_MS = { office: 250, list: 2_000 }

/** What the server says over a connection that was just opened, on any of its streams. */
const OPEN = 'open'

/**
 * Calls `onChange` whenever what takes the spaces of the office may have changed: when the server says so, and
 * after each connecting, since something may have been missed before. Answers whether the server is being heard.
 */
export function useOfficeChanges(officeId: number | undefined, onChange: () => void): Liveness {
  const address = watchOffice.path.replace(':officeId', String(officeId))
  return useChanges(
    officeId === undefined ? null : { address, event: 'changed', burstMs: BURST_MS.office },
    onChange,
  )
}

/** The same for a list of the admins, whoever changes it; bookings alone change some of them many times a second. */
export function useAdminChanges(list: AdminList, onChange: () => void): Liveness {
  return useChanges({ address: watchAdminLists.path, event: list, burstMs: BURST_MS.list }, onChange)
}

type Source = { address: string; event: string; burstMs: number }

function useChanges(source: Source | null, onChange: () => void): Liveness {
  const [liveness, setLiveness] = useState<Liveness>('connecting')
  const { address, event, burstMs = 0 } = source ?? {}
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (address === undefined) return
    const telling = calmly(() => changed(), burstMs)
    const heard = (what: string) => {
      if (what === OPEN || what === event) telling.run()
    }
    const leave = listen(address, { heard, liveness: setLiveness })
    return () => {
      telling.stop()
      leave()
    }
  }, [address, event, burstMs])
  return source ? liveness : 'connecting'
}

type Listener = { heard: (event: string) => void; liveness: (now: Liveness) => void }
type Stream = { liveness: () => Liveness; close: () => void }
type Watched = { listeners: Set<Listener>; stream: Stream }

const watched = new Map<string, Watched>()

/** All that listen at one address share one connection, which ends with the last of them. */
function listen(address: string, listener: Listener): () => void {
  const known = watched.get(address) ?? watch(address)
  known.listeners.add(listener)
  listener.liveness(known.stream.liveness())
  return () => {
    known.listeners.delete(listener)
    if (known.listeners.size > 0) return
    watched.delete(address)
    known.stream.close()
  }
}

function watch(address: string): Watched {
  const listeners = new Set<Listener>()
  const stream = openStream(address, {
    heard: (event) => {
      for (const { heard } of [...listeners]) heard(event)
    },
    liveness: (now) => {
      for (const { liveness } of [...listeners]) liveness(now)
    },
  })
  const entry = { listeners, stream }
  watched.set(address, entry)
  return entry
}

/** A connection that comes back by itself, and rests while nobody looks at the page. */
function openStream(address: string, tell: Listener): Stream {
  let liveness: Liveness = 'connecting'
  let attempt: AbortController | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function become(next: Liveness): void {
    if (next === liveness) return
    liveness = next
    tell.liveness(next)
  }

  function rest(): void {
    clearTimeout(timer)
    attempt?.abort()
    attempt = undefined
  }

  async function connect(): Promise<void> {
    rest()
    const own = new AbortController()
    attempt = own
    const status = await hear(address, own, (event) => {
      if (event === OPEN) {
        failures = 0
        become('live')
      }
      tell.heard(event)
    })
    if (attempt !== own) return
    const refusedPause = REFUSED_PAUSE_MS[status ?? 0]
    // Without a stream something may have changed unheard.
    if (refusedPause && failures > 0) tell.heard(OPEN)
    // A stream that ended is opened anew before anybody is told that it is lost.
    become(liveness === 'live' ? 'connecting' : 'lost')
    timer = setTimeout(() => void connect(), refusedPause ? scattered(refusedPause) : pauseAfter(failures))
    failures += 1
  }

  const reconnect = () => void connect()
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  function turn(): void {
    clearTimeout(hiddenTimer)
    if (document.hidden) {
      hiddenTimer = setTimeout(() => {
        rest()
        become('connecting')
      }, HIDDEN_MS)
    } else if (liveness !== 'live') reconnect()
  }
  window.addEventListener('online', reconnect)
  window.addEventListener('offline', reconnect)
  document.addEventListener('visibilitychange', turn)
  reconnect()

  return {
    liveness: () => liveness,
    close: () => {
      window.removeEventListener('online', reconnect)
      window.removeEventListener('offline', reconnect)
      document.removeEventListener('visibilitychange', turn)
      clearTimeout(hiddenTimer)
      rest()
    },
  }
}

/** Hears until the stream ends, breaks, or falls silent. Returns the status of the answer, if there was one. */
async function hear(
  address: string,
  attempt: AbortController,
  onEvent: (event: string) => void,
): Promise<number | undefined> {
  let silence = setTimeout(() => attempt.abort(), SILENCE_MS)
  try {
    const token = getSession().signedIn?.token
    const headers = { Accept: 'text/event-stream', ...(token && { Authorization: `Bearer ${token}` }) }
    const { ok, status, body } = await fetch(address, { headers, cache: 'no-store', signal: attempt.signal })
    if (status === 401 && token && token === getSession().signedIn?.token) endSession('refused')
    if (!ok || body === null) return status
    for await (const event of readEvents(body)) {
      if (attempt.signal.aborted) break
      clearTimeout(silence)
      silence = setTimeout(() => attempt.abort(), SILENCE_MS)
      if (event !== undefined) onEvent(event)
    }
    return status
  } catch {
    // Whatever broke it: the answer is to connect again.
    return undefined
  } finally {
    clearTimeout(silence)
    attempt.abort()
  }
}

/** Twice as long each time, and not the same for everybody: a server that comes back is not run over. */
const pauseAfter = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2)

/** At least this long, and not the same for everybody. */
const scattered = (ms: number): number => ms * (1 + Math.random() / 2)

/** At once, and all that follows closely upon it once, a little later. */
function calmly(act: () => void, pauseMs: number) {
  let cooling: ReturnType<typeof setTimeout> | undefined
  let isDue = false
  function run(): void {
    if (cooling !== undefined) {
      isDue = true
      return
    }
    act()
    cooling = setTimeout(() => {
      cooling = undefined
      if (isDue) run()
    }, pauseMs)
    isDue = false
  }
  return { run, stop: () => clearTimeout(cooling) }
}
