import type { StaffClosure } from '@keyhour/contract/closures'
import * as contract from '@keyhour/contract/owners'
import type { Language } from '@keyhour/contract/primitives'
import { queryOptions, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useOutletContext } from 'react-router'
import { call, callPage, openFile } from '#web/api/call.ts'

/** Prefix of every query of the owner's area: all of it is asked for again when an office changes. */
export const OWNER = ['owner']

export const ownerOfficesQuery = queryOptions({
  queryKey: [...OWNER, 'offices'],
  queryFn: ({ signal }) => call(contract.listOwnerOffices, { signal }),
})

/**
 * What the frame gives its screens: at least one office, and the one that is chosen in the frame. Only the statements are
 * shown without any: those who owned an office keep its statements.
 */
export type OwnedOffices = { offices: contract.OwnerOffice[]; office: contract.OwnerOffice }

export const useOwnedOffices = (): OwnedOffices => useOutletContext<OwnedOffices>()

/** While another page or month loads, the one before stays, unless it is of another office. The key has the office third. */
export const keepWithin =
  (officeId: number | undefined) =>
  <Data>(before: Data | undefined, query: { queryKey: readonly unknown[] } | undefined): Data | undefined =>
    query?.queryKey[2] === officeId ? before : undefined

/** Nothing of another week stays: its days would look free. */
export const calendarQuery = (officeId: number, days: { from: string; to: string }) =>
  queryOptions({
    queryKey: [...OWNER, 'calendar', officeId, days],
    queryFn: ({ signal }) => call(contract.getOwnerCalendar, { params: { officeId }, query: days, signal }),
  })

export const spaceDaysQuery = (officeId: number, days: { from: string; to: string }) =>
  queryOptions({
    queryKey: [...OWNER, 'days', officeId, days],
    queryFn: ({ signal }) => call(contract.listSpaceDays, { params: { officeId }, query: days, signal }),
    placeholderData: keepWithin(officeId),
  })

/** Whatever an owner changes may show on every screen of the area. */
export function useOwnerChanged() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: OWNER })
}

export function useOwnerChange<Input, Answer>(
  options: Omit<UseMutationOptions<Answer, Error, Input>, 'onSettled'>,
) {
  return useMutation({ ...options, onSettled: useOwnerChanged() })
}

export const closeTime = (officeId: number, body: StaffClosure) =>
  call(contract.addOwnerClosure, { params: { officeId }, body })

export const openTime = (officeId: number, closureId: number) =>
  call(contract.removeOwnerClosure, { params: { officeId, closureId } })

export const changeHours = (officeId: number, body: contract.OfficeHours) =>
  call(contract.changeOfficeHours, { params: { officeId }, body })

export const changePrices = (officeId: number, body: contract.SpacePrices) =>
  call(contract.changeSpacePrices, { params: { officeId }, body })

/** As it is stored now. */
export const fetchOwnerOffice = async (officeId: number) =>
  (await call(contract.listOwnerOffices)).find(({ id }) => id === officeId)

export type OrdersView = {
  list: contract.OwnerOrderList
  sub_office_id?: number
  page: number
  page_size: number
}

export const ownerOrdersQuery = (officeId: number, view: OrdersView) =>
  queryOptions({
    queryKey: [...OWNER, 'orders', officeId, view],
    queryFn: ({ signal }) =>
      callPage(contract.listOwnerOrders, { params: { officeId }, query: view, signal }),
    placeholderData: keepWithin(officeId),
  })

export const ownerOrderQuery = (officeId: number, orderId: number) =>
  queryOptions({
    queryKey: [...OWNER, 'order', officeId, orderId],
    queryFn: ({ signal }) => call(contract.getOwnerOrder, { params: { officeId, orderId }, signal }),
  })

const FILE_MS = 120_000

export async function fetchOrdersFile(
  officeId: number,
  { list, sub_office_id }: Pick<OrdersView, 'list' | 'sub_office_id'>,
  language: Language,
): Promise<Blob> {
  const file = await openFile(contract.exportOwnerOrders, {
    params: { officeId },
    query: { list, language, ...(sub_office_id !== undefined && { sub_office_id }) },
    signal: AbortSignal.timeout(FILE_MS),
  })
  return file.blob()
}
