import type { PublicPage } from '@keyhour/contract/public-page'
import { type Position, readWholeWish, utcClockAt, type Wish } from '@keyhour/contract/space-wish'
import type { FoundSpaces } from '@keyhour/contract/spaces'
import { useEffect, useEffectEvent, useState } from 'react'
import { createAddressBar } from '#web/features/spaces/address-bar.ts'
import { findSpaces } from '#web/features/spaces/api.ts'
import { languageAsked } from '#web/features/spaces/page-context.ts'
import { searchAddress, searchQuery } from '#web/features/spaces/rules.ts'
import { theirClock } from '#web/features/spaces/their-clock.ts'

const SETTLE_MS = 200

/** From what somebody wishes for to what there is, while they change it. */
export function useSearch(page: PublicPage, first: FoundSpaces) {
  const [wish, setWish] = useState(() => readWholeWish(page.search, utcClockAt(page.now)))
  const [position, setPosition] = useState<Position | null>(null)
  const [addressBar] = useState(createAddressBar)
  const language = languageAsked(page)
  const results = useResults(wish, position, first)

  /** Whatever is asked anew is answered from its first page. */
  function change(part: Partial<Wish>): void {
    const next = { ...wish, page: 1, ...part }
    setWish(next)
    addressBar.write(searchAddress(next, language), Object.keys(part).join())
  }

  const comeBack = useEffectEvent(() => {
    addressBar.forget()
    setWish(readWholeWish(window.location.search, theirClock()))
  })
  useEffect(() => {
    const listen = () => comeBack()
    window.addEventListener('popstate', listen)
    return () => window.removeEventListener('popstate', listen)
  }, [])

  return { wish, change, position, setPosition, language, ...results }
}

export type Search = ReturnType<typeof useSearch>

/** What was wished for, how that was asked, and what was found. */
type Answer = { wish: Wish; query: string; found: FoundSpaces }

/** Every question is asked anew, also one that was asked before: what was free then may be taken by now. */
function useResults(wish: Wish, position: Position | null, first: FoundSpaces) {
  const query = searchQuery(wish, position)
  const [answer, setAnswer] = useState<Answer>({ wish, query, found: first })
  const [failedQuery, setFailedQuery] = useState<string | null>(null)
  const isStale = answer.query !== query
  const hasFailed = failedQuery === query

  useEffect(() => {
    if (!isStale || hasFailed) return
    const attempt = new AbortController()
    const settled = setTimeout(async () => {
      try {
        setAnswer({ wish, query, found: await findSpaces(query, attempt.signal) })
        setFailedQuery(null)
      } catch {
        if (!attempt.signal.aborted) setFailedQuery(query)
      }
    }, SETTLE_MS)
    return () => {
      clearTimeout(settled)
      attempt.abort()
    }
  }, [wish, query, isStale, hasFailed])

  return {
    found: answer.found,
    /** What was wished for when that was found. */
    answered: answer.wish,
    /** What is shown answers an older question. */
    isStale: isStale && !hasFailed,
    hasFailed: isStale && hasFailed,
    retry: () => setFailedQuery(null),
  }
}
