import { type AdminList, watchAdminLists } from '@keyhour/contract/admin-lists'
import { watchBusinesses } from '@keyhour/contract/businesses'
import { watchOffice } from '@keyhour/contract/offices'
import { watchOwnerOffices } from '@keyhour/contract/owners'
import { watchPanel } from '@keyhour/contract/panels'
import { watchWaitingList } from '@keyhour/contract/waiting-list'
import { useEffect, useEffectEvent, useState } from 'react'
import { readEvents } from '#web/api/event-stream.ts'
import { endSession, getSession } from '#web/api/session.ts'

/** `lost`: the last connection failed; retries continue. */
export type Liveness = 'connecting' | 'live' | 'lost'

/** The server sends something every 20 s; longer silence means the connection is dead. */
const SILENCE_MS = 45_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/**
 * How long to wait after a refusal. Too many streams (429): poll at this interval instead. No such office (404): that
 * hardly ever changes.
 */
const REFUSED_PAUSE_MS: Record<number, number> = { 429: LONGEST_PAUSE_MS, 404: 10 * LONGEST_PAUSE_MS }
/** A page hidden for this long closes its connection. */
const HIDDEN_MS = 60_000
/** Changes closer together than this are reported once. */
const BURST_MS = { office: 250, messages: 500, list: 2_000 }

/** The first event on every stream. */
const OPEN = 'open'

/**
 * Calls `onChange` when the office's occupancy may have changed: when the server says so, and after each reconnect,
 * since changes may have been missed.
 */
export function useOfficeChanges(officeId: number | undefined, onChange: () => void): Liveness {
  const address = watchOffice.path.replace(':officeId', String(officeId))
  return useChanges(
    officeId === undefined ? null : { address, event: 'changed', burstMs: BURST_MS.office },
    onChange,
  )
}

/** As `useOfficeChanges`, for an admin list. Bookings change some of them many times a second. */
export function useAdminChanges(list: AdminList, onChange: () => void): Liveness {
  const burstMs = list === 'messages' ? BURST_MS.messages : BURST_MS.list
  return useChanges({ address: watchAdminLists.path, event: list, burstMs }, onChange)
}

/** As `useOfficeChanges`, for all offices of an owner, and for which offices those are. */
export const useOwnerChanges = (onChange: () => void): Liveness =>
  useChanges({ address: watchOwnerOffices.path, event: 'changed', burstMs: BURST_MS.office }, onChange)

/** As `useOfficeChanges`, for the companies of the person, if they belong to one. */
export function useBusinessChanges(belongsToOne: boolean, onChange: () => void): Liveness {
  return useChanges(
    belongsToOne ? { address: watchBusinesses.path, event: 'changed', burstMs: BURST_MS.office } : null,
    onChange,
  )
}

/** As `useOfficeChanges`, for a screen at a door. Null: it was removed. */
export const usePanelChanges = (token: string | null, onChange: () => void): Liveness =>
  useChanges(
    token === null
      ? null
      : {
          address: watchPanel.path.replace(':token', encodeURIComponent(token)),
          event: 'changed',
          burstMs: BURST_MS.office,
        },
    onChange,
  )

/** As `useOfficeChanges`, for what the person waits for, if they wait for anything. */
export function useWaitingChanges(isWaiting: boolean, onChange: () => void): Liveness {
  return useChanges(
    isWaiting ? { address: watchWaitingList.path, event: 'changed', burstMs: BURST_MS.office } : null,
    onChange,
  )
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

/** Listeners at one address share a connection, which closes with the last of them. */
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

/** Reconnects by itself, and closes while the page is hidden. */
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
    // Without a stream, changes may have been missed.
    if (refusedPause && failures > 0) tell.heard(OPEN)
    // Only a failed reconnect counts as lost.
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

/** Listens until the stream ends, breaks or goes silent. Returns the status, if there was a reply. */
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
    // Whatever broke it, the caller reconnects.
    return undefined
  } finally {
    clearTimeout(silence)
    attempt.abort()
  }
}

/** Doubles each time, with jitter, so that a server that comes back is not overrun. */
const pauseAfter = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2)

/** Jitter: up to half as long again. */
const scattered = (ms: number): number => ms * (1 + Math.random() / 2)

/** Acts immediately, then once for everything that follows within the pause. */
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
