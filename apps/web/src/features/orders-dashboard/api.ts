import { getOrder } from '@keyhour/contract/orders'
import * as contract from '@keyhour/contract/orders-dashboard'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { call, callPage } from '#web/api/call.ts'
import type { OfficesInUseView, SpaceKey } from '#web/features/orders-dashboard/rules.ts'

export const DASHBOARD = ['orders-dashboard']

const REFRESH_MS = 30_000

export const dashboardOfficesQuery = ({ page, page_size, q, in_use }: OfficesInUseView) =>
  queryOptions({
    queryKey: [...DASHBOARD, 'offices', page, page_size, q, in_use],
    queryFn: ({ signal }) =>
      callPage(contract.listDashboardOffices, {
        query: { page, page_size, q, in_use: in_use ? 'true' : 'false' },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

export const subOfficesQuery = (officeId: number | null) =>
  queryOptions({
    queryKey: [...DASHBOARD, 'sub-offices', officeId],
    queryFn:
      officeId === null
        ? skipToken
        : ({ signal }) => call(contract.listDashboardSubOffices, { params: { id: officeId }, signal }),
    refetchInterval: REFRESH_MS,
  })

export const activeOrdersQuery = (place: SpaceKey | null) =>
  queryOptions({
    queryKey: [...DASHBOARD, 'orders', place],
    queryFn:
      place === null
        ? skipToken
        : ({ signal }) =>
            place.space === 'whole'
              ? call(contract.listActiveOrdersOfWhole, { params: { id: place.office }, signal })
              : call(contract.listActiveOrders, { params: { id: place.space }, signal }),
    refetchInterval: REFRESH_MS,
  })

/** For an order that is not active in the chosen space. */
export const absentOrderQuery = (orderId: number | null) =>
  queryOptions({
    queryKey: [...DASHBOARD, 'absent', orderId],
    queryFn: orderId === null ? skipToken : ({ signal }) => call(getOrder, { params: { orderId }, signal }),
  })

export const orderUserQuery = (orderId: number) =>
  queryOptions({
    queryKey: [...DASHBOARD, 'user', orderId],
    queryFn: ({ signal }) => call(contract.getOrderUser, { params: { id: orderId }, signal }),
  })
