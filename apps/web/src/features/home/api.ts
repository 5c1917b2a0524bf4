import { getHome } from '@keyhour/contract/home'
import type { Position } from '@keyhour/contract/space-filter'
import { searchSpaces } from '@keyhour/contract/spaces'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'

const REFRESH_MS = 60_000

/** Under the key of the own orders: whatever changes an order refreshes this, too. */
export const homeQuery = queryOptions({
  queryKey: ['orders', 'mine', 'home'],
  queryFn: ({ signal }) => call(getHome, { signal }),
  refetchInterval: REFRESH_MS,
})

const LOOKED_THROUGH = 20

const search = (where: { position: Position | null; office_ids?: number[] }, signal: AbortSignal) => {
  const { position, office_ids } = where
  return call(searchSpaces, {
    query: {
      free_now: true,
      page_size: LOOKED_THROUGH,
      ...(office_ids && { office_ids }),
      ...(position && { ...position, sort: 'distance' as const }),
    },
    signal,
  })
}

/** Free for the next hour: nearest first; without a position in the given offices, or anywhere if they are full. */
export const freeNowQuery = (position: Position | null, officeIds: readonly number[]) =>
  queryOptions({
    queryKey: ['availability', 'free now', position, officeIds],
    queryFn: async ({ signal }) => {
      if (position || officeIds.length === 0) return search({ position }, signal)
      const known = await search({ position, office_ids: [...officeIds] }, signal)
      return known.total > 0 ? known : search({ position }, signal)
    },
    refetchInterval: REFRESH_MS,
  })
