import { OrderDateType, type OrderFilters, OrderSort } from '@keyhour/contract/all-orders'
import { ShownPayment } from '@keyhour/contract/order-row'
import { LocalDate } from '@keyhour/contract/primitives'
import { listView, readDirection, readOneOf, readText, sortingsBy, type ViewOf } from '#web/ui/list-view.ts'

/** Also holds half a date range while the admin is typing. */
export type Filters = {
  date_type: OrderDateType
  from: string | undefined
  to: string | undefined
  office: string
  sub_office: string
  user_id: string
  payment_status: ShownPayment | undefined
}
export type OrdersSorted = { sort: OrderSort; direction: 'asc' | 'desc' }

export const NO_FILTERS: Filters = {
  date_type: 'order_date',
  from: undefined,
  to: undefined,
  office: '',
  sub_office: '',
  user_id: '',
  payment_status: undefined,
}

const readDay = (text: string) => LocalDate.safeParse(text).data

const kept = listView<OrdersSorted & Filters>(
  { sort: 'date', direction: 'desc', ...NO_FILTERS },
  {
    sort: readOneOf(OrderSort.options),
    direction: readDirection,
    date_type: readOneOf(OrderDateType.options),
    from: readDay,
    to: readDay,
    office: readText,
    sub_office: readText,
    user_id: readText,
    payment_status: readOneOf(ShownPayment.options),
  },
)
export const { read: readOrdersView, write: writeOrdersView } = kept
export type AllOrdersView = ViewOf<typeof kept>

const BIGGEST_FIRST: readonly OrderSort[] = ['id', 'date', 'start', 'billed']

export const expectedOrderDirection = (sort: OrderSort): 'asc' | 'desc' =>
  BIGGEST_FIRST.includes(sort) ? 'desc' : 'asc'

export const ORDER_SORTINGS = sortingsBy(OrderSort.options, () => 'desc')

/** Undefined until both days are set. */
const rangeOf = ({ from, to }: Filters): { from: string; to: string } | undefined =>
  from !== undefined && to !== undefined ? { from, to } : undefined

export type RangeProblem = 'half' | 'backwards'

export function problemWithRange(filters: Filters): RangeProblem | undefined {
  const range = rangeOf(filters)
  if (range) return range.from > range.to ? 'backwards' : undefined
  return filters.from !== undefined || filters.to !== undefined ? 'half' : undefined
}

/** Leaves out empty filters and half a range. */
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

export function withoutFilter(name: ActiveFilter): Partial<Filters> {
  if (name === 'range') return { from: undefined, to: undefined, date_type: NO_FILTERS.date_type }
  return { [name]: NO_FILTERS[name] }
}

export const isUntouched = (filters: Filters): boolean =>
  (Object.keys(NO_FILTERS) as (keyof Filters)[]).every((name) => filters[name] === NO_FILTERS[name])
