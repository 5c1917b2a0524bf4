import * as contract from '@keyhour/contract/conflicts'
import {
  infiniteQueryOptions,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { useAdminChanges } from '#web/api/live.ts'

const CONFLICTS = ['conflicts']

export const conflictsQuery = (state: contract.ConflictFilter['state']) =>
  infiniteQueryOptions({
    queryKey: [...CONFLICTS, state],
    queryFn: ({ pageParam, signal }) =>
      call(contract.listConflicts, { query: { state, after: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < contract.CONFLICT_PAGE ? undefined : page.at(-1)?.id),
  })

const countQuery = queryOptions({
  queryKey: [...CONFLICTS, 'count'],
  queryFn: ({ signal }) => call(contract.countConflicts, { signal }),
})

/** How many conflicts wait for an answer. Reloads everything about conflicts when one comes or changes. */
export function useOpenConflicts(): number {
  const queryClient = useQueryClient()
  useAdminChanges('conflicts', () => void queryClient.invalidateQueries({ queryKey: CONFLICTS }))
  return useQuery(countQuery).data?.open ?? 0
}

export const keepOurs = (id: number) => call(contract.keepOurs, { params: { id } })
export const keepTheirs = ({ id, paid }: contract.Conflict) =>
  call(contract.keepTheirs, { params: { id }, body: { paid } })

/** Reloads after a refusal, too: someone else may have answered. */
export function useConflictAnswer(options: UseMutationOptions<contract.Conflict, Error, void>) {
  const queryClient = useQueryClient()
  return useMutation({
    ...options,
    onSettled: () => queryClient.invalidateQueries({ queryKey: CONFLICTS }),
  })
}
