import type {
  NewSeries,
  SeriesRefund,
  SeriesRequest,
  SeriesScope,
  SeriesTimeChange,
} from '@keyhour/contract/series'
import * as contract from '@keyhour/contract/series'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { call } from '#web/api/call.ts'
import { IN_TURN, orderQuery } from '#web/features/orders/api.ts'

export const seriesQuoteQuery = (request: SeriesRequest | null) =>
  queryOptions({
    queryKey: ['series-quote', request],
    queryFn: ({ signal }) => call(contract.quoteSeries, { body: request!, signal }),
    enabled: request !== null,
    retry: false,
  })

/** The series of an order. */
export const seriesQuery = (orderId: number) =>
  queryOptions({
    queryKey: [...orderQuery(orderId).queryKey, 'series'],
    queryFn: ({ signal }) => call(contract.getSeries, { params: { orderId }, signal }),
  })

/** Never cached: the refund shrinks as the first of them comes near. */
export const seriesRefundQuery = (orderId: number, scope: SeriesScope) =>
  queryOptions({
    queryKey: [...seriesQuery(orderId).queryKey, 'refund', scope],
    queryFn: ({ signal }) =>
      call(contract.getSeriesRefund, { params: { orderId }, query: { scope }, signal }),
    staleTime: 0,
    retry: false,
  })

export const seriesTimeQuery = (orderId: number, change: SeriesTimeChange | null) =>
  queryOptions({
    queryKey: [...seriesQuery(orderId).queryKey, 'time', change],
    queryFn: ({ signal }) => call(contract.quoteSeriesTime, { params: { orderId }, body: change!, signal }),
    enabled: change !== null,
    retry: false,
    staleTime: 0,
  })

export const fetchSeriesCalendar = (orderId: number) =>
  call(contract.getSeriesCalendar, { params: { orderId } })

/** Everything that several new or changed orders affect. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () => {
    for (const key of ['orders', 'profile', 'availability', 'quote', 'series-quote', 'businesses'])
      void queryClient.invalidateQueries({ queryKey: [key] })
  }
}

/** A repeated press uses the same key, so that a lost reply does not cause a second series. */
export function useBookSeries() {
  const refresh = useRefresh()
  const last = useRef({ request: '', key: '' })
  return useMutation({
    ...IN_TURN,
    mutationFn: (body: NewSeries) => {
      const request = JSON.stringify(body)
      if (last.current.request !== request) last.current = { request, key: makeAttemptKey() }
      return call(contract.bookSeries, { body, key: last.current.key })
    },
    onSuccess: refresh,
    // Some dates may be taken by now, or cost something else.
    onError: refresh,
  })
}

export function useCancelSeries(orderId: number) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ scope, refund: { count, refund, owed } }: { scope: SeriesScope; refund: SeriesRefund }) =>
      call(contract.cancelSeries, { params: { orderId }, body: { scope, count, refund, owed } }),
    onSettled: refresh,
  })
}

export function useChangeSeriesTime(orderId: number) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: SeriesTimeChange) => call(contract.changeSeriesTime, { params: { orderId }, body }),
    onSettled: refresh,
  })
}
