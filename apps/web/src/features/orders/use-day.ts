import type { Availability } from '@keyhour/contract/availability'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useOfficeChanges } from '#web/api/live.ts'
import { availabilityKey, availabilityQuery, type SeenPlace } from '#web/features/orders/booking-api.ts'
import type { Choice } from '#web/features/orders/booking-rules.ts'
import { type Half, halvesOf, withNight } from '#web/format/half-hours.ts'
import { daysAfter } from '#web/format/time.ts'

export type Day = { query: UseQueryResult<Availability>; halves: Half[] | undefined }

/** What is free in a space on the day of a choice, kept up to date while somebody looks at it. */
export function useDay(place: SeenPlace | null, { date, end }: Choice, isAlwaysOpen: boolean): Day {
  const queryClient = useQueryClient()
  const where = place ?? { office_id: 0, sub_office_id: null }
  const query = useQuery({ ...availabilityQuery(where, date), enabled: place !== null })
  const night = useQuery({
    ...availabilityQuery(where, daysAfter(date, 1)),
    enabled: place !== null && isAlwaysOpen && query.data?.rent_type === 'hour',
  })
  useOfficeChanges(
    place?.office_id,
    () => void queryClient.invalidateQueries({ queryKey: availabilityKey(where.office_id) }),
  )

  const halves = useMemo(
    () =>
      query.data && withNight(halvesOf(query.data, date), isAlwaysOpen ? night.data : undefined, date, end),
    [query.data, night.data, isAlwaysOpen, date, end],
  )
  return { query, halves }
}
