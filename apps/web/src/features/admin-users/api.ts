import * as contract from '@keyhour/contract/admin-users'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => call(contract.listUsers, { signal }),
})
