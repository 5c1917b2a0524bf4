import { daysAfter, wallClock } from '@keyhour/contract/office-clock'
import type { OrderDetails } from '@keyhour/contract/orders'
import { useTranslation } from 'react-i18next'
import { formatDate, formatDay, formatTime, formatTimes, shownEnd, withZone } from '#web/format/time.ts'

type Stay = Pick<OrderDetails, 'start' | 'end' | 'time_zone' | 'rent_type'>

/** "Today, 9:00 AM – 11:00 AM" in one line, on the clock of the office. */
export function useStayText(now: number): (stay: Stay) => string {
  const { t } = useTranslation('orders')

  function dayOf(instant: string, zone: string): string {
    const { date } = wallClock(Date.parse(instant), zone)
    const today = wallClock(now, zone).date
    if (date === today) return t('stay.today')
    if (date === daysAfter(today, 1)) return t('stay.tomorrow')
    // Without the year, if it is this one.
    return date.slice(0, 4) === today.slice(0, 4) ? formatDate(date) : formatDay(instant, zone)
  }

  return ({ start, end, time_zone, rent_type }) => {
    const day = dayOf(start, time_zone)
    if (end === null)
      return withZone(t('stay.since', { day, time: formatTime(start, time_zone) }), start, time_zone)
    const last = dayOf(shownEnd(end, time_zone), time_zone)
    if (last === day) return withZone(`${day}, ${formatTimes(start, end, time_zone)}`, start, time_zone)
    const [from, until] = [formatTime(start, time_zone), formatTime(shownEnd(end, time_zone), time_zone)]
    return withZone(
      rent_type === 'day' ? `${day} – ${last}` : `${day}, ${from} – ${last}, ${until}`,
      start,
      time_zone,
    )
  }
}
