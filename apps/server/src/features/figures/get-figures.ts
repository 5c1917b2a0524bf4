import { HOME_TIME_ZONE } from '@keyhour/contract/all-orders'
import { type Figures, MONTHS_OF_FIGURES, type SpaceFigures } from '@keyhour/contract/figures'
import type { Totals } from '@keyhour/contract/insight'
import { momentAt, wallClock } from '@keyhour/contract/office-clock'
import { type Currency, DEFAULT_CURRENCY } from '@keyhour/contract/primitives'
import { monthAfter } from '@keyhour/contract/statements'
import type { Db } from '#server/db/connection.ts'
import {
  countSpaceSums,
  listClosedSpaces,
  listKeptSpaceSums,
  listOpenSpaces,
  listSpaces,
  type OpenSpace,
  type Scope,
  type SpaceSum,
} from '#server/features/figures/queries.ts'
import { openTimes } from '#server/features/insight/open-times.ts'
import { atOneMoment, listChangedDays } from '#server/features/insight/queries.ts'
import { noTotals, runsOf } from '#server/features/insight/rules.ts'
import { listOwnedOffices } from '#server/features/owners/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { DAY } from '#server/time/opening-hours.ts'

type Place = { office_id: number; sub_office_id: number | null }
const keyOf = ({ office_id, sub_office_id }: Place): string => `${office_id} ${sub_office_id}`

/** Of the offices that the user owns. */
export async function getFigures(
  { db, now }: Deps,
  userId: number,
  chosen: Currency | undefined,
): Promise<Figures> {
  const plan = planOf(now())
  return atOneMoment(db, async (db) => {
    const officeIds = await listOwnedOffices(db, userId)
    const sums = await listSums(db, { ...plan.scope, officeIds })
    const currencies = currenciesOf(sums)
    const currency = chosen ?? currencies[0] ?? DEFAULT_CURRENCY
    const spaces = (await listSpaces(db, officeIds)).map((space) => ({
      ...space,
      totals: plan.months.map(noTotals),
    }))
    const book = new Map(spaces.map((space) => [keyOf(space), space.totals]))
    for (const sum of sums) enterSum(book, sum, currency)
    const span = { from: plan.bounds[0]!, to: plan.bounds.at(-1)! }
    const timeOf = openTimes({ bounds: plan.bounds, countBefore: 0 })
    const enterOpen = (place: OpenSpace, units: number) => {
      for (const [period, ms] of timeOf(place).periods.entries())
        book.get(keyOf(place))![period]!.open_ms += ms * units
    }
    for (const place of await listOpenSpaces(db, officeIds, span)) enterOpen(place, place.units)
    for (const place of await listClosedSpaces(db, officeIds, span)) enterOpen(place, -place.units)
    return { months: plan.months, currency, currencies, spaces: spaces.filter(isAnything) }
  })
}

function planOf(now: Date) {
  const today = wallClock(now.getTime(), HOME_TIME_ZONE).date
  const first = monthAfter(today.slice(0, 7), 1 - MONTHS_OF_FIGURES)
  const months = Array.from({ length: MONTHS_OF_FIGURES }, (_, at) => monthAfter(first, at))
  const starts = [...months, monthAfter(first, MONTHS_OF_FIGURES)].map((month) => `${month}-01`)
  const days = starts.map(dayNumber)
  return {
    months,
    bounds: starts.map((date) => momentAt(date, '00:00', HOME_TIME_ZONE)),
    scope: {
      first: days[0]!,
      last: days.at(-1)! - 1,
      starts: days.slice(0, -1),
      today: dayNumber(today),
      now,
    },
  }
}

const dayNumber = (date: string): number => Date.parse(`${date}T00:00Z`) / DAY

/** Today is always recounted: more of it is over every minute. */
async function listSums(db: Db, scope: Scope): Promise<SpaceSum[]> {
  const changed = new Set([...(await listChangedDays(db, scope)), scope.today])
  const days = [...changed].sort((a, b) => a - b)
  const sums = await listKeptSpaceSums(db, scope, days)
  for (const run of runsOf(days)) sums.push(...(await countSpaceSums(db, scope, run)))
  return sums
}

function currenciesOf(sums: SpaceSum[]): Currency[] {
  const orders = new Map<Currency, number>()
  for (const sum of sums)
    if (sum.orders > 0 || sum.revenue > 0)
      orders.set(sum.currency, (orders.get(sum.currency) ?? 0) + sum.orders)
  return [...orders].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([currency]) => currency)
}

function enterSum(book: Map<string, Totals[]>, sum: SpaceSum, currency: Currency): void {
  const totals = book.get(keyOf(sum))![sum.period]!
  totals.booked_ms += sum.booked_ms
  totals.due_ms += sum.due_ms
  totals.there_ms += sum.there_ms
  if (sum.currency !== currency) return
  totals.orders += sum.orders
  totals.no_shows += sum.no_shows
  totals.revenue += sum.revenue
  totals.net += sum.net
}

const isAnything = ({ totals }: SpaceFigures): boolean =>
  totals.some(({ orders, revenue, open_ms, booked_ms }) => orders + revenue + open_ms + booked_ms > 0)
