import { listAllOrders } from '@keyhour/contract/all-orders'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isAxiosError } from 'axios'
import type { TFunction } from 'i18next'
import { CallError, callPage, SENTENCES } from '#web/api/call.ts'
import { type AllOrdersView, countingFilters } from '#web/features/all-orders/rules.ts'
import { serverText } from '#web/texts/i18n.ts'

export function allOrdersQuery(view: AllOrdersView) {
  const { page, page_size, sort, direction } = view
  const query = { page, page_size, sort, direction, ...countingFilters(view) }
  return queryOptions({
    queryKey: ['orders', 'all', query],
    queryFn: ({ signal }) => callPage(listAllOrders, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Uses the wording of the specification. */
export function reasonOf(error: Error, t: TFunction<'admin-orders'>): string {
  if (!(error instanceof CallError)) return serverText(SENTENCES.unknown)
  if (!isAxiosError(error.cause)) return serverText(error.message)
  const { response, code, message } = error.cause
  // The client accepts only 200; axios reports statuses from 400 as its own errors.
  if (response && response.status < 400)
    return t('failedToFetch', { status: response.status, statusText: response.statusText }).trim()
  return t('axiosError', { message: serverText(message), code: response?.status ?? code })
}
