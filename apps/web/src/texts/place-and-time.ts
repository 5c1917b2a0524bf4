import type { AffectedOrder } from '@keyhour/contract/account-deletion'
import { formatDayAndTime, formatSpan, withZone } from '#web/format/time.ts'
import { localPlace, spaceAndOffice } from '#web/texts/local-place.ts'

type Booking = Pick<
  AffectedOrder,
  'office' | 'office_he' | 'sub_office' | 'sub_office_he' | 'start' | 'end' | 'time_zone'
>

/** Where and when a booking is, for somebody who may be elsewhere. */
export function placeAndTime(order: Booking): { place: string; when: string } {
  const { office, sub_office, start, end, time_zone } = localPlace(order)
  const when = end === null ? formatDayAndTime(start, time_zone) : formatSpan(start, end, time_zone)
  return {
    place: spaceAndOffice(sub_office, office),
    when: withZone(when, start, time_zone),
  }
}
