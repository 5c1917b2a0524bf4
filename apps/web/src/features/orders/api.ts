import * as bookings from '@keyhour/contract/bookings'
import { besideCard } from '@keyhour/contract/charges'
import type { ErrorBody } from '@keyhour/contract/errors'
import * as contract from '@keyhour/contract/orders'
import type { Currency } from '@keyhour/contract/primitives'
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { CallError, call, callPage } from '#web/api/call.ts'
import { paymentOptionsQuery } from '#web/features/payments/api.ts'

const MINE_PAGE = 20

export const orderQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', orderId],
    queryFn: ({ signal }) => call(contract.getOrder, { params: { orderId }, signal }),
  })

/** The latest start first. */
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

export const customerQuery = (orderId: number) =>
  queryOptions({
    queryKey: [...orderQuery(orderId).queryKey, 'customer'],
    queryFn: ({ signal }) => call(contract.getOrderCustomer, { params: { orderId }, signal }),
  })

/** Never cached: the refund shrinks as the start comes near. */
export const refundQuery = (orderId: number) =>
  queryOptions({
    queryKey: [...orderQuery(orderId).queryKey, 'refund'],
    queryFn: ({ signal }) => call(contract.getRefund, { params: { orderId }, signal }),
    staleTime: 0,
  })

export const timeQuoteQuery = (orderId: number, times: bookings.TimeChange | null) =>
  queryOptions({
    queryKey: [...orderQuery(orderId).queryKey, 'time', times],
    queryFn: ({ signal }) => call(bookings.quoteTime, { params: { orderId }, body: times!, signal }),
    enabled: times !== null,
    retry: false,
  })

/** Puts a new or changed order in the cache and refetches what it affects. */
export function useKeepOrder() {
  const queryClient = useQueryClient()
  return (order: contract.OrderDetails) => {
    const { queryKey } = orderQuery(order.id)
    queryClient.setQueryData(queryKey, order)
    const others = [
      [...queryKey, 'events'],
      [...queryKey, 'charges'],
      ['orders', 'mine'],
      ['profile'],
      ['waiting-list'],
      ['availability', order.Office.id],
    ]
    for (const key of others) void queryClient.invalidateQueries({ queryKey: key })
  }
}

/** For calls that answer with the changed order. */
export const useOrderChange = <Input = void>(change: (input: Input) => Promise<contract.OrderDetails>) =>
  useMutation({ mutationFn: change, onSuccess: useKeepOrder() })

/**
 * Hold, release, book and start run one after the other: a hold that arrived after its own booking would take a second
 * seat.
 */
export const IN_TURN = { scope: { id: 'hold' } }

/** Retries use the same key, so that a lost reply does not cause a second order. */
export function useMakeOrder<Body>(make: (body: Body, key: string) => Promise<contract.OrderDetails>) {
  const keep = useKeepOrder()
  const last = useRef({ request: '', key: '' })
  return useMutation({
    ...IN_TURN,
    mutationFn: (body: Body) => {
      const request = JSON.stringify(body)
      if (last.current.request !== request) last.current = { request, key: makeAttemptKey() }
      return make(body, last.current.key)
    },
    onSuccess: (order) => {
      last.current = { request: '', key: '' }
      keep(order)
    },
  })
}

/** The price differs from the one that was shown. Nothing was booked or changed. */
export class PriceChanged extends Error {
  override readonly name = 'PriceChanged'
  readonly before: number
  readonly after: number
  readonly currency: Currency

  constructor(refusal: CallError, before: number, quote: { due: number; currency: Currency }) {
    super(refusal.message, { cause: refusal })
    this.before = before
    this.after = quote.due
    this.currency = quote.currency
  }
}

/**
 * Does `act` at the price that was shown. If the price has changed, the new quote replaces the shown one, and
 * `PriceChanged` is thrown: the customer decides again.
 */
export async function atShownPrice<T, Q extends { due: number; currency: Currency }>(
  act: (expected_total: number) => Promise<T>,
  shown: Q,
  newQuote: (body: ErrorBody) => Q | undefined,
  show: (quote: Q) => void,
): Promise<T> {
  try {
    return await act(shown.due)
  } catch (error) {
    const quote = error instanceof CallError && error.body ? newQuote(error.body) : undefined
    if (!quote) throw error
    show(quote)
    throw new PriceChanged(error as CallError, shown.due, quote)
  }
}

async function besideSavedCard(queryClient: QueryClient, quote: bookings.TimeQuote) {
  const { least_charge } = await queryClient.ensureQueryData(paymentOptionsQuery)
  return besideCard(quote, least_charge[quote.currency] ?? 0)
}

export function useChangeTime(orderId: number) {
  const queryClient = useQueryClient()
  return useOrderChange(async ({ pay_by, ...times }: bookings.TimeChange) => {
    const quote = timeQuoteQuery(orderId, times)
    const shown = await queryClient.ensureQueryData(quote)
    const forCard =
      pay_by === 'saved_card' ? { expected_left: (await besideSavedCard(queryClient, shown)).left } : {}
    return atShownPrice(
      (expected_total) => {
        const price = { expected_total, ...forCard }
        return call(bookings.changeTime, { params: { orderId }, body: { ...times, pay_by, ...price } })
      },
      shown,
      ({ time_quote }) => time_quote,
      (next) => queryClient.setQueryData(quote.queryKey, next),
    )
  })
}

export const cancelOrder = (orderId: number, { refund, owed }: contract.Refund) =>
  call(contract.cancelOrder, { params: { orderId }, body: { refund, owed } })
export const payWithCredits = (orderId: number) => call(bookings.payWithCredits, { params: { orderId } })
export const fetchCalendar = (orderId: number) => call(contract.getOrderCalendar, { params: { orderId } })
