// @vitest-environment node
import { expect, test } from 'vitest'
import {
  activeFilters,
  countingFilters,
  expectedOrderDirection,
  isUntouched,
  NO_FILTERS,
  ORDER_SORTINGS,
  problemWithRange,
  readOrdersView,
  withoutFilter,
  writeOrdersView,
} from '#web/features/all-orders/rules.ts'
import { sortedBy } from '#web/ui/list-view.ts'

const FULL =
  'tab=allOrders&page=3&size=50&sort=billed&direction=asc&date_type=service_start_date&from=2026-03-01&to=2026-03-31&office=Jaffa&sub_office=Olive&user_id=7&payment_status=Partly+Credit'

test('the address keeps every setting of the list', () => {
  const view = readOrdersView(new URLSearchParams(FULL))

  expect(view).toEqual({
    page: 3,
    page_size: 50,
    sort: 'billed',
    direction: 'asc',
    date_type: 'service_start_date',
    from: '2026-03-01',
    to: '2026-03-31',
    office: 'Jaffa',
    sub_office: 'Olive',
    user_id: '7',
    payment_status: 'Partly Credit',
  })
  expect(String(writeOrdersView(new URLSearchParams('tab=allOrders'), view))).toBe(FULL)
})

test.each([
  '',
  'page=0&size=7&sort=net&direction=up',
  'date_type=birthday&from=0002-03-01&to=2026-02-30&payment_status=Free&office=++',
])('%j shows the twenty newest orders', (search) => {
  expect(readOrdersView(new URLSearchParams(search))).toEqual({
    page: 1,
    page_size: 20,
    sort: 'date',
    direction: 'desc',
    ...NO_FILTERS,
  })
})

test('any change starts at the first page, and defaults are left out of the address', () => {
  const address = new URLSearchParams('tab=allOrders&page=9&office=jaffa')

  expect(String(writeOrdersView(address, { office: 'carmel' }))).toBe('tab=allOrders&office=carmel')
  expect(String(writeOrdersView(address, { page: 2 }))).toBe('tab=allOrders&page=2&office=jaffa')
  expect(String(writeOrdersView(address, NO_FILTERS))).toBe('tab=allOrders')
})

test('a sorted column reverses, and another one starts with its expected direction', () => {
  const newest = { sort: 'date', direction: 'desc' } as const

  expect(sortedBy(newest, 'date', expectedOrderDirection)).toEqual({ sort: 'date', direction: 'asc' })
  expect(sortedBy({ sort: 'date', direction: 'asc' }, 'date', expectedOrderDirection)).toEqual(newest)
  expect(sortedBy(newest, 'office', expectedOrderDirection)).toEqual({ sort: 'office', direction: 'asc' })
  expect(sortedBy(newest, 'billed', expectedOrderDirection)).toEqual({ sort: 'billed', direction: 'desc' })
  expect(ORDER_SORTINGS).toHaveLength(16)
})

const FIRST = '2026-03-01'
const LAST = '2026-03-31'

test('half a date range is kept but does not filter', () => {
  const half = { ...NO_FILTERS, from: FIRST, date_type: 'service_start_date' as const }

  expect(countingFilters(half)).toEqual({})
  expect(activeFilters(half)).toEqual([])
  expect(problemWithRange(half)).toBe('half')
  expect(isUntouched(half)).toBe(false)
})

test('a reversed date range is a problem, a single day is not', () => {
  expect(problemWithRange({ ...NO_FILTERS, from: LAST, to: FIRST })).toBe('backwards')
  expect(problemWithRange({ ...NO_FILTERS, from: FIRST, to: FIRST })).toBeUndefined()
  expect(problemWithRange(NO_FILTERS)).toBeUndefined()
})

test('each active filter can be removed separately', () => {
  const filters = { ...NO_FILTERS, from: FIRST, to: LAST, office: 'jaffa', payment_status: 'Paid' as const }

  expect(activeFilters(filters)).toEqual(['range', 'office', 'payment_status'])
  expect(activeFilters({ ...filters, ...withoutFilter('range') })).toEqual(['office', 'payment_status'])
  expect(activeFilters({ ...filters, ...withoutFilter('office') })).toEqual(['range', 'payment_status'])
  expect(activeFilters({ ...filters, ...withoutFilter('payment_status') })).toEqual(['range', 'office'])
})
