import {
  type Compared,
  type DayRange,
  HOURS_A_WEEK,
  type Insight,
  periodLength,
  type Totals,
} from '@keyhour/contract/insight'
import { SpaceType } from '@keyhour/contract/offices'
import { ShownPayment, shownPayment } from '@keyhour/contract/order-row'
import { type Currency, DEFAULT_CURRENCY } from '@keyhour/contract/primitives'
import { type OpenTime, openTimes } from '#server/features/insight/open-times.ts'
import type { OfficeNames, OpenPlace, Sum } from '#server/features/insight/queries.ts'
import { noTotals } from '#server/features/insight/rules.ts'

/** Both ranges in periods: the range before, then the range itself, without a gap. */
export type Plan = {
  range: DayRange
  before: DayRange
  periods: DayRange[]
  /** How many of the periods belong to the range before. */
  countBefore: number
  /** The start of each period, and the end of the last one. */
  bounds: number[]
}

export type Found = { sums: Sum[]; open: OpenPlace[]; closed: OpenPlace[]; names: Map<number, OfficeNames> }

const nothing = (): Compared => ({ now: noTotals(), before: noTotals() })

export function summarise(plan: Plan, found: Found, chosen: Currency | undefined): Insight {
  const currencies = currenciesOf(found.sums)
  const currency = chosen ?? currencies[0] ?? DEFAULT_CURRENCY
  const book = emptyBook(plan, found.names)
  for (const sum of found.sums) enterSum(book, plan, sum, currency)
  const timeOf = openTimes(plan)
  for (const place of found.open) enterOpen(book, plan, place, scaled(timeOf(place), place.units))
  for (const place of found.closed) enterOpen(book, plan, place, scaled(timeOf(place), -place.units))
  return { ...answer(book, plan, found.names), currency, currencies }
}

function currenciesOf(sums: Sum[]): Currency[] {
  const orders = new Map<Currency, number>()
  for (const sum of sums)
    if (sum.payment_status !== null && (sum.orders > 0 || sum.revenue > 0))
      orders.set(sum.currency, (orders.get(sum.currency) ?? 0) + sum.orders)
  return [...orders].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([currency]) => currency)
}

type Book = {
  total: Compared
  periods: Totals[]
  offices: Map<number, Compared>
  types: Map<SpaceType, Compared>
  payments: Map<ShownPayment, Compared>
  hours: Compared[]
}

const emptyBook = ({ periods }: Plan, names: Map<number, OfficeNames>): Book => ({
  total: nothing(),
  periods: periods.map(noTotals),
  offices: new Map([...names.keys()].map((id) => [id, nothing()])),
  types: new Map(SpaceType.options.map((type) => [type, nothing()])),
  payments: new Map(ShownPayment.options.map((payment) => [payment, nothing()])),
  hours: Array.from({ length: HOURS_A_WEEK }, nothing),
})

type Side = keyof Compared
const sideOf = ({ countBefore }: Plan, period: number): Side => (period < countBefore ? 'before' : 'now')

function enterSum(book: Book, plan: Plan, sum: Sum, currency: Currency): void {
  for (const totals of pagesOf(book, sum, sideOf(plan, sum.period))) {
    totals.booked_ms += sum.booked_ms
    totals.due_ms += sum.due_ms
    totals.there_ms += sum.there_ms
    if (sum.currency !== currency) continue
    totals.orders += sum.orders
    totals.no_shows += sum.no_shows
    totals.revenue += sum.revenue
    totals.net += sum.net
  }
}

/** Each order is in three sums: by office, by hour, and by payment and type. The third also gives totals and periods. */
function pagesOf(book: Book, { office_id, hour, payment_status, type, period }: Sum, side: Side): Totals[] {
  if (office_id !== null) return [book.offices.get(office_id)![side]]
  if (hour !== null) return [book.hours[hour]![side]]
  const payment = book.payments.get(shownPayment(payment_status!))!
  return [payment[side], book.types.get(type!)![side], book.total[side], book.periods[period]!]
}

const scaled = ({ periods, now, before }: OpenTime, units: number): OpenTime => {
  const times = (all: number[]) => all.map((ms) => ms * units)
  return { periods: times(periods), now: times(now), before: times(before) }
}

function enterOpen(book: Book, plan: Plan, { office_id, type }: OpenPlace, time: OpenTime): void {
  const compared = [book.total, book.offices.get(office_id)!, book.types.get(type)!]
  for (const [period, ms] of time.periods.entries()) {
    book.periods[period]!.open_ms += ms
    for (const one of compared) one[sideOf(plan, period)].open_ms += ms
  }
  for (const [hour, one] of book.hours.entries()) {
    one.now.open_ms += time.now[hour]!
    one.before.open_ms += time.before[hour]!
  }
}

function answer(
  book: Book,
  plan: Plan,
  names: Map<number, OfficeNames>,
): Omit<Insight, 'currency' | 'currencies'> {
  const { range, before, periods, countBefore } = plan
  return {
    range,
    before,
    total: book.total,
    period_length: periodLength(range),
    periods: periods.slice(countBefore).map((days, at) => ({
      days,
      days_before: at < countBefore ? periods[at]! : null,
      now: book.periods[countBefore + at]!,
      before: at < countBefore ? book.periods[at]! : noTotals(),
    })),
    offices: [...book.offices]
      .map(([office_id, compared]) => ({ office_id, ...names.get(office_id)!, ...compared }))
      .filter(isAnything)
      .sort((a, b) => b.now.revenue - a.now.revenue || a.name.localeCompare(b.name)),
    types: [...book.types].map(([type, compared]) => ({ type, ...compared })).filter(isAnything),
    hours: book.hours,
    payments: [...book.payments].map(([payment, compared]) => ({ payment, ...compared })),
  }
}

const isAnything = ({ now, before }: Compared): boolean =>
  [now, before].some(({ orders, revenue, open_ms, booked_ms }) => orders + revenue + open_ms + booked_ms > 0)
