import type { Availability } from '@keyhour/contract/availability'
import { daysAfter, goesOver, type Hours } from '@keyhour/contract/office-clock'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useOfficeChanges } from '#web/api/live.ts'
import { availabilityKey, availabilityQuery, type SpaceQuery } from '#web/features/availability/api.ts'
import type { ChosenTime } from '#web/features/availability/chosen-time.ts'
import { type Half, halvesOf, withNight } from '#web/format/half-hours.ts'

export type Day = { query: UseQueryResult<Availability>; halves: Half[] | undefined }

/** The day of a space, kept up to date while it is shown. Where the office does not close, it goes on into the night. */
export function useDay(space: SpaceQuery | null, { date, end }: ChosenTime, hours: Hours | undefined): Day {
  const isOpenAllNight = hours !== undefined && goesOver(hours, date)
  const queryClient = useQueryClient()
  const where = space ?? { office_id: 0, sub_office_id: null }
  const query = useQuery({ ...availabilityQuery(where, date), enabled: space !== null })
  const night = useQuery({
    ...availabilityQuery(where, daysAfter(date, 1)),
    enabled: space !== null && isOpenAllNight && query.data?.rent_type === 'hour',
  })
  useOfficeChanges(
    space?.office_id,
    () => void queryClient.invalidateQueries({ queryKey: availabilityKey(where.office_id) }),
  )

  const halves = useMemo(
    () =>
      query.data && withNight(halvesOf(query.data, date), isOpenAllNight ? night.data : undefined, date, end),
    [query.data, night.data, isOpenAllNight, date, end],
  )
  return { query, halves }
}
