import { daysAfter, hoursOn, officeDayAt, type WallClock, wallClock } from '@keyhour/contract/office-clock'
import { HALF_HOURS } from '@keyhour/contract/space-filter'
import { rangesText } from '#server/features/availability/occupancy-queries.ts'
import { findStay } from '#server/features/availability/plan-stay.ts'
import type { Board, Schedule, Windows } from '#server/features/spaces/rules.ts'
import { MINUTE, type Span } from '#server/time/opening-hours.ts'

/** The hour from the current half hour on, on the clock of each office. */
export const NOW = 'now'

export type Time = { date: string; start: string; end: string; end_date: string }

const MOST_REMEMBERED = 500

/** Whether a time has passed changes on the minute, so each is worked out once a minute. */
export function windowsOf({ schedules, windows: known }: Board, time: Time | typeof NOW, now: Date): Windows {
  const minute = Math.floor(now.getTime() / MINUTE)
  const asked = time === NOW ? NOW : `${time.date} ${time.start} ${time.end_date} ${time.end}`
  const key = `${minute} ${asked}`
  const windows = known.get(key) ?? planWindows(schedules, time, now)
  if (known.size === MOST_REMEMBERED) known.clear()
  known.set(key, windows)
  return windows
}

function planWindows(schedules: Schedule[], asked: Time | typeof NOW, now: Date): Windows {
  const known = new Map<string, Span | undefined>()
  const spans = schedules.map((schedule) => {
    const time = asked === NOW ? hourFrom(wallClock(now.getTime(), schedule.time_zone)) : asked
    const key = sameWindow(schedule, time, now)
    if (!known.has(key)) known.set(key, windowOf(schedule, time, now))
    return known.get(key)
  })
  const withCleaning = spans.flatMap((span, at) =>
    span ? [{ from: span.from, to: span.to + schedules[at]!.cleaning_ms }] : [],
  )
  return { spans, during: rangesText(withCleaning) }
}

/** From the half hour that has begun. */
function hourFrom({ date, time }: WallClock): Time {
  const at = HALF_HOURS.findLastIndex((half) => half <= time)
  const isNextDay = at + 2 >= HALF_HOURS.length
  return {
    date,
    start: HALF_HOURS[at]!,
    end: HALF_HOURS[(at + 2) % HALF_HOURS.length]!,
    end_date: isNextDay ? daysAfter(date, 1) : date,
  }
}

/** Equal for schedules that differ only on other days, such as in their holidays. */
function sameWindow(schedule: Schedule, { date, end_date }: Time, now: Date): string {
  const { time_zone, rent_type } = schedule
  const today = wallClock(now.getTime(), time_zone).date
  const days = [today, date, end_date].flatMap((day) => [daysAfter(day, -1), day, daysAfter(day, 1)])
  const hours = days
    .map((day) => hoursOn(schedule, day))
    .map((day) => day && `${day.open_hours}${day.close_hours}`)
  return `${time_zone} ${rent_type} ${hours.join()}`
}

/** Everything on the board is on offer, whatever it costs. */
const AT_ANY_PRICE = { price_per_hour: 1, price_per_day: 1, price_per_week: 0, price_per_month: null }
const OPEN = { sub_office_id: null, hidden: false, coming_soon: false, temporarily_closed: false }

/** The span that a stay would take in a space with this schedule. Undefined if it cannot be booked then. */
function windowOf(schedule: Schedule, time: Time, now: Date): Span | undefined {
  // For spaces by the day the office must be open at the requested time, and the whole days are taken.
  const asked = findStay({ ...schedule, ...AT_ANY_PRICE, ...OPEN, rent_type: 'hour' }, time, now)
  if (!asked || schedule.rent_type === 'hour') return asked
  const days = findStay(
    { ...schedule, ...AT_ANY_PRICE, ...OPEN },
    { date: officeDayAt(schedule, asked.from) },
    now,
  )
  return days && asked.from >= days.from && asked.to <= days.to ? days : undefined
}
