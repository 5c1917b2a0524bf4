import * as contract from '@keyhour/contract/closures'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'

export const closuresQuery = (officeId: number) =>
  queryOptions({
    queryKey: ['offices', officeId, 'closures'],
    queryFn: ({ signal }) => call(contract.listClosures, { params: { officeId }, signal }),
  })

export const addClosure = (officeId: number, body: contract.NewClosure) =>
  call(contract.addClosure, { params: { officeId }, body })
export const removeClosure = (officeId: number, closureId: number) =>
  call(contract.removeClosure, { params: { officeId, closureId } })

export function useClosureChange<Input>(
  officeId: number,
  mutationFn: (input: Input) => Promise<unknown>,
  onDone: (input: Input) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: async (_, input) => {
      await queryClient.invalidateQueries(closuresQuery(officeId))
      onDone(input)
    },
  })
}
