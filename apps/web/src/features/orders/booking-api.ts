import { getAvailability, getMonthAvailability } from '@keyhour/contract/availability'
import * as contract from '@keyhour/contract/orders'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { call } from '#web/api/call.ts'
import { useKeepOrder } from '#web/features/orders/order-api.ts'

/** A space, or with `sub_office_id` null a whole office. */
export type Place = { office_id: number; sub_office_id: number | null }

/** The same for whoever would move an order: what it takes is not in their way. */
export type SeenPlace = Place & { order_id?: number }

export const availabilityKey = (officeId: number) => ['availability', officeId] as const

const asAsked = ({ sub_office_id, order_id }: SeenPlace) => ({
  ...(sub_office_id !== null && { sub_office_id }),
  ...(order_id !== undefined && { order_id }),
})

export const availabilityQuery = (place: SeenPlace, date: string) =>
  queryOptions({
    queryKey: [...availabilityKey(place.office_id), asAsked(place), date],
    queryFn: ({ signal }) =>
      call(getAvailability, {
        params: { officeId: place.office_id },
        query: { date, ...asAsked(place) },
        signal,
      }),
  })

/** Kept up to date with the days. */
export const monthQuery = (place: SeenPlace, month: string) =>
  queryOptions({
    queryKey: [...availabilityKey(place.office_id), asAsked(place), 'month', month],
    queryFn: ({ signal }) =>
      call(getMonthAvailability, {
        params: { officeId: place.office_id },
        query: { month, ...asAsked(place) },
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

/**
 * Holding, letting go, booking and starting happen in the order in which they were asked for: a hold that came after its
 * own booking would keep another seat.
 */
const IN_TURN = { scope: { id: 'hold' } }

export const useHoldStay = () =>
  useMutation({
    ...IN_TURN,
    mutationFn: (body: contract.BookingRequest) => call(contract.holdStay, { body }),
  })

export const useReleaseHold = () => useMutation({ ...IN_TURN, mutationFn: () => call(contract.releaseHold) })

export const useBookSpace = () =>
  useOrdering((body: contract.BookingRequest, key) => call(contract.bookSpace, { body, key }))

export const useStartVisit = () => useOrdering((body: Place, key) => call(contract.startVisit, { body, key }))

/** Asking for the same again is the same attempt, so that an answer that was lost makes no second order. */
function useOrdering<Body>(order: (body: Body, key: string) => Promise<contract.OrderDetails>) {
  const keep = useKeepOrder()
  const attempt = useRef({ request: '', key: '' })
  return useMutation({
    ...IN_TURN,
    mutationFn: (body: Body) => {
      const request = JSON.stringify(body)
      if (attempt.current.request !== request) attempt.current = { request, key: makeAttemptKey() }
      return order(body, attempt.current.key)
    },
    onSuccess: (made) => {
      attempt.current = { request: '', key: '' }
      keep(made)
    },
  })
}
