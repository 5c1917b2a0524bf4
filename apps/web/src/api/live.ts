import { watchOffice } from '@keyhour/contract/offices'
import { useEffect, useEffectEvent, useState } from 'react'
import { readEvents } from '#web/api/event-stream.ts'

/** `lost`: the last try to connect has failed, and others follow. */
export type Liveness = 'connecting' | 'live' | 'lost'

/** The server says something every 20 s; after this long without a word nobody is there any more. */
const SILENCE_MS = 45_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** A page that nobody looks at for this long lets go of its connection. */
const HIDDEN_MS = 60_000
/** Changes that come closer together than this are told once. */
const BURST_MS = 250

type Listener = { changed: () => void; liveness: (now: Liveness) => void }
type Stream = { liveness: () => Liveness; close: () => void }
type Watched = { listeners: Set<Listener>; stream: Stream }

const watched = new Map<number, Watched>()

/**
 * Calls `onChange` whenever what takes the spaces of the office may have changed: when the server says so, and
 * after each connecting, since something may have been missed before. Answers whether the server is being heard.
 */
export function useOfficeChanges(officeId: number | undefined, onChange: () => void): Liveness {
  const [liveness, setLiveness] = useState<Liveness>('connecting')
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (officeId === undefined) return
    return listen(officeId, { changed: () => changed(), liveness: setLiveness })
  }, [officeId])
  return officeId === undefined ? 'connecting' : liveness
}

/** All that listen to one office share one connection, which ends with the last of them. */
function listen(officeId: number, listener: Listener): () => void {
  const known = watched.get(officeId) ?? watch(officeId)
  known.listeners.add(listener)
  listener.liveness(known.stream.liveness())
  return () => {
    known.listeners.delete(listener)
    if (known.listeners.size > 0) return
    watched.delete(officeId)
    known.stream.close()
  }
}

function watch(officeId: number): Watched {
  const listeners = new Set<Listener>()
  const stream = openStream(watchOffice.path.replace(':officeId', String(officeId)), {
    changed: () => {
      for (const { changed } of [...listeners]) changed()
    },
    liveness: (now) => {
      for (const { liveness } of [...listeners]) liveness(now)
    },
  })
  const entry = { listeners, stream }
  watched.set(officeId, entry)
  return entry
}

/** A connection that comes back by itself, and rests while nobody looks at the page. */
function openStream(address: string, tell: Listener): Stream {
  let liveness: Liveness = 'connecting'
  let attempt: AbortController | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const changed = calmly(tell.changed)

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
    await hear(address, own, (event) => {
      if (event === 'open') {
        failures = 0
        become('live')
      }
      if (event === 'open' || event === 'changed') changed.run()
    })
    if (attempt !== own) return
    // A stream that ended is opened anew before anybody is told that it is lost.
    become(liveness === 'live' ? 'connecting' : 'lost')
    timer = setTimeout(() => void connect(), pauseAfter(failures))
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
      changed.stop()
      rest()
    },
  }
}

/** Hears until the stream ends, breaks, or falls silent. */
async function hear(address: string, attempt: AbortController, onEvent: (event: string) => void) {
  let silence = setTimeout(() => attempt.abort(), SILENCE_MS)
  try {
    const headers = { Accept: 'text/event-stream' }
    const { ok, body } = await fetch(address, { headers, cache: 'no-store', signal: attempt.signal })
    if (!ok || body === null) return
    for await (const event of readEvents(body)) {
      if (attempt.signal.aborted) return
      clearTimeout(silence)
      silence = setTimeout(() => attempt.abort(), SILENCE_MS)
      if (event !== undefined) onEvent(event)
    }
  } catch {
    // Whatever broke it: the answer is to connect again.
  } finally {
    clearTimeout(silence)
    attempt.abort()
  }
}

/** Twice as long each time, and not the same for everybody: a server that comes back is not run over. */
const pauseAfter = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2)

/** At once, and all that follows closely upon it once, a little later. */
function calmly(act: () => void) {
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
    }, BURST_MS)
    isDue = false
  }
  return { run, stop: () => clearTimeout(cooling) }
}
