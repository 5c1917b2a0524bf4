import * as contract from '@keyhour/contract/waiting-list'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { useUser } from '#web/api/session.ts'
import { notifyFailure } from '#web/ui/notify-failure.ts'

/** What the signed-in person waits for. */
export const waitsQuery = (userId: number | undefined) =>
  queryOptions({
    queryKey: ['waiting-list', userId],
    queryFn: ({ signal }) => call(contract.listWaits, { signal }),
    enabled: userId !== undefined,
  })

export function useRefreshWaits(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: ['waiting-list'] })
}

/** Puts the new entry on the list at once, so that the screen says so without a pause. */
export function useJoin() {
  const queryClient = useQueryClient()
  const refresh = useRefreshWaits()
  const { queryKey } = waitsQuery(useUser()?.id)
  return useMutation({
    mutationFn: (body: contract.WaitingRequest) => call(contract.joinWaitingList, { body }),
    onSuccess: (entry) => {
      queryClient.setQueryData(queryKey, (known: contract.WaitingEntry[] | undefined) => [
        ...(known ?? []).filter(({ id }) => id !== entry.id),
        entry,
      ])
      refresh()
    },
    onError: (error) => notifyFailure(error),
  })
}

export function useLeave() {
  const refresh = useRefreshWaits()
  return useMutation({
    mutationFn: (id: number) => call(contract.leaveWaitingList, { params: { id } }),
    onError: (error) => notifyFailure(error),
    onSettled: refresh,
  })
}
