import * as contract from '@keyhour/contract/visits'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#web/api/call.ts'
import { orderQuery, useMakeOrder } from '#web/features/orders/api.ts'

const REFRESH_MS = 30_000

export const activeSessionsQuery = (officeId: number, subOfficeId: number | undefined) =>
  queryOptions({
    queryKey: ['orders', 'active', officeId, subOfficeId],
    queryFn: ({ signal }) =>
      call(contract.listActiveSessions, {
        params: { officeId },
        query: { sub_office_id: subOfficeId },
        signal,
      }),
    refetchInterval: REFRESH_MS,
  })

/** Never cached: the cost grows while the visit goes on. */
export const checkOutCostQuery = (orderId: number) =>
  queryOptions({
    queryKey: [...orderQuery(orderId).queryKey, 'check-out'],
    queryFn: ({ signal }) => call(contract.getCheckOutCost, { params: { orderId }, signal }),
    staleTime: 0,
    retry: false,
  })

export const useStartVisit = () =>
  useMakeOrder((body: z.infer<typeof contract.startVisit.body>, key) =>
    call(contract.startVisit, { body, key }),
  )

export const checkIn = (orderId: number) => call(contract.checkIn, { params: { orderId } })
export const checkOut = (orderId: number, expected_total: number) =>
  call(contract.checkOut, { params: { orderId }, body: { expected_total } })
export const undoCheckOut = (orderId: number) => call(contract.undoCheckOut, { params: { orderId } })
