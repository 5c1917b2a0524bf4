import {
  type Compared,
  type DayRange,
  type Figures,
  type InsightQuestion,
  occupancyOf,
  rangeProblem,
  utilisationOf,
} from '@keyhour/contract/insight'
import { SpaceType } from '@keyhour/contract/offices'
import { Currency, LocalDate } from '@keyhour/contract/primitives'
import { daysAfter, daysOfMonth, monthsAfter } from '#web/format/time.ts'
import { writeInto } from '#web/ui/wish.ts'

export const PRESETS = ['last7', 'last30', 'last90', 'thisMonth', 'lastMonth', 'thisYear', 'custom'] as const
type Preset = (typeof PRESETS)[number]

export const MEASURES = ['revenue', 'net', 'occupancy', 'utilisation'] as const
export type Measure = (typeof MEASURES)[number]

/** What the tab is asked for; all of it stands in the address. */
export type InsightWish = {
  preset: Preset
  /** Of `custom` only: every other one moves on with the days. */
  from: string | undefined
  to: string | undefined
  office_id: number | undefined
  type: SpaceType | undefined
  currency: Currency | undefined
  measure: Measure
}

const FIRST: InsightWish = {
  preset: 'last30',
  from: undefined,
  to: undefined,
  office_id: undefined,
  type: undefined,
  currency: undefined,
  measure: 'revenue',
}
const NAMES = {
  preset: 'range',
  from: 'from',
  to: 'to',
  office_id: 'office',
  type: 'type',
  currency: 'currency',
  measure: 'measure',
}

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((one) => one === text)

/** What makes no sense in an address counts as not said. */
export function readWish(search: URLSearchParams): InsightWish {
  const day = (name: string) => LocalDate.safeParse(search.get(name)).data
  const office = Number(search.get(NAMES.office_id))
  const preset = oneOf(PRESETS, search.get(NAMES.preset)) ?? FIRST.preset
  return {
    preset,
    from: preset === 'custom' ? day(NAMES.from) : undefined,
    to: preset === 'custom' ? day(NAMES.to) : undefined,
    office_id: Number.isSafeInteger(office) && office > 0 ? office : undefined,
    type: oneOf(SpaceType.options, search.get(NAMES.type)),
    currency: oneOf(Currency.options, search.get(NAMES.currency)),
    measure: oneOf(MEASURES, search.get(NAMES.measure)) ?? FIRST.measure,
  }
}

export const writeWish = (search: URLSearchParams, wish: InsightWish): URLSearchParams =>
  writeInto(search, wish, FIRST, NAMES)

/** The days that are meant on this day; those of `custom` as far as they were given. */
export function daysMeant({ preset, from, to }: InsightWish, today: string): Partial<DayRange> {
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

/** Why the days make no sense; null while they are not whole. */
export function problemWith(wish: InsightWish, today: string): string | null {
  const { from, to } = daysMeant(wish, today)
  return from && to ? rangeProblem({ from, to }) : null
}

/** What the server can be asked; undefined while the days are not whole, or make no sense. */
export function questionOf(wish: InsightWish, today: string): InsightQuestion | undefined {
  const { from, to } = daysMeant(wish, today)
  if (!from || !to || rangeProblem({ from, to })) return undefined
  const { office_id, type, currency } = wish
  return { from, to, ...(office_id && { office_id }), ...(type && { type }), ...(currency && { currency }) }
}

/** Money in minor units, the others as a share. */
export function measured(measure: Measure, figures: Figures): number | null {
  if (measure === 'occupancy') return occupancyOf(figures)
  if (measure === 'utilisation') return utilisationOf(figures)
  return figures[measure]
}

export const isMoney = (measure: Measure): measure is 'revenue' | 'net' =>
  measure === 'revenue' || measure === 'net'

export type Change = { difference: number; percent: number | null; direction: 'up' | 'down' | 'same' }

/** Shares are shown in thousandths; what is less is no change. */
const roundedFor = (measure: Measure, difference: number): number =>
  isMoney(measure) ? difference : Math.round(difference * 1000) / 1000

/** Null where there is nothing to compare. A percentage of nothing is no percentage. */
export function changeOf(measure: Measure, now: number | null, before: number | null): Change | null {
  if (now === null || before === null) return null
  const difference = roundedFor(measure, now - before)
  const direction = difference > 0 ? 'up' : difference < 0 ? 'down' : 'same'
  return { difference, percent: before > 0 ? difference / before : null, direction }
}

/** Whether there is anything to see at all. */
export const isEmpty = ({ now, before }: Compared): boolean =>
  [now, before].every(({ orders, booked_ms }) => orders === 0 && booked_ms === 0)

/** The first and the last hour of the day, over all days, in which something is open or booked. */
export function hoursShown(hours: readonly Compared[]): { first: number; last: number } {
  const used = hours.flatMap(({ now }, at) => (now.open_ms > 0 || now.booked_ms > 0 ? [at % 24] : []))
  return used.length === 0 ? { first: 0, last: 23 } : { first: Math.min(...used), last: Math.max(...used) }
}
