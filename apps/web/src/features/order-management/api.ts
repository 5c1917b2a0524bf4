import * as contract from '@keyhour/contract/order-management'
import type { OrderDetails } from '@keyhour/contract/orders'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { orderQuery } from '#web/features/orders/api.ts'

const keyOf = (orderId: number) => orderQuery(orderId).queryKey

export const settlementQuery = (orderId: number) =>
  queryOptions({
    queryKey: [...keyOf(orderId), 'settlement'],
    queryFn: ({ signal }) => call(contract.getSettlement, { params: { orderId }, signal }),
    // The refund under the cancellation rules depends on the current time.
    staleTime: 0,
  })

export const adminActsQuery = (orderId: number) =>
  queryOptions({
    queryKey: [...keyOf(orderId), 'history'],
    queryFn: ({ signal }) => call(contract.listAdminActs, { params: { orderId }, signal }),
  })

export const spacesForOrderQuery = (orderId: number, q: string) =>
  queryOptions({
    queryKey: [...keyOf(orderId), 'spaces', q],
    queryFn: ({ signal }) => call(contract.listSpacesForOrder, { params: { orderId }, query: { q }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const markPaid = (orderId: number, body: contract.Payment) =>
  call(contract.markPaid, { params: { orderId }, body })
export const cancelWithRefund = (orderId: number, body: contract.Cancellation) =>
  call(contract.cancelWithRefund, { params: { orderId }, body })
export const moveToSpace = (orderId: number, body: contract.Move) =>
  call(contract.moveToSpace, { params: { orderId }, body })
const addNote = (orderId: number, body: contract.Note) =>
  call(contract.addNote, { params: { orderId }, body })

type Hooks = { onSuccess: (order: OrderDetails) => void; onError?: (error: Error) => void }

/** For calls that return the changed order. Refetches after a refusal too, because the page may be out of date. */
export function useActOn<Input>(act: (input: Input) => Promise<OrderDetails>, hooks: Hooks) {
  const queryClient = useQueryClient()
  const lookAgain = () => queryClient.invalidateQueries({ queryKey: ['orders'] })
  return useMutation({
    mutationFn: act,
    onSuccess: (order) => {
      queryClient.setQueryData(keyOf(order.id), order)
      void lookAgain()
      hooks.onSuccess(order)
    },
    onError: (error) => {
      void lookAgain()
      hooks.onError?.(error)
    },
  })
}

export function useAddNote(
  orderId: number,
  hooks: { onSuccess: () => void; onError: (error: Error) => void },
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (note: contract.Note) => addNote(orderId, note),
    onSuccess: () => {
      void queryClient.invalidateQueries(adminActsQuery(orderId))
      hooks.onSuccess()
    },
    onError: hooks.onError,
  })
}
