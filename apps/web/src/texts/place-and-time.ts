import type { AffectedOrder } from '@keyhour/contract/account-deletion'
import { formatDayAndTime, formatSpan, withZone } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'

/** Where and when a booking is, for somebody who may be elsewhere. */
export function placeAndTime(order: AffectedOrder): { place: string; when: string } {
  const { office, sub_office, start, end, time_zone } = localPlace(order)
  const when = end === null ? formatDayAndTime(start, time_zone) : formatSpan(start, end, time_zone)
  return {
    place: sub_office === null ? office : `${sub_office} · ${office}`,
    when: withZone(when, start, time_zone),
  }
}
