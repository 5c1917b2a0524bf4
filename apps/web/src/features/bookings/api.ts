import type { BookingRequest } from '@keyhour/contract/bookings'
import * as contract from '@keyhour/contract/bookings'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { atShownPrice, IN_TURN, useMakeOrder } from '#web/features/orders/api.ts'
import { paymentOptionsQuery } from '#web/features/payments/api.ts'

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

/** The customer has not seen the choice of how to pay. Its Hebrew is in `server.json`. */
export class PaymentNotChosen extends Error {
  override readonly name = 'PaymentNotChosen'
  constructor() {
    super('Please choose how to pay.')
  }
}

/** Without an answer, nothing is offered. */
const cardsCanPay = (queryClient: QueryClient, quote: contract.Quote): Promise<boolean> =>
  queryClient.ensureQueryData(paymentOptionsQuery).then(
    ({ way, least_charge }) => way !== 'invoice' && quote.due >= (least_charge[quote.currency] ?? 0),
    () => false,
  )

export function useBookSpace() {
  const queryClient = useQueryClient()
  return useMakeOrder(async ({ pay_by, ...stay }: BookingRequest, key) => {
    const quote = quoteQuery(stay)
    const shown = await queryClient.ensureQueryData(quote)
    const isCustomerPaying = stay.business_id === undefined
    if (isCustomerPaying && shown.left > 0 && !pay_by && (await cardsCanPay(queryClient, shown)))
      throw new PaymentNotChosen()
    return atShownPrice(
      (expected_total) => call(contract.bookSpace, { body: { ...stay, pay_by, expected_total }, key }),
      shown,
      (body) => body.quote,
      (next) => queryClient.setQueryData(quote.queryKey, next),
    )
  })
}
