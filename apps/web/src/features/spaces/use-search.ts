import { foundInLanguage } from '@keyhour/contract/place-names'
import type { Language } from '@keyhour/contract/primitives'
import type { PublicPage } from '@keyhour/contract/public-page'
import { type Position, readWholeFilter, type SpaceFilter, utcClockAt } from '@keyhour/contract/space-filter'
import type { FoundSpaces } from '@keyhour/contract/spaces'
import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { theirClock } from '#web/clock.ts'
import { findSpaces } from '#web/features/spaces/api.ts'
import { languageAsked } from '#web/features/spaces/page-context.tsx'
import { searchAddress, searchQuery } from '#web/features/spaces/rules.ts'
import { viewerZone } from '#web/format/time.ts'
import { whenIdle } from '#web/ui/when-idle.ts'

const SETTLE_MS = 200
const WRITE_MS = 400

/** Searches again whenever the filter changes. */
export function useSearch(page: PublicPage, first: FoundSpaces) {
  const [filter, setFilter] = useState(() => readWholeFilter(page.search, utcClockAt(page.now)))
  const [position, setPosition] = useState<Position | null>(null)
  const [addressBar] = useState(createAddressBar)
  const language = languageAsked(page)
  const zone = useZoneHint(first)
  const results = useResults(filter, { position, zone }, { first, language: page.language })

  /** A change starts at the first page. */
  function change(part: Partial<SpaceFilter>): void {
    const next = { ...filter, page: 1, ...part }
    setFilter(next)
    addressBar.write(searchAddress(next, language), Object.keys(part).join())
  }

  const comeBack = useEffectEvent(() => {
    addressBar.forget()
    setFilter(readWholeFilter(window.location.search, theirClock()))
  })
  useEffect(() => {
    const listen = () => comeBack()
    window.addEventListener('popstate', listen)
    return () => {
      window.removeEventListener('popstate', listen)
      addressBar.forget()
    }
  }, [addressBar])

  return { filter, change, position, setPosition, language, ...results }
}

export type Search = ReturnType<typeof useSearch>

/** A filter, its request, and the results. */
type Answer = { filter: SpaceFilter; query: string; found: FoundSpaces }

/**
 * The server does not know the time zone of the device. It matters only where offices are in several countries, which
 * charge in several currencies.
 */
function useZoneHint({ near, offices }: FoundSpaces): string | null {
  const [zone, setZone] = useState<string | null>(null)
  const isAbroad = offices.some(({ currency }) => currency !== offices[0]!.currency)
  const isUseful = near === null && isAbroad
  useEffect(() => {
    if (!isUseful) return
    // A browser takes long to load its time zones, and the visitor does not wait for them.
    return whenIdle(() => startTransition(() => setZone(viewerZone())))
  }, [isUseful])
  return zone
}

/** Answers are not cached: what was free may be taken by now. */
function useResults(
  filter: SpaceFilter,
  { position, zone }: { position: Position | null; zone: string | null },
  { first, language }: { first: FoundSpaces; language: Language },
) {
  const query = searchQuery(filter, position, language, zone)
  const [answer, setAnswer] = useState<Answer>({ filter, query, found: first })
  const [failedQuery, setFailedQuery] = useState<string | null>(null)
  const isStale = answer.query !== query
  const hasFailed = failedQuery === query

  useEffect(() => {
    if (!isStale || hasFailed) return
    const request = new AbortController()
    const settled = setTimeout(async () => {
      try {
        setAnswer({
          filter,
          query,
          found: foundInLanguage(language, await findSpaces(query, request.signal)),
        })
        setFailedQuery(null)
      } catch {
        if (!request.signal.aborted) setFailedQuery(query)
      }
    }, SETTLE_MS)
    return () => {
      clearTimeout(settled)
      request.abort()
    }
  }, [filter, query, isStale, hasFailed, language])

  return {
    found: answer.found,
    /** The filter these results are for. */
    answered: answer.filter,
    /** The results are for an older filter. */
    isStale: isStale && !hasFailed,
    hasFailed: isStale && hasFailed,
    retry: () => setFailedQuery(null),
  }
}

/** Writes the address once it has settled. Typing on in one field replaces the last entry of the history. */
function createAddressBar() {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let lastChanged: string | null = null

  return {
    write(address: string, changed: string): void {
      clearTimeout(waiting)
      waiting = setTimeout(() => {
        if (address === window.location.pathname + window.location.search) return
        if (changed === lastChanged) window.history.replaceState(null, '', address)
        else window.history.pushState(null, '', address)
        lastChanged = changed
      }, WRITE_MS)
    },
    /** After going back or forward, or leaving the page. */
    forget(): void {
      clearTimeout(waiting)
      lastChanged = null
    },
  }
}
