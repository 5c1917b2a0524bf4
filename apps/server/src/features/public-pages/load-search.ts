import type { SearchContent } from '@keyhour/contract/public-page'
import { FoundSpaces, searchSpaces as searchCall } from '@keyhour/contract/spaces'
import { z } from 'zod'
import { type SpaceQuery, searchSpaces } from '#server/features/spaces/search-spaces.ts'
import type { Deps } from '#server/http/routes.ts'

export async function loadSearch(deps: Deps, asked: URLSearchParams): Promise<SearchContent> {
  const found = await searchSpaces(deps, readQuery(asked))
  return { kind: 'search', found: z.encode(FoundSpaces, found) }
}

const FIELDS = Object.entries(searchCall.query.shape)

/** A page is there for every address: what the search could not read or answer in it is left out. */
function readQuery(asked: URLSearchParams): SpaceQuery {
  const readable = FIELDS.flatMap(([name, field]) => {
    // A form without scripts sends each ticked box by itself.
    const text = asked.getAll(name).join(',')
    return text !== '' && field.safeParse(text).success ? [[name, text]] : []
  })
  const query = searchCall.query.parse(Object.fromEntries(readable))
  const { date = '', start = '', end = '', end_date = date, ...rest } = query
  const hasTime = date !== '' && start !== '' && end !== '' && `${end_date} ${end}` > `${date} ${start}`
  const hasPlace = query.lat !== undefined && query.lon !== undefined
  return {
    ...rest,
    ...(hasTime && { date, start, end, end_date }),
    sort: query.sort === 'distance' && !hasPlace ? 'name' : query.sort,
  }
}
