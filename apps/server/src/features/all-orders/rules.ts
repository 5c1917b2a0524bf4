import type { OrderDateType, OrderSort } from '@keyhour/contract/all-orders'

type Tallied = { range: object | undefined; dateType: OrderDateType }

/** The kind of day that a range counts in; without one, any would do. */
export const dayKind = ({ range, dateType }: Tallied): 'date' | 'start' =>
  range && dateType === 'service_start_date' ? 'start' : 'date'

/** Whether whole days of such a list can be counted off without looking at their orders. */
export const countsInDays = (
  search: Tallied & { offices?: unknown; spaces?: unknown; users?: unknown },
  sort: OrderSort,
): sort is 'date' | 'start' =>
  !search.offices &&
  !search.spaces &&
  !search.users &&
  (sort === 'date' || sort === 'start') &&
  (!search.range || dayKind(search) === sort)

/** On which day the row with this number is, and which one it is there; days as the list has them. */
export function findDay(
  days: readonly { day: number; count: number }[],
  offset: number,
): { day: number; offset: number } | undefined {
  let before = 0
  for (const { day, count } of days) {
    if (before + count > offset) return { day, offset: offset - before }
    before += count
  }
}
