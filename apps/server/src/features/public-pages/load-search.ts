import type { Language } from '@keyhour/contract/primitives'
import type { SearchContent } from '@keyhour/contract/public-page'
import { queryOf, readWholeFilter, utcClockAt } from '@keyhour/contract/space-filter'
import { FoundSpaces, searchSpaces as searchCall } from '@keyhour/contract/spaces'
import { z } from 'zod'
import { describeFinding } from '#server/features/spaces/finding-rules.ts'
import { searchSpaces } from '#server/features/spaces/search-spaces.ts'
import type { Deps } from '#server/http/routes.ts'

/** Never refuses: reads the address the way the browser will read it again. */
export async function loadSearch(
  deps: Deps,
  asked: URLSearchParams,
  language: Language,
): Promise<SearchContent> {
  const filter = readWholeFilter(asked, utcClockAt(deps.now().toISOString()))
  const query = searchCall.query.parse(Object.fromEntries(queryOf(filter, null, language)))
  const found = describeFinding(await searchSpaces(deps, query))
  return { kind: 'search', found: z.encode(FoundSpaces, found) }
}
