import { getOrder, listActiveSessions, listComingOrders } from '@keyhour/contract/orders'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'

const REFRESH_MS = 30_000

export const activeSessionsQuery = (officeId: number, subOfficeId: number | undefined) =>
  queryOptions({
    queryKey: ['orders', 'active', officeId, subOfficeId],
    queryFn: ({ signal }) =>
      call(listActiveSessions, { params: { officeId }, query: { sub_office_id: subOfficeId }, signal }),
    refetchInterval: REFRESH_MS,
  })

export const comingOrdersQuery = (officeId: number, subOfficeId: number | undefined) =>
  queryOptions({
    queryKey: ['orders', 'coming', officeId, subOfficeId],
    queryFn: ({ signal }) =>
      call(listComingOrders, { params: { officeId }, query: { sub_office_id: subOfficeId }, signal }),
    refetchInterval: REFRESH_MS,
  })

export const orderQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', orderId],
    queryFn: ({ signal }) => call(getOrder, { params: { orderId }, signal }),
  })
