import type { Query, QueryClient } from '@tanstack/react-query'
import { CallError, SENTENCES } from '#web/api/call.ts'
import { isServerReady } from '#web/api/server-reach.ts'
import { createStore, useStore } from '#web/api/store.ts'

/** Why several calls fail at the same time. Any other failure is about one call. */
export type Cause = 'noConnection' | 'notAvailable' | 'tooMany' | 'ourFault'

/** Two parts of a page may break each for itself; a third means that the server has. */
const FEWEST: Record<Cause, number> = { noConnection: 2, notAvailable: 2, tooMany: 2, ourFault: 3 }
/** The calls of a screen fail one after the other. */
const SETTLING_MS = 300
const [SOON_MS, RARELY_MS] = [3_000, 30_000]

export type Outage = {
  /** Told in one place for the whole screen; null if each failure is told where it happened. */
  cause: Cause | null
  /** Whether something the person did failed for this cause. */
  isActLost: boolean
  isRetrying: boolean
  /** Whether more failures may follow, so that it is too early to tell of one. */
  isSettling: boolean
}

const NONE: Outage = { cause: null, isActLost: false, isRetrying: false, isSettling: false }
const outage = createStore<Outage>(NONE)

export const useOutage = (): Outage => useStore(outage)

function causeOf(error: unknown): Cause | null {
  if (!(error instanceof CallError)) return null
  if (error.status === 0) return error.message === SENTENCES.unknown ? null : 'noConnection'
  if (error.status === 429) return 'tooMany'
  if (error.status >= 502) return 'notAvailable'
  return error.status >= 500 ? 'ourFault' : null
}

/** Whether the notice for the whole screen tells of an error, now or perhaps in a moment. */
export function useToldOnce(): (error: Error | null) => boolean {
  const { cause, isSettling } = useOutage()
  return (error) => {
    const own = causeOf(error)
    return own !== null && (own === cause || isSettling)
  }
}

/** False if nobody is told of this outage yet: then whoever acted has to be. */
export function addLostAct(error: Error): boolean {
  const known = outage.get()
  if (known.cause === null || causeOf(error) !== known.cause) return false
  outage.set({ ...known, isActLost: true })
  return true
}

const isFailing = ({ state }: Query): boolean => causeOf(state.error) !== null

/** Loads again what is on the screen and has failed. */
export async function retryFailed(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries({ type: 'active', predicate: isFailing })
}

/** Notices what the queries of a screen have in common. Returns how to stop. */
export function watchOutages(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache()
  const stops: (() => void)[] = []
  /** Failed, or failed before and loading again. */
  let concerned = new Map<string, Cause>()
  let settled: ReturnType<typeof setTimeout> | undefined
  let probing: ReturnType<typeof setTimeout> | undefined
  let waitMs = SOON_MS
  let isOver = false

  function look(): void {
    if (isOver) return
    const active = cache.findAll({ type: 'active' })
    const before = concerned
    concerned = new Map(
      active.flatMap((query) => {
        const isLoading = query.state.fetchStatus === 'fetching'
        const cause = causeOf(query.state.error) ?? (isLoading ? before.get(query.queryHash) : null)
        return cause ? [[query.queryHash, cause]] : []
      }),
    )
    if (concerned.size > 0 && before.size === 0) settle()
    const isSettling = settled !== undefined && active.some(({ state }) => state.fetchStatus === 'fetching')
    const cause = commonCause([...concerned.values()], outage.get().cause)
    const isRetrying = active.some(
      ({ queryHash, state }) => concerned.has(queryHash) && state.fetchStatus === 'fetching',
    )
    publish({ cause, isRetrying, isSettling, isActLost: cause !== null && outage.get().isActLost })
    keepProbing()
  }

  function settle(): void {
    settled = setTimeout(() => {
      settled = undefined
      look()
    }, SETTLING_MS)
  }

  /** A connection comes back by itself; the rest is for the person to retry. */
  function keepProbing(): void {
    const isWorthIt = [...concerned.values()].some((cause) => cause !== 'ourFault')
    if (!isWorthIt) {
      clearTimeout(probing)
      probing = undefined
      waitMs = SOON_MS
      return
    }
    probing ??= setTimeout(() => void probe(), waitMs)
  }

  async function probe(): Promise<void> {
    waitMs = Math.min(waitMs * 2, RARELY_MS)
    if (document.visibilityState === 'visible' && (await isServerReady())) await retryFailed(queryClient)
    if (isOver) return
    probing = undefined
    keepProbing()
  }

  const comeBack = () => void (concerned.size > 0 && retryFailed(queryClient))
  window.addEventListener('online', comeBack)
  stops.push(() => window.removeEventListener('online', comeBack))
  // At once, so that what is told here is not shown elsewhere first; what is not a reply may come while React renders.
  stops.push(cache.subscribe(({ type }) => (type === 'updated' ? look() : queueMicrotask(look))))
  return () => {
    isOver = true
    for (const stop of stops) stop()
    clearTimeout(settled)
    clearTimeout(probing)
    outage.set(NONE)
  }
}

/** An outage that is known ends when nothing is concerned by it; another begins when enough fails. */
function commonCause(causes: Cause[], known: Cause | null): Cause | null {
  const count = (cause: Cause) => causes.filter((one) => one === cause).length
  if (known && count(known) > 0) return known
  return causes.find((cause) => count(cause) >= FEWEST[cause]) ?? null
}

function publish(next: Outage): void {
  const known = outage.get()
  const isSame = (Object.keys(next) as (keyof Outage)[]).every((key) => next[key] === known[key])
  if (!isSame) outage.set(next)
}
