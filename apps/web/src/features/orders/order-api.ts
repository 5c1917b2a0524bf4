import * as contract from '@keyhour/contract/orders'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callPage } from '#web/api/call.ts'
import { orderQuery } from '#web/features/orders/api.ts'

const MINE_PAGE = 20

/** The person's own orders, page after page, the one that begins last first. */
export const myOrdersQuery = infiniteQueryOptions({
  queryKey: ['orders', 'mine'],
  queryFn: ({ pageParam, signal }) =>
    callPage(contract.listMyOrders, { query: { page: pageParam, page_size: MINE_PAGE }, signal }),
  initialPageParam: 1,
  getNextPageParam: ({ total }, pages) => (pages.length * MINE_PAGE < total ? pages.length + 1 : undefined),
})

export const orderEventsQuery = (orderId: number) =>
  queryOptions({
    queryKey: [...orderQuery(orderId).queryKey, 'events'],
    queryFn: ({ signal }) => call(contract.listOrderEvents, { params: { orderId }, signal }),
  })

/** It changes with time: whoever decides by it asks for it. */
export const refundQuery = (orderId: number) =>
  queryOptions({
    queryKey: [...orderQuery(orderId).queryKey, 'refund'],
    queryFn: ({ signal }) => call(contract.getRefund, { params: { orderId }, signal }),
    staleTime: 0,
  })

export const timeQuoteQuery = (orderId: number, times: contract.TimeChange | null) =>
  queryOptions({
    queryKey: [...orderQuery(orderId).queryKey, 'time', times],
    queryFn: ({ signal }) => call(contract.quoteTime, { params: { orderId }, body: times!, signal }),
    enabled: times !== null,
    retry: false,
  })

/** What follows when an order is made or changed: its page, the person's orders and credits, and what is free. */
export function useKeepOrder() {
  const queryClient = useQueryClient()
  return (order: contract.OrderDetails) => {
    const { queryKey } = orderQuery(order.id)
    queryClient.setQueryData(queryKey, order)
    const others = [
      [...queryKey, 'events'],
      ['orders', 'mine'],
      ['profile'],
      ['availability', order.Office.id],
    ]
    for (const key of others) void queryClient.invalidateQueries({ queryKey: key })
  }
}

/** For calls that answer the order as it is afterwards. */
export const useOrderChange = <Input = void>(change: (input: Input) => Promise<contract.OrderDetails>) =>
  useMutation({ mutationFn: change, onSuccess: useKeepOrder() })

export const checkIn = (orderId: number) => call(contract.checkIn, { params: { orderId } })
export const checkOut = (orderId: number) => call(contract.checkOut, { params: { orderId } })
export const cancelOrder = (orderId: number, refund: number) =>
  call(contract.cancelOrder, { params: { orderId }, body: { refund } })
export const changeTime = (orderId: number, times: contract.TimeChange) =>
  call(contract.changeTime, { params: { orderId }, body: times })
export const fetchCalendar = (orderId: number) => call(contract.getOrderCalendar, { params: { orderId } })
