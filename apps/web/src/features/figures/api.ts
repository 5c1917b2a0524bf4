import { getFigures } from '@keyhour/contract/figures'
import type { Currency } from '@keyhour/contract/primitives'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { OWNER } from '#web/features/owners/api.ts'

export const figuresQuery = (currency: Currency) =>
  queryOptions({
    queryKey: [...OWNER, 'figures', currency],
    queryFn: ({ signal }) => call(getFigures, { query: { currency }, signal }),
    placeholderData: keepPreviousData,
  })
