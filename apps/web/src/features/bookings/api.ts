import type { BookingRequest } from '@keyhour/contract/bookings'
import * as contract from '@keyhour/contract/bookings'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { IN_TURN, useMakeOrder } from '#web/features/orders/api.ts'

export const quoteQuery = (request: BookingRequest | null) =>
  queryOptions({
    queryKey: ['quote', request],
    queryFn: ({ signal }) => call(contract.quoteStay, { body: request!, signal }),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })

export const useHoldStay = () =>
  useMutation({ ...IN_TURN, mutationFn: (body: BookingRequest) => call(contract.holdStay, { body }) })

export const useReleaseHold = () => useMutation({ ...IN_TURN, mutationFn: () => call(contract.releaseHold) })

export const useBookSpace = () =>
  useMakeOrder((body: BookingRequest, key) => call(contract.bookSpace, { body, key }))
