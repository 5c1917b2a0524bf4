import type { DayOffer, Slot } from '@keyhour/contract/availability'
import type { Office, SubOffice } from '@keyhour/contract/offices'
import type { OrderDetails, TimeChange } from '@keyhour/contract/orders'
import { pictureAddress } from '@keyhour/contract/picture-address'
import { LocalDate } from '@keyhour/contract/primitives'
import {
  HALF_HOUR_MS,
  type Half,
  type Hours,
  inOfficeDay,
  isFree,
  keyOf,
  NEXT_DAY,
  officeDayAt,
  wallOf,
} from '#web/format/half-hours.ts'
import { wallClock } from '#web/format/time.ts'

export const offeredSpaces = ({ sub_offices }: Office): SubOffice[] =>
  sub_offices.filter(({ deleted_at }) => deleted_at === null)

export type Rate = { cents: number; per: 'hour' | 'day' | 'week' | 'month' }

/** What a space asks, shortest stay first, without the rates it does not offer. */
export function ratesOf(space: SubOffice): Rate[] {
  const rates: Rate[] =
    space.rent_type === 'hour'
      ? [{ cents: space.price_per_hour, per: 'hour' }]
      : [
          { cents: space.price_per_day, per: 'day' },
          { cents: space.price_per_week, per: 'week' },
          { cents: space.price_per_month ?? 0, per: 'month' },
        ]
  return rates.filter(({ cents }) => cents > 0)
}

export const pictureOf = ({ pictures: [picture] }: SubOffice): string | undefined =>
  picture && pictureAddress('sub_office', picture)

/**
 * What is being chosen, on the office's clock. `start` and `end` are `13:30`, or `00:30+1` for a time after the
 * midnight that ends `date`. `lastDate` is for spaces that are rented by the day.
 */
export type Choice = { date: string; start: string | null; end: string | null; lastDate: string | null }

export const emptyChoice = (date: string): Choice => ({ date, start: null, end: null, lastDate: null })

const TIME_KEY = /^([01]\d|2[0-3]):[03]0(\+1)?$/

/** What an address says was chosen; undefined when it says nothing that can be booked from `today` on. */
export function choiceIn(address: URLSearchParams, hours: Hours, today: string): Choice | undefined {
  const date = LocalDate.safeParse(address.get('date')).data
  if (date === undefined) return undefined
  const timeAt = (name: string) => TIME_KEY.exec(address.get(name) ?? '')?.[0] ?? null
  const time = timeIn(hours, { date, start: timeAt('start'), end: timeAt('end') })
  if (time.date < today) return undefined
  const lastDate = LocalDate.safeParse(address.get('last_date')).data
  return { ...time, lastDate: lastDate !== undefined && lastDate > date ? lastDate : null }
}

type ChosenTime = Omit<Choice, 'lastDate'>

/** An address may name the date on the calendar, while the office's day is still the one before. */
function timeIn(hours: Hours, time: ChosenTime): ChosenTime {
  const { date, start, end } = time
  return start && end ? inOfficeDay(hours, wallOf(date, start), wallOf(date, end)) : time
}

/** The same address with another choice. */
export function withChoice(address: URLSearchParams, { lastDate, ...times }: Choice): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const [name, value] of Object.entries({ ...times, last_date: lastDate })) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}

export type TimeOption = { key: string; slot: Slot | null }

const HALF_HOURS = Array.from(
  { length: 48 },
  (_, at) => `${String(Math.floor(at / 2)).padStart(2, '0')}:${at % 2 ? '30' : '00'}`,
)

/** A clock that is set back shows some times twice; the first is meant. */
const onceEach = (options: TimeOption[]): TimeOption[] =>
  [...new Map(options.toReversed().map((option) => [option.key, option])).values()].toReversed()

/** When a stay can begin; while nothing is known of the day, at any half hour. */
export function startOptions(halves: Half[] | undefined): TimeOption[] {
  if (!halves) return HALF_HOURS.map((key) => ({ key, slot: null }))
  // Where nobody closes at midnight, what begins after it belongs to the next day.
  const isWholeDay = halves[0]?.start === HALF_HOURS[0]
  const begin = halves.filter(({ start }) => !(isWholeDay && start.endsWith(NEXT_DAY)))
  return onceEach(begin.map(({ start, slot }) => ({ key: start, slot })))
}

export function endOptions(halves: Half[] | undefined): TimeOption[] {
  if (!halves) return [...HALF_HOURS.slice(1), `00:00${NEXT_DAY}`].map((key) => ({ key, slot: null }))
  return onceEach(halves.map(({ end, slot }) => ({ key: end, slot })))
}

/** What of a choice there is on this day: another day may open later. */
export function fitting(choice: Choice, halves: Half[] | undefined): Choice {
  if (!halves) return choice
  const [starts, ends] = [startOptions(halves), endOptions(halves)]
  return {
    ...choice,
    start: starts.some(({ key }) => key === choice.start) ? choice.start : null,
    end: ends.some(({ key }) => key === choice.end) ? choice.end : null,
  }
}

/** When somebody has said only when they come: an hour, if it is free, else half of it. */
export function likelyEnd(halves: Half[], start: string): string | null {
  const first = halves.findIndex((half) => half.start === start)
  const [one, two] = first < 0 ? [] : halves.slice(first, first + 2)
  return (two && isFree(two) ? two.end : one?.end) ?? null
}

/** As the server is asked, for a time or for whole days; null while it is not all chosen. */
export function timesOf(choice: Choice, rentType: 'hour' | 'day'): TimeChange | null {
  const { date, start, end, lastDate } = choice
  if (rentType === 'day') return { date, ...(lastDate && lastDate !== date && { end_date: lastDate }) }
  if (start === null || end === null) return null
  const [from, to] = [wallOf(date, start), wallOf(date, end)]
  return {
    date: from.date,
    start: from.time,
    end: to.time,
    ...(to.date !== from.date && { end_date: to.date }),
  }
}

/** What an order has, as it would have been chosen. */
export function choiceOf({ start, end, time_zone, rent_type }: OrderDetails, hours: Hours): Choice {
  const date = officeDayAt(hours, Date.parse(start))
  if (rent_type === 'day')
    return { ...emptyChoice(date), lastDate: officeDayAt(hours, Date.parse(end ?? start) - 1) }
  return {
    ...emptyChoice(date),
    start: keyOf(date, wallClock(start, time_zone)),
    end: end && keyOf(date, wallClock(end, time_zone)),
  }
}

/** Whether all that is known of the days from one to another is free. */
export const areFree = (days: DayOffer[], first: string, last: string): boolean =>
  days.every(({ date, free }) => date < first || date > last || free > 0)

/** The half-hour that is running, while somebody could still walk in. */
export const freeNow = (halves: Half[], nowMs: number): Half | undefined =>
  halves.find((half) => {
    const from = Date.parse(half.slot.starts_at)
    return isFree(half) && from <= nowMs && nowMs < from + HALF_HOUR_MS
  })
