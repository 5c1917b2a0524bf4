import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useOfficeChanges } from '#web/api/live.ts'
import { availabilityKey, daysOfSpacesQuery } from '#web/features/availability/api.ts'

/** A day of all spaces of an office, kept up to date. With `isWatched`, `useDay` already does that on this screen. */
export function useOfficeDay(officeId: number, date: string, isWatched: boolean) {
  const queryClient = useQueryClient()
  useOfficeChanges(
    isWatched ? undefined : officeId,
    () => void queryClient.invalidateQueries({ queryKey: availabilityKey(officeId) }),
  )
  return useQuery(daysOfSpacesQuery(officeId, date))
}
