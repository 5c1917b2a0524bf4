import type { PublicPage } from '@keyhour/contract/public-page'
import { type Position, readWholeWish, readWish, utcClockAt, type Wish } from '@keyhour/contract/space-wish'
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
  const query = searchQuery(wish, position)
  const results = useResults(query, first)

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

type Answer = { query: string; found: FoundSpaces }

/** Every question is asked anew, also one that was asked before: what was free then may be taken by now. */
function useResults(query: string, first: FoundSpaces) {
  const [answer, setAnswer] = useState<Answer>({ query, found: first })
  const [failedQuery, setFailedQuery] = useState<string | null>(null)
  const isStale = answer.query !== query
  const hasFailed = failedQuery === query

  useEffect(() => {
    if (!isStale || hasFailed) return
    const attempt = new AbortController()
    const settled = setTimeout(async () => {
      try {
        setAnswer({ query, found: await findSpaces(query, attempt.signal) })
        setFailedQuery(null)
      } catch {
        if (!attempt.signal.aborted) setFailedQuery(query)
      }
    }, SETTLE_MS)
    return () => {
      clearTimeout(settled)
      attempt.abort()
    }
  }, [query, isStale, hasFailed])

  return {
    found: answer.found,
    /** What was wished for when that was found. */
    answered: readWish(answer.query.slice('/api/spaces'.length)),
    /** What is shown answers an older question. */
    isStale: isStale && !hasFailed,
    hasFailed: isStale && hasFailed,
    retry: () => setFailedQuery(null),
  }
}
