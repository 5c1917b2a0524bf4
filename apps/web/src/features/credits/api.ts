import { CREDIT_PACK_LIMIT, listCreditPacks } from '@keyhour/contract/credits'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'

export const creditPacksQuery = queryOptions({
  queryKey: ['credit-packs', 'all'],
  queryFn: ({ signal }) =>
    call(listCreditPacks, { query: { active_only: false, limit: CREDIT_PACK_LIMIT }, signal }),
})
