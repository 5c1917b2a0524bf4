import type { OrderDateType, OrderFilters, OrderSort } from '@keyhour/contract/all-orders'

/** All orders as the list first shows them: no filter, newest first. */
export const isPlain = (list: OrderFilters & { sort: OrderSort; direction: 'asc' | 'desc' }): boolean =>
  list.sort === 'date' &&
  list.direction === 'desc' &&
  !(list.office || list.sub_office || list.user_id || list.payment_status || (list.from && list.to))

type Tallied = { range: object | undefined; dateType: OrderDateType }

/** Which tally of days to add up. Without a range both give the same sum. */
export const dayKind = ({ range, dateType }: Tallied): 'date' | 'start' =>
  range && dateType === 'service_start_date' ? 'start' : 'date'

/** Whether the tally of days can skip whole days of this list. */
export const countsInDays = (
  search: Tallied & { offices?: unknown; spaces?: unknown; users?: unknown },
  sort: OrderSort,
): sort is 'date' | 'start' =>
  !search.offices &&
  !search.spaces &&
  !search.users &&
  (sort === 'date' || sort === 'start') &&
  (!search.range || dayKind(search) === sort)

/** The day on which the row with this offset lies, and its offset within the day. */
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
