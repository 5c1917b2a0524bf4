import type { SearchContent } from '@keyhour/contract/public-page'
import { queryOf, readWholeWish, utcClockAt } from '@keyhour/contract/space-wish'
import { FoundSpaces, searchSpaces as searchCall } from '@keyhour/contract/spaces'
import { z } from 'zod'
import { searchSpaces } from '#server/features/spaces/search-spaces.ts'
import type { Deps } from '#server/http/routes.ts'

/** A page is there for every address, and asks what it will ask again in the browser. */
export async function loadSearch(deps: Deps, asked: URLSearchParams): Promise<SearchContent> {
  const wish = readWholeWish(asked, utcClockAt(deps.now().toISOString()))
  const query = searchCall.query.parse(Object.fromEntries(queryOf(wish, null)))
  const found = await searchSpaces(deps, query)
  return { kind: 'search', found: z.encode(FoundSpaces, found) }
}
