import { getOffice, listMyOffices, listOffices } from '@keyhour/contract/offices'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'

/** Prefix of every query about offices, those of other features included. */
export const ALL_OFFICES = ['offices']

export const myOfficesQuery = queryOptions({
  queryKey: ['offices', 'mine'],
  queryFn: ({ signal }) => call(listMyOffices, { signal }),
  staleTime: 60_000,
})

export const officesQuery = queryOptions({
  queryKey: ['offices', 'all'],
  queryFn: ({ signal }) => call(listOffices, { signal }),
})

export const officeQuery = (officeId: number) =>
  queryOptions({
    queryKey: ['offices', officeId],
    queryFn: ({ signal }) => call(getOffice, { params: { officeId }, signal }),
  })
