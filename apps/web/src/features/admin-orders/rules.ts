import { OrderDateType, type OrderFilters, OrderSort } from '@keyhour/contract/admin-orders'
import { ShownPayment } from '@keyhour/contract/order-row'
import { type Currency, LocalDate } from '@keyhour/contract/primitives'
import { FIRST_PAGE, readPage, readSearched, writeInto } from '#web/ui/wish.ts'

/** As they stand in the panel: half a range is kept there too. */
export type Filters = {
  date_type: OrderDateType
  from: string | undefined
  to: string | undefined
  office: string
  sub_office: string
  user_id: string
  payment_status: ShownPayment | undefined
}
type Sorted = { sort: OrderSort; direction: 'asc' | 'desc' }

/** What the list is asked for; all of it stands in the address. */
export type OrdersWish = Filters & Sorted & { page: number; page_size: number }

export const NO_FILTERS: Filters = {
  date_type: 'order_date',
  from: undefined,
  to: undefined,
  office: '',
  sub_office: '',
  user_id: '',
  payment_status: undefined,
}
const FIRST_WISH: OrdersWish = { ...FIRST_PAGE, ...NO_FILTERS, sort: 'date', direction: 'desc' }

/** What makes no sense in an address counts as not said. */
export function readWish(search: URLSearchParams): OrdersWish {
  return {
    ...readPage(search),
    sort: OrderSort.safeParse(search.get('sort')).data ?? FIRST_WISH.sort,
    direction: search.get('direction') === 'asc' ? 'asc' : 'desc',
    date_type: OrderDateType.safeParse(search.get('date_type')).data ?? FIRST_WISH.date_type,
    from: LocalDate.safeParse(search.get('from')).data,
    to: LocalDate.safeParse(search.get('to')).data,
    office: readSearched(search, 'office'),
    sub_office: readSearched(search, 'sub_office'),
    user_id: readSearched(search, 'user_id'),
    payment_status: ShownPayment.safeParse(search.get('payment_status')).data,
  }
}

const NAMES: Record<keyof OrdersWish, string> = {
  page: 'page',
  page_size: 'size',
  sort: 'sort',
  direction: 'direction',
  date_type: 'date_type',
  from: 'from',
  to: 'to',
  office: 'office',
  sub_office: 'sub_office',
  user_id: 'user_id',
  payment_status: 'payment_status',
}

/** The same address with another wish, from its first page unless told. */
export const writeWish = (address: URLSearchParams, change: Partial<OrdersWish>): URLSearchParams =>
  writeInto(address, { ...readWish(address), page: 1, ...change }, FIRST_WISH, NAMES)

const BIGGEST_FIRST: readonly OrderSort[] = ['id', 'date', 'start', 'billed']

/** A column that is clicked again turns around; another one starts as people expect it. */
export function sortedBy({ sort, direction }: Sorted, by: OrderSort): Sorted {
  if (sort === by) return { sort, direction: direction === 'asc' ? 'desc' : 'asc' }
  return { sort: by, direction: BIGGEST_FIRST.includes(by) ? 'desc' : 'asc' }
}

/** Every order that the list can be put in, as a choice. */
export const SORTINGS = OrderSort.options.flatMap((sort) =>
  (['desc', 'asc'] as const).map((direction) => ({ sort, direction, value: `${sort}-${direction}` })),
)

/** Half a range counts as none. */
const rangeOf = ({ from, to }: Filters): { from: string; to: string } | undefined =>
  from !== undefined && to !== undefined ? { from, to } : undefined

export type RangeTrouble = 'half' | 'backwards'

export function troubleWith(filters: Filters): RangeTrouble | undefined {
  const range = rangeOf(filters)
  if (range) return range.from > range.to ? 'backwards' : undefined
  return filters.from !== undefined || filters.to !== undefined ? 'half' : undefined
}

/** What the server is told of them: what does not count is not. */
export function countingFilters(filters: Filters): Partial<OrderFilters> {
  const { office, sub_office, user_id, payment_status } = filters
  const range = rangeOf(filters)
  return {
    ...(range && { date_type: filters.date_type, ...range }),
    ...(office && { office }),
    ...(sub_office && { sub_office }),
    ...(user_id && { user_id }),
    ...(payment_status && { payment_status }),
  }
}

export type ActiveFilter = 'range' | 'office' | 'sub_office' | 'user_id' | 'payment_status'

export const activeFilters = (filters: Filters): ActiveFilter[] => {
  const { from, office, sub_office, user_id, payment_status } = countingFilters(filters)
  const counting = { range: from, office, sub_office, user_id, payment_status }
  return (Object.keys(counting) as ActiveFilter[]).filter((name) => counting[name] !== undefined)
}

/** The panel without one of them. */
export function without(name: ActiveFilter): Partial<Filters> {
  if (name === 'range') return { from: undefined, to: undefined, date_type: NO_FILTERS.date_type }
  return { [name]: NO_FILTERS[name] }
}

/** Whether there is anything to reset, counting or not. */
export const isUntouched = (filters: Filters): boolean =>
  (Object.keys(NO_FILTERS) as (keyof Filters)[]).every((name) => filters[name] === NO_FILTERS[name])

/** What the dollar sign of the list stands for, as soon as it is anything but dollars. */
export function currenciesBehindSign(orders: readonly { currency: Currency }[]): Currency[] {
  const currencies = [...new Set(orders.map(({ currency }) => currency))].sort()
  return currencies.some((currency) => currency !== 'USD') ? currencies : []
}
