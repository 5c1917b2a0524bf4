// Public pages load this file and should stay small: no zod here.

const MINUTE = 60_000
const HALF_HOUR = 30 * MINUTE
const DAY = 86_400_000
const MOST_DAYS_REMEMBERED = 10_000

/** Close before open: past midnight. Both the same: for 24 hours. */
export type OpenHours = { open_hours: string; close_hours: string }

/** Weekdays count from Sunday, 0. Hours null: closed. */
export type WeekdayHours = { weekday: number; hours: OpenHours | null }

/** Both days inclusive. Hours null: closed. */
export type Holiday = {
  first_day: string
  last_day: string
  name: string
  name_he: string | null
  hours: OpenHours | null
}

/**
 * `open_hours` and `close_hours` hold on every day, unless the weekday or a holiday has its own; a holiday wins. Both
 * null: around the clock. Openings that touch are one: a stay may go on from one to the next.
 */
export type Hours = {
  time_zone: string
  open_hours: string | null
  close_hours: string | null
  week_hours: WeekdayHours[]
  holidays: Holiday[]
}

/** Half-open, in milliseconds. */
type Span = { from: number; to: number }

/** Like `2026-03-02` and `09:30`. */
export type WallClock = { date: string; time: string }

/** How far the clocks are ahead of UTC on one UTC day, in milliseconds, before and after they change at `changesAt`. */
type DayOffsets = { before: number; after: number; changesAt: number }

type Zone = { clock: Intl.DateTimeFormat; days: Map<number, DayOffsets> }

const zones = new Map<string, Zone>()

function zoneNamed(timeZone: string): Zone {
  const known = zones.get(timeZone)
  if (known) return known
  // Swedish dates look like `2026-03-02 09:30:00`.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const zone = { clock, days: new Map() }
  zones.set(timeZone, zone)
  return zone
}

const readOffset = ({ clock }: Zone, moment: number): number =>
  Date.parse(`${clock.format(moment).replace(' ', 'T')}Z`) - Math.floor(moment / 1000) * 1000

function readDay(zone: Zone, day: number): DayOffsets {
  let [from, to] = [day * DAY, (day + 1) * DAY]
  const [before, after] = [readOffset(zone, from), readOffset(zone, to)]
  if (before === after) return { before, after, changesAt: Number.POSITIVE_INFINITY }
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2)
    if (readOffset(zone, middle) === before) from = middle
    else to = middle
  }
  return { before, after, changesAt: to }
}

/** `day` counts from 1970. */
export function offsetsOn(day: number, timeZone: string): DayOffsets {
  const zone = zoneNamed(timeZone)
  const known = zone.days.get(day)
  if (known) return known
  const read = readDay(zone, day)
  if (zone.days.size >= MOST_DAYS_REMEMBERED) zone.days.clear()
  zone.days.set(day, read)
  return read
}

/** In milliseconds. Fast enough for a million rows. */
export function offsetAt(moment: number, timeZone: string): number {
  const { before, after, changesAt } = offsetsOn(Math.floor(moment / DAY), timeZone)
  return moment < changesAt ? before : after
}

const asWallClock = (wall: number): WallClock => {
  const shown = new Date(wall).toISOString()
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) }
}

export const wallClock = (moment: number, timeZone: string): WallClock =>
  asWallClock(moment + offsetAt(moment, timeZone))

/**
 * The moment when the clocks of a zone show `date` `time`: the first if they show it twice; if they skip it, as if they
 * had not changed yet.
 */
export function momentAt(date: string, time: string, timeZone: string): number {
  const wall = Date.parse(`${date}T${time}Z`)
  const isShownAt = (moment: number) => moment + offsetAt(moment, timeZone) === wall
  const before = wall - offsetAt(wall - DAY, timeZone)
  const after = wall - offsetAt(wall + DAY, timeZone)
  return isShownAt(before) || !isShownAt(after) ? before : after
}

/** For a time that a person chose: undefined when the clocks skip it. */
export function findMoment(date: string, time: string, timeZone: string): number | undefined {
  const found = momentAt(date, time, timeZone)
  const shown = wallClock(found, timeZone)
  return shown.date === date && shown.time === time ? found : undefined
}

/** The clock was set back and has shown this time before; a booking means the first time. */
export function isRepeated(moment: number, timeZone: string): boolean {
  const { date, time } = wallClock(moment, timeZone)
  return momentAt(date, time, timeZone) < moment - (moment % MINUTE)
}

/**
 * The time until which a stay that ends at this moment is booked. Where the clock is set back at 02:00, that is 02:00,
 * although the clock shows 01:00 by then.
 */
export function wallClockAtEnd(moment: number, timeZone: string): WallClock {
  if (!isRepeated(moment, timeZone)) return wallClock(moment, timeZone)
  const before = moment - HALF_HOUR
  return asWallClock(before + offsetAt(before, timeZone) + HALF_HOUR)
}

/** Weekdays count from Sunday, 0. */
export const weekdayOn = (date: string): number => new Date(Date.parse(date)).getUTCDay()

export const holidayOn = ({ holidays }: Pick<Hours, 'holidays'>, date: string): Holiday | undefined =>
  holidays.find(({ first_day, last_day }) => first_day <= date && date <= last_day)

/** Of the opening that begins on this day. Null: closed. */
export function hoursOn(hours: Omit<Hours, 'time_zone'>, date: string): OpenHours | null {
  const own = holidayOn(hours, date) ?? ownHoursOf(hours, weekdayOn(date))
  if (own) return own.hours
  return { open_hours: hours.open_hours ?? '00:00', close_hours: hours.close_hours ?? '00:00' }
}

const ownHoursOf = ({ week_hours }: Pick<Hours, 'week_hours'>, weekday: number): WeekdayHours | undefined =>
  week_hours.find((day) => day.weekday === weekday)

/** The opening that begins on this day of the office's calendar, until the next one begins at the latest. */
export function openingOn(hours: Hours, date: string): Span | undefined {
  const today = hoursOn(hours, date)
  if (!today) return undefined
  const { time_zone } = hours
  const from = momentAt(date, today.open_hours, time_zone)
  if (today.close_hours > today.open_hours) return { from, to: momentAt(date, today.close_hours, time_zone) }
  const next = daysAfter(date, 1)
  const after = hoursOn(hours, next)
  const close = after && after.open_hours < today.close_hours ? after.open_hours : today.close_hours
  return { from, to: momentAt(next, close, time_zone) }
}

/** Whether the opening of this day goes over into that of the next day. Needs no time zone, which browsers load slowly. */
export function goesOver(hours: Omit<Hours, 'time_zone'>, date: string): boolean {
  const [today, next] = [hoursOn(hours, date), hoursOn(hours, daysAfter(date, 1))]
  if (!today || !next || today.close_hours > today.open_hours) return false
  return next.open_hours <= today.close_hours
}

/** Until an opening past midnight ends, its moments belong to the day before. */
export function officeDayAt(hours: Hours, moment: number): string {
  const { date } = wallClock(moment, hours.time_zone)
  const yesterday = daysAfter(date, -1)
  const before = hoursOn(hours, yesterday)
  const isNightly = before !== null && before.close_hours <= before.open_hours && before.close_hours > '00:00'
  return isNightly && moment < openingOn(hours, yesterday)!.to ? yesterday : date
}

/** By calendar, where a day may have 23 or 25 hours. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

/** By calendar. */
export const daysBetween = (date: string, later: string): number =>
  (Date.parse(later) - Date.parse(date)) / DAY

/** `month` is like `2026-03`. */
export function daysOfMonth(month: string): string[] {
  const count = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
  return Array.from({ length: count }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`)
}
