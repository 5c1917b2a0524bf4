import { z } from 'zod'
import type { Holiday } from './office-clock.ts'
import { HebrewName, Id, Instant, LocalDate, LocalTime } from './primitives.ts'
import { optionalText, requiredLine } from './typed-text.ts'

/** On the office's clock. Close before open: past midnight. Both the same: for 24 hours. */
const OpenHours = z.object({ open_hours: LocalTime, close_hours: LocalTime })

/** Null: closed. */
const hours = { hours: OpenHours.nullable() }

const weekday = z.int().min(0, 'Should be a day from 0 to 6').max(6, 'Should be a day from 0 to 6')

const WeekdayHours = z.object({ weekday, ...hours })

/** Weekdays count from Sunday, 0. */
export const WeekHours = z.array(WeekdayHours)

const days = { first_day: LocalDate, last_day: LocalDate }

export const Holidays = z.array(
  z.object({ ...days, name: z.string(), name_he: z.string().nullable(), ...hours }),
)

export const MOST_HOLIDAYS = 100
export const MOST_HOLIDAY_DAYS = 60

const isEarly = ({ first_day, last_day }: Days): boolean => last_day >= first_day
type Days = Pick<Holiday, 'first_day' | 'last_day'>

const DAY_MS = 86_400_000
const isShort = ({ first_day, last_day }: Days): boolean =>
  (Date.parse(last_day) - Date.parse(first_day)) / DAY_MS < MOST_HOLIDAY_DAYS

export const NewHoliday = z
  .object({ ...days, name: requiredLine(100), name_he: optionalText(100), ...hours })
  .refine(isEarly, { path: ['last_day'], message: 'The last day cannot be before the first' })
  .refine(isShort, {
    path: ['last_day'],
    message: `A holiday can last up to ${MOST_HOLIDAY_DAYS} days. Close the office for longer times.`,
  })

const byFirstDay = <D extends Days>(holidays: D[]): D[] =>
  holidays.toSorted((a, b) => (a.first_day < b.first_day ? -1 : 1))

/** The second of two that share a day. */
export const findOverlap = <D extends Days>(holidays: D[]): D | undefined =>
  byFirstDay(holidays).find((holiday, at, all) => at > 0 && holiday.first_day <= all[at - 1]!.last_day)

/** What a form sends, in any order. */
export const weekHoursFields = {
  week_hours: z
    .array(WeekdayHours)
    .refine(
      (days) => new Set(days.map((day) => day.weekday)).size === days.length,
      'Each day can have hours once',
    )
    .overwrite((days) => days.toSorted((a, b) => a.weekday - b.weekday)),
  holidays: z
    .array(NewHoliday)
    .max(MOST_HOLIDAYS, `Should have at most ${MOST_HOLIDAYS} holidays. Please remove past ones.`)
    .refine((holidays) => !findOverlap(holidays), 'Two holidays cannot share a day')
    .overwrite(byFirstDay),
}

/** Left out: a change of hours that leaves upcoming orders outside them is refused with a list of these. */
export const keepOrders = { keep_orders: z.boolean().optional() }

/** An upcoming order that would be outside changed hours. */
export const OrderOutside = z
  .object({
    id: Id,
    /** Null: the office as a whole. */
    sub_office_name: z.string().nullable(),
    sub_office_name_he: HebrewName,
    start: Instant,
    end: Instant,
  })
  .meta({ id: 'OrderOutside' })
export type OrderOutside = z.infer<typeof OrderOutside>

/** At most this many are listed; a number says how many there are. */
export const MOST_ORDERS_OUTSIDE = 50
