import { getAvailability } from '@keyhour/contract/availability'
import * as contract from '@keyhour/contract/orders'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { call } from '#web/api/call.ts'
import { useKeepOrder } from '#web/features/orders/order-api.ts'

/** A space, or with `sub_office_id` null a whole office. */
export type Place = { office_id: number; sub_office_id: number | null }

export const availabilityKey = (officeId: number) => ['availability', officeId] as const

export const availabilityQuery = ({ office_id, sub_office_id }: Place, date: string) =>
  queryOptions({
    queryKey: [...availabilityKey(office_id), sub_office_id, date],
    queryFn: ({ signal }) =>
      call(getAvailability, {
        params: { officeId: office_id },
        query: { date, ...(sub_office_id !== null && { sub_office_id }) },
        signal,
      }),
  })

export const quoteQuery = (stay: contract.BookingRequest | null) =>
  queryOptions({
    queryKey: ['quote', stay],
    queryFn: ({ signal }) => call(contract.quoteStay, { body: stay!, signal }),
    enabled: stay !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Holding and letting go happen in the order in which they were asked for. */
const HOLDING = { scope: { id: 'hold' } }

export const useHoldStay = () =>
  useMutation({
    ...HOLDING,
    mutationFn: (body: contract.BookingRequest) => call(contract.holdStay, { body }),
  })

export const useReleaseHold = () => useMutation({ ...HOLDING, mutationFn: () => call(contract.releaseHold) })

/** Trying the same booking again is the same attempt, so that an answer that was lost books nothing twice. */
export function useBookSpace() {
  const keep = useKeepOrder()
  const attempt = useRef({ request: '', key: '' })
  return useMutation({
    mutationFn: (body: contract.BookingRequest) => {
      const request = JSON.stringify(body)
      if (attempt.current.request !== request) attempt.current = { request, key: makeAttemptKey() }
      return call(contract.bookSpace, { body, key: attempt.current.key })
    },
    onSuccess: (order) => {
      attempt.current = { request: '', key: '' }
      keep(order)
    },
  })
}

export const useStartVisit = () =>
  useMutation({
    mutationFn: (body: Place) => call(contract.startVisit, { body }),
    onSuccess: useKeepOrder(),
  })
