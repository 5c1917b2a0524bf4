import {
  getAvailability,
  getMonthAvailability,
  listAvailability,
  listFirstFree,
} from '@keyhour/contract/availability'
import type { SpaceRef } from '@keyhour/contract/offices'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'

/** With `order_id`, what that order occupies counts as free: it is about to be moved. */
export type SpaceQuery = SpaceRef & { order_id?: number }

export const availabilityKey = (officeId: number) => ['availability', officeId] as const

const queryOf = ({ sub_office_id, order_id }: SpaceQuery) => ({
  ...(sub_office_id !== null && { sub_office_id }),
  ...(order_id !== undefined && { order_id }),
})

export const availabilityQuery = (space: SpaceQuery, date: string) =>
  queryOptions({
    queryKey: [...availabilityKey(space.office_id), queryOf(space), date],
    queryFn: ({ signal }) =>
      call(getAvailability, {
        params: { officeId: space.office_id },
        query: { date, ...queryOf(space) },
        signal,
      }),
  })

export const daysOfSpacesQuery = (officeId: number, date: string) =>
  queryOptions({
    queryKey: [...availabilityKey(officeId), 'spaces', date],
    queryFn: ({ signal }) => call(listAvailability, { params: { officeId }, query: { date }, signal }),
    placeholderData: keepPreviousData,
  })

export const monthQuery = (space: SpaceQuery, month: string) =>
  queryOptions({
    queryKey: [...availabilityKey(space.office_id), queryOf(space), 'month', month],
    queryFn: ({ signal }) =>
      call(getMonthAvailability, {
        params: { officeId: space.office_id },
        query: { month, ...queryOf(space) },
        signal,
      }),
  })

/** What is free instead of a day that is full or closed. */
export const firstFreeQuery = (space: SpaceQuery, date: string) =>
  queryOptions({
    queryKey: [...availabilityKey(space.office_id), queryOf(space), 'first-free', date],
    queryFn: ({ signal }) =>
      call(listFirstFree, {
        params: { officeId: space.office_id },
        query: { date, ...(space.sub_office_id !== null && { sub_office_id: space.sub_office_id }) },
        signal,
      }),
  })
