import * as accounts from '@keyhour/contract/calendar-accounts'
import * as feeds from '@keyhour/contract/calendar-feeds'
import * as imports from '@keyhour/contract/calendar-imports'
import * as hubs from '@keyhour/contract/hubs'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'

export const doorAccountsQuery = (officeId: number) =>
  queryOptions({
    queryKey: ['offices', officeId, 'door accounts'],
    queryFn: ({ signal }) => call(hubs.listDoorAccounts, { params: { id: officeId }, signal }),
  })

export const saveDoorAccount = (officeId: number, body: hubs.DoorAccountForm) =>
  call(hubs.saveDoorAccount, { params: { id: officeId }, body })
export const removeDoorAccount = (
  officeId: number,
  provider: hubs.DoorAccount['provider'],
  codesStay: boolean,
) =>
  call(hubs.removeDoorAccount, {
    params: { id: officeId, provider },
    ...(codesStay && { query: { codes_stay: 'true' } }),
  })

export const calendarAccountsQuery = (officeId: number) =>
  queryOptions({
    queryKey: ['offices', officeId, 'calendar accounts'],
    queryFn: ({ signal }) => call(accounts.listCalendarAccounts, { params: { id: officeId }, signal }),
  })

export const saveCalendarAccount = (officeId: number, body: accounts.CalendarAccountForm) =>
  call(accounts.saveCalendarAccount, { params: { id: officeId }, body })
export const removeCalendarAccount = (officeId: number, provider: accounts.AccountProvider) =>
  call(accounts.removeCalendarAccount, { params: { id: officeId, provider } })

export type FedSpace = { officeId: number; subOfficeId: number }

export const feedQuery = (space: FedSpace) =>
  queryOptions({
    queryKey: ['calendar-feeds', space],
    queryFn: ({ signal }) => call(feeds.getCalendarFeed, { params: space, signal }),
  })

/** `make` replaces an earlier address. */
export function useFeedChange(space: FedSpace) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (change: 'make' | 'end') => ({
      feed: change === 'make' ? await call(feeds.makeCalendarFeed, { params: space }) : await endFeed(space),
    }),
    onSuccess: (answer) => queryClient.setQueryData(feedQuery(space).queryKey, answer),
  })
}

async function endFeed(space: FedSpace): Promise<null> {
  await call(feeds.endCalendarFeed, { params: space })
  return null
}

export const importQuery = (space: FedSpace) =>
  queryOptions({
    queryKey: ['calendar-imports', space],
    queryFn: ({ signal }) => call(imports.getCalendarImport, { params: space, signal }),
  })

export function useImportChange(space: FedSpace) {
  const queryClient = useQueryClient()
  const put = (known: imports.CalendarImport | null) =>
    queryClient.setQueryData(importQuery(space).queryKey, { import: known })
  return {
    save: useMutation({
      mutationFn: (url: string) => call(imports.saveCalendarImport, { params: space, body: { url } }),
      onSuccess: put,
    }),
    end: useMutation({
      mutationFn: () => call(imports.endCalendarImport, { params: space }),
      onSuccess: () => put(null),
    }),
  }
}
