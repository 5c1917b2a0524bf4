import type { Figures, SpaceFigures } from '@keyhour/contract/figures'
import { type Compared, InsightMeasure, type Totals } from '@keyhour/contract/insight'
import { Currency, LocalMonth } from '@keyhour/contract/primitives'
import { keptInAddress, readOneOf } from '#web/ui/list-view.ts'

/** Besides the office, which the frame keeps in the address. */
export const figuresView = keptInAddress(
  {
    month: undefined as string | undefined,
    measure: 'net' as InsightMeasure,
    currency: undefined as Currency | undefined,
  },
  {
    month: (text) => LocalMonth.safeParse(text).data,
    measure: readOneOf(InsightMeasure.options),
    currency: readOneOf(Currency.options),
  },
)

/** Index of the chosen month; at first the last one that is over. The first one has none before it. */
export function monthAt({ months }: Pick<Figures, 'months'>, month: string | undefined): number {
  const at = month === undefined ? -1 : months.indexOf(month)
  return at > 0 ? at : months.length - 2
}

const addTotals = (a: Totals, b: Totals): Totals => ({
  orders: a.orders + b.orders,
  no_shows: a.no_shows + b.no_shows,
  revenue: a.revenue + b.revenue,
  net: a.net + b.net,
  booked_ms: a.booked_ms + b.booked_ms,
  open_ms: a.open_ms + b.open_ms,
  due_ms: a.due_ms + b.due_ms,
  there_ms: a.there_ms + b.there_ms,
})

const NOTHING: Totals = {
  orders: 0,
  no_shows: 0,
  revenue: 0,
  net: 0,
  booked_ms: 0,
  open_ms: 0,
  due_ms: 0,
  there_ms: 0,
}

/** All spaces together, in the order of the months. */
export const sumSpaces = (spaces: readonly SpaceFigures[], months: readonly string[]): Totals[] =>
  months.map((_, at) => spaces.map(({ totals }) => totals[at]!).reduce(addTotals, NOTHING))

/** A month and the one before. */
export const compareAt = (totals: readonly Totals[], at: number): Compared => ({
  now: totals[at]!,
  before: totals[at - 1]!,
})
