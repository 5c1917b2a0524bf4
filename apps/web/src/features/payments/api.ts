import * as contract from '@keyhour/contract/payments'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { call, callPage, openFile } from '#web/api/call.ts'
import type { ListFilter } from '#web/features/payments/rules.ts'

const PAGE = 10
const CHECK_MS = 1500
const RECEIPT_MS = 30_000
/** After that the news comes by mail. */
const MOST_CHECKS = 20

/** Prefix of every query about payments. */
const PAYMENTS = ['payments']
/** Prefix of what admins see. */
export const ALL_PAYMENTS = [...PAYMENTS, 'all']

export const paymentOptionsQuery = queryOptions({
  queryKey: [...PAYMENTS, 'options'],
  queryFn: ({ signal }) => call(contract.listPaymentOptions, { signal }),
})

export const ownPaymentsQuery = infiniteQueryOptions({
  queryKey: [...PAYMENTS, 'own'],
  queryFn: ({ pageParam, signal }) =>
    callPage(contract.listPayments, { query: { page: pageParam, page_size: PAGE }, signal }),
  initialPageParam: 1,
  getNextPageParam: ({ total }, pages) => (pages.length * PAGE < total ? pages.length + 1 : undefined),
})

export const paymentQuery = (id: number) =>
  queryOptions({
    queryKey: [...PAYMENTS, id],
    queryFn: ({ signal }) => call(contract.getPayment, { params: { id }, signal }),
  })

/** Asks the payment provider again and again until it knows what became of the payment. */
export const checkedPaymentQuery = (id: number) =>
  queryOptions({
    queryKey: [...PAYMENTS, id, 'checked'],
    queryFn: ({ signal }) => call(contract.checkPayment, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.status === 'open' && data.failure === null && data.way === 'card' && dataUpdateCount < MOST_CHECKS
        ? CHECK_MS
        : false,
  })

/** Balances, quotes and lists change with a payment. */
function useRefreshCredits() {
  const queryClient = useQueryClient()
  return () => {
    for (const queryKey of [[...PAYMENTS, 'own'], ['profile'], ['businesses'], ['quote']])
      void queryClient.invalidateQueries({ queryKey })
  }
}

export function useRefreshWhenPaid(isPaid: boolean): void {
  const refresh = useRefreshCredits()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the payment arrives
  useEffect(() => {
    if (isPaid) refresh()
  }, [isPaid])
}

/** Retries use the same key, so that a lost reply does not start a second payment. */
export function useStartPayment() {
  const queryClient = useQueryClient()
  const last = useRef({ request: '', key: '' })
  return useMutation({
    mutationFn: (body: contract.PaymentRequest) => {
      const request = JSON.stringify(body)
      if (last.current.request !== request) last.current = { request, key: makeAttemptKey() }
      return call(contract.startPayment, { body, key: last.current.key })
    },
    onSuccess: () => {
      last.current = { request: '', key: '' }
    },
    // The pack may have changed.
    onError: () => void queryClient.invalidateQueries(paymentOptionsQuery),
  })
}

/** For calls that answer with the changed payment. */
function usePaymentChange<Input>(change: (input: Input) => Promise<contract.PackPayment>) {
  const queryClient = useQueryClient()
  const refresh = useRefreshCredits()
  return useMutation({
    mutationFn: change,
    onSuccess: (payment) => {
      queryClient.setQueryData(paymentQuery(payment.id).queryKey, payment)
      queryClient.setQueryData(checkedPaymentQuery(payment.id).queryKey, payment)
      refresh()
    },
  })
}

export const useCancelPayment = () =>
  usePaymentChange((id: number) => call(contract.cancelPayment, { params: { id } }))

export const useEndTestPayment = (id: number) =>
  usePaymentChange((outcome: 'paid' | 'declined') =>
    call(contract.endTestPayment, { params: { id }, body: { outcome } }),
  )

export async function fetchReceipt(id: number): Promise<Blob> {
  const file = await openFile(contract.getReceipt, {
    params: { id },
    signal: AbortSignal.timeout(RECEIPT_MS),
  })
  return file.blob()
}

type AdminView = { page: number; page_size: number; q?: string; user_id?: number } & ListFilter

export const allPaymentsQuery = ({ page, page_size, q = '', ...filter }: AdminView) =>
  queryOptions({
    queryKey: [...ALL_PAYMENTS, page, page_size, q, filter],
    queryFn: ({ signal }) =>
      callPage(contract.listAllPayments, { query: { page, page_size, q, ...filter }, signal }),
    placeholderData: keepPreviousData,
  })

export const markPaymentPaid = (id: number, body: contract.InvoicePayment) =>
  call(contract.markPaymentPaid, { params: { id }, body })

type RefundOrder = contract.RefundRequest & { id: number; key: string }

/** Retries with the same key refund once. */
export const refundPayment = ({ id, key, ...body }: RefundOrder) =>
  call(contract.refundPayment, { params: { id }, body, key })

/** For calls that answer with the changed payment. Credits and their entries change with it. */
export function useAdminPaymentChange<Input>(
  change: (input: Input) => Promise<contract.AdminPayment>,
  { onSuccess, ...options }: UseMutationOptions<contract.AdminPayment, Error, Input>,
) {
  const queryClient = useQueryClient()
  return useMutation({
    ...options,
    mutationFn: change,
    onSuccess: (...given) => {
      for (const queryKey of [ALL_PAYMENTS, ['users']]) void queryClient.invalidateQueries({ queryKey })
      onSuccess?.(...given)
    },
  })
}
