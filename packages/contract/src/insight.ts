import { z } from 'zod'
import { ExportFormat } from './all-orders.ts'
import { endpoint } from './endpoint.ts'
import { SpaceType } from './offices.ts'
import { ShownPayment } from './order-row.ts'
import { Cents, Currency, HebrewName, Id, IdParam, Language, LocalDate } from './primitives.ts'

/** Two years. */
export const MOST_INSIGHT_DAYS = 731

/** Days of `HOME_TIME_ZONE`, inclusive. */
export const DayRange = z.object({ from: LocalDate, to: LocalDate })
export type DayRange = z.infer<typeof DayRange>

const DAY_MS = 86_400_000
const dayNumber = (date: string): number => Date.parse(`${date}T00:00Z`) / DAY_MS
const dayNamed = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)
const monthNumber = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
const firstOfMonth = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`

export const daysIn = ({ from, to }: DayRange): number => dayNumber(to) - dayNumber(from) + 1

/** Whole months are compared with as many months before, other ranges with as many days before. */
export function rangeBefore(range: DayRange): DayRange {
  const { from, to } = range
  const to_before = dayNamed(dayNumber(from) - 1)
  const isWholeMonths = from.endsWith('-01') && dayNamed(dayNumber(to) + 1).endsWith('-01')
  if (!isWholeMonths) return { from: dayNamed(dayNumber(from) - daysIn(range)), to: to_before }
  const months = monthNumber(to) - monthNumber(from) + 1
  return { from: firstOfMonth(monthNumber(from) - months), to: to_before }
}

export const PeriodLength = z.enum(['day', 'week', 'month'])
export type PeriodLength = z.infer<typeof PeriodLength>

const [MOST_SINGLE_DAYS, MOST_DAYS_IN_WEEKS] = [31, 182]

export function periodLength(range: DayRange): PeriodLength {
  const days = daysIn(range)
  if (days <= MOST_SINGLE_DAYS) return 'day'
  return days <= MOST_DAYS_IN_WEEKS ? 'week' : 'month'
}

/** Days, weeks from the first day on, or calendar months; the first and the last may be shorter. */
export function periodsOf({ from, to }: DayRange, length: PeriodLength): DayRange[] {
  const periods: DayRange[] = []
  const last = dayNumber(to)
  for (let day = dayNumber(from); day <= last; ) {
    const next = length === 'month' ? nextMonth(day) : day + (length === 'week' ? 7 : 1)
    periods.push({ from: dayNamed(day), to: dayNamed(Math.min(next - 1, last)) })
    day = next
  }
  return periods
}

const nextMonth = (day: number): number => dayNumber(firstOfMonth(monthNumber(dayNamed(day)) + 1))

/**
 * Cancelled orders count only with what their terms keep, on the day they would have started. A visit without an end
 * counts once it has ended.
 */
export const Totals = z
  .object({
    /** Orders that start in the range, in one currency. */
    orders: z.int().nonnegative(),
    /** Orders that would have started in the range and were released because nobody came. They are in none of the other numbers, but for what is kept of them. */
    no_shows: z.int().nonnegative(),
    /** Price and tax of these orders, and what is kept of cancelled ones. A refund for a shortened stay is already deducted. */
    revenue: Cents,
    /** Price of the same orders without commission. */
    net: Cents,
    /** Booked time within the range, per unit: two seats for an hour are two hours. */
    booked_ms: z.number().nonnegative(),
    /** Time within the range in which a unit could be booked: opening hours without closures. */
    open_ms: z.number().nonnegative(),
    /** The part of the booked time that is over. */
    due_ms: z.number().nonnegative(),
    /**
     * The part of that during which the customer was there: from the check-in to the check-out, or else to the booked
     * end.
     */
    there_ms: z.number().nonnegative(),
  })
  .meta({ id: 'InsightTotals' })
export type Totals = z.infer<typeof Totals>

const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)

/** Null when nothing was open; above 1 when more was booked than today's hours allow. */
export const occupancyOf = ({ booked_ms, open_ms }: Totals): number | null => share(booked_ms, open_ms)

/** The share of past booked time during which the customer was there. Null when nothing was booked. */
export const utilisationOf = ({ there_ms, due_ms }: Totals): number | null => share(there_ms, due_ms)

/** The share of all orders that nobody came to. Null when there were none. */
export const noShowsOf = ({ no_shows, orders }: Totals): number | null => share(no_shows, no_shows + orders)

const compared = { now: Totals, before: Totals }
/** The requested range and the one before it. */
export const Compared = z.object(compared)
export type Compared = z.infer<typeof Compared>

const PaymentTotals = Totals.pick({ orders: true, revenue: true })

export const HOURS_A_WEEK = 168

export const Insight = z
  .object({
    range: DayRange,
    before: DayRange,
    /** Of `orders`, `revenue` and `net`, since currencies are never added up; times cover all orders. */
    currency: Currency,
    /** The currencies of the orders of both ranges, the most used first. */
    currencies: z.array(Currency),
    total: Compared,
    period_length: PeriodLength,
    /** Aligned; where the range before has fewer, its days are null. */
    periods: z.array(z.object({ days: DayRange, days_before: DayRange.nullable(), ...compared })),
    /** Those with something open or booked, the highest revenue first. */
    offices: z.array(z.object({ office_id: Id, name: z.string(), name_he: HebrewName, ...compared })),
    types: z.array(z.object({ type: SpaceType, ...compared })),
    /** On the clock of each office, from Sunday midnight on. Revenue belongs to the hour in which a stay starts. */
    hours: z.array(Compared).length(HOURS_A_WEEK),
    payments: z.array(z.object({ payment: ShownPayment, now: PaymentTotals, before: PaymentTotals })),
  })
  .meta({ id: 'Insight' })
export type Insight = z.infer<typeof Insight>

const question = {
  from: LocalDate,
  to: LocalDate,
  office_id: IdParam.optional(),
  type: SpaceType.optional(),
  /** Left out: the most used one. */
  currency: Currency.optional(),
}

export function rangeProblem(range: DayRange): string | null {
  if (range.from > range.to) return 'The last day cannot be before the first'
  return daysIn(range) > MOST_INSIGHT_DAYS ? 'Please choose at most two years' : null
}

export const InsightQuestion = z.object(question)
export type InsightQuestion = z.infer<typeof InsightQuestion>

export const getInsight = endpoint({
  method: 'GET',
  path: '/api/admin/insight',
  summary:
    'Revenue, occupancy and utilisation of a range of days and of the one before: in all, by office, by type, by hour of the week, and how it was paid',
  query: InsightQuestion,
  reply: Insight,
})

export const InsightMeasure = z.enum(['revenue', 'net', 'occupancy', 'utilisation', 'no_shows'])
export type InsightMeasure = z.infer<typeof InsightMeasure>

/** Money in minor units, the others as a share; null for a share of nothing. */
export function measured(measure: InsightMeasure, totals: Totals): number | null {
  if (measure === 'occupancy') return occupancyOf(totals)
  if (measure === 'utilisation') return utilisationOf(totals)
  if (measure === 'no_shows') return noShowsOf(totals)
  return totals[measure]
}

/** Those without a value come last. */
export const highestFirst = <T extends Compared>(rows: readonly T[], measure: InsightMeasure): T[] => {
  const value = ({ now }: T) => measured(measure, now) ?? Number.NEGATIVE_INFINITY
  return rows.toSorted((a, b) => (value(a) === value(b) ? 0 : value(b) - value(a)))
}

/** The tables behind the charts, as files. */
export const InsightTable = z.enum(['periods', 'offices', 'types', 'hours', 'payments'])
export type InsightTable = z.infer<typeof InsightTable>

export const exportInsight = endpoint({
  method: 'GET',
  path: '/api/admin/insight/export',
  summary: 'The table behind one of the charts as a file',
  query: z.object({
    ...question,
    table: InsightTable,
    format: ExportFormat,
    /** Of the headings and the text in the cells. */
    language: Language.default('en'),
    /** Offices and types are sorted by it, as in the charts. */
    sort: InsightMeasure.default('revenue'),
  }),
  reply: z.string(),
})
