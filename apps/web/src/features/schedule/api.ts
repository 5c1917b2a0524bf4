import type { StaffClosure } from '@keyhour/contract/closures'
import { openClosure } from '@keyhour/contract/front-desk'
import type { OrderDetails } from '@keyhour/contract/orders'
import { removeOwnerClosure } from '@keyhour/contract/owners'
import * as contract from '@keyhour/contract/schedule'
import * as moves from '@keyhour/contract/schedule-moves'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/api/call.ts'
import { useMakeOrder, useOrderChange } from '#web/features/orders/api.ts'
import type { AskedStay } from '#web/features/schedule/book-rules.ts'
import type { BoardAsked } from '#web/features/schedule/rules.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'

/** Holds run out without a word from the server. */
const REFRESH_MS = 30_000

/** Under the key of orders: whatever changes an order refreshes this, too. */
const BOARDS = ['orders', 'board']

export const boardQuery = (officeId: number, asked: BoardAsked) =>
  queryOptions({
    queryKey: [...BOARDS, officeId, asked],
    queryFn: ({ signal }) => call(contract.getBoard, { params: { officeId }, query: asked, signal }),
    refetchInterval: REFRESH_MS,
    // Turning the page of a day does not empty the board; another office does.
    placeholderData: (before, query) => (query?.queryKey[2] === officeId ? before : undefined),
  })

/** The stream tells of changes, too, but only while it is connected. */
export function useBoardChanged() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: BOARDS })
}

export const closeStretch = (officeId: number, body: StaffClosure) =>
  call(contract.closeStretch, { params: { officeId }, body })

/** Owners open again what owners and managers have closed, managers what managers have. */
export function useReopen(officeId: number, asOwner: boolean) {
  const { t } = useTranslation('schedule')
  const changed = useBoardChanged()
  return useMutation({
    mutationFn: (closureId: number) =>
      asOwner
        ? call(removeOwnerClosure, { params: { officeId, closureId } })
        : call(openClosure, { params: { officeId, closureId } }),
    onSuccess: () => {
      changed()
      notify(t('stretch.opened'), 'success')
    },
    onError: (error) => notifyFailure(error),
  })
}

const SHORTEST_SOUGHT = 2

export const customersQuery = (officeId: number, q: string) =>
  queryOptions({
    queryKey: [...BOARDS, officeId, 'customers', q],
    queryFn: ({ signal }) => call(contract.findCustomers, { params: { officeId }, query: { q }, signal }),
    enabled: q.length >= SHORTEST_SOUGHT,
    placeholderData: (before) => before,
  })

export const staffQuoteQuery = (officeId: number, stay: AskedStay | null) =>
  queryOptions({
    queryKey: ['quote', 'staff', officeId, stay],
    queryFn: ({ signal }) => call(contract.quoteForCustomer, { params: { officeId }, body: stay!, signal }),
    enabled: stay !== null,
    retry: false,
    // The form keeps its shape while the next price is on its way.
    placeholderData: (before) => before,
  })

export function useStaffBooking(officeId: number) {
  const changed = useBoardChanged()
  return useMakeOrder(async (body: contract.StaffBooking, key) => {
    const order = await call(contract.bookForCustomer, { params: { officeId }, body, key })
    changed()
    return order
  })
}

export const MOVE_QUOTES = ['quote', 'move']

/** Never kept: what it costs and whether it is free may change at any time. */
export const moveQuoteQuery = (officeId: number, orderId: number, body: moves.BoardMove | null) =>
  queryOptions({
    queryKey: [...MOVE_QUOTES, officeId, orderId, body],
    queryFn: ({ signal }) => call(moves.quoteMove, { params: { officeId, orderId }, body: body!, signal }),
    enabled: body !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })

export type BookingMove = { orderId: number; body: moves.BoardMove }

export function useMoveBooking(officeId: number) {
  const changed = useBoardChanged()
  return useOrderChange(async ({ orderId, body }: BookingMove): Promise<OrderDetails> => {
    try {
      return await call(moves.moveOnBoard, { params: { officeId, orderId }, body })
    } finally {
      // Also after a refusal: the board no longer shows what there is.
      changed()
    }
  })
}
