import {
  type Compared,
  type DayRange,
  InsightMeasure,
  type InsightQuestion,
  rangeProblem,
} from '@keyhour/contract/insight'
import { daysAfter, daysOfMonth } from '@keyhour/contract/office-clock'
import { SpaceType } from '@keyhour/contract/offices'
import { Currency, LocalDate } from '@keyhour/contract/primitives'
import { monthsAfter } from '#web/format/time.ts'
import { keptInAddress, readOneOf, readWhole } from '#web/ui/list-view.ts'

export const PRESETS = ['last7', 'last30', 'last90', 'thisMonth', 'lastMonth', 'thisYear', 'custom'] as const
type Preset = (typeof PRESETS)[number]

export const MEASURES = InsightMeasure.options
export type Measure = InsightMeasure

export type InsightView = {
  preset: Preset
  /** Set only for `custom`; the other ranges depend on today. */
  from: string | undefined
  to: string | undefined
  office_id: number | undefined
  type: SpaceType | undefined
  currency: Currency | undefined
  measure: Measure
}

const readDay = (text: string) => LocalDate.safeParse(text).data

const kept = keptInAddress<InsightView>(
  {
    preset: 'last30',
    from: undefined,
    to: undefined,
    office_id: undefined,
    type: undefined,
    currency: undefined,
    measure: 'revenue',
  },
  {
    preset: readOneOf(PRESETS),
    from: readDay,
    to: readDay,
    office_id: readWhole,
    type: readOneOf(SpaceType.options),
    currency: readOneOf(Currency.options),
    measure: readOneOf(MEASURES),
  },
  { preset: 'range', office_id: 'office' },
)

function read(address: URLSearchParams): InsightView {
  const view = kept.read(address)
  return view.preset === 'custom' ? view : { ...view, from: undefined, to: undefined }
}

export const insightView = {
  read,
  write: (address: URLSearchParams, change: Partial<InsightView>): URLSearchParams =>
    kept.write(address, { ...read(address), ...change }),
}

/** A `custom` range may lack one or both days. */
export function daysMeant({ preset, from, to }: InsightView, today: string): Partial<DayRange> {
  const month = today.slice(0, 7)
  const before = monthsAfter(month, -1)
  switch (preset) {
    case 'last7':
      return { from: daysAfter(today, -6), to: today }
    case 'last30':
      return { from: daysAfter(today, -29), to: today }
    case 'last90':
      return { from: daysAfter(today, -89), to: today }
    case 'thisMonth':
      return { from: `${month}-01`, to: today }
    case 'lastMonth':
      return { from: `${before}-01`, to: daysOfMonth(before).at(-1)! }
    case 'thisYear':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
    case 'custom':
      return { ...(from && { from }), ...(to && { to }) }
  }
}

/** Null also while a day is missing. */
export function periodProblem(view: InsightView, today: string): string | null {
  const { from, to } = daysMeant(view, today)
  return from && to ? rangeProblem({ from, to }) : null
}

/** Undefined while the dates are incomplete or invalid. */
export function questionOf(view: InsightView, today: string): InsightQuestion | undefined {
  const { from, to } = daysMeant(view, today)
  if (!from || !to || rangeProblem({ from, to })) return undefined
  const { office_id, type, currency } = view
  return { from, to, ...(office_id && { office_id }), ...(type && { type }), ...(currency && { currency }) }
}

export const isMoney = (measure: Measure): measure is 'revenue' | 'net' =>
  measure === 'revenue' || measure === 'net'

export type Change = { difference: number; percent: number | null; direction: 'up' | 'down' | 'same' }

/** Shares are shown in thousandths; a smaller difference is no change. */
const roundedFor = (measure: Measure, difference: number): number =>
  isMoney(measure) ? difference : Math.round(difference * 1000) / 1000

/** Null if there is nothing to compare. `percent` is null if there was nothing before. */
export function changeOf(measure: Measure, now: number | null, before: number | null): Change | null {
  if (now === null || before === null) return null
  const difference = roundedFor(measure, now - before)
  const direction = difference > 0 ? 'up' : difference < 0 ? 'down' : 'same'
  return { difference, percent: before > 0 ? difference / before : null, direction }
}

export const isEmpty = ({ now, before }: Compared): boolean =>
  [now, before].every(({ orders, booked_ms }) => orders === 0 && booked_ms === 0)

/** The first and last hour of the day in which any day of the week is open or booked. */
export function hoursShown(hours: readonly Compared[]): { first: number; last: number } {
  const used = hours.flatMap(({ now }, at) => (now.open_ms > 0 || now.booked_ms > 0 ? [at % 24] : []))
  return used.length === 0 ? { first: 0, last: 23 } : { first: Math.min(...used), last: Math.max(...used) }
}

/** A date on that day of the week, counted from Sunday. */
export const dateOn = (day: number): string => `2026-03-0${day + 1}`
