// @vitest-environment node
import { expect, test } from 'vitest'
import { sampleAdminOffice, sampleSpace } from '#test/samples.ts'
import {
  firstPrice,
  flagsOf,
  isDeleted,
  isOpen,
  NOTHING_OPENED,
  OFFICE_SORTINGS,
  officeSortingOf,
  officesSortedAs,
  officesView,
  priceOf,
  rowsOf,
} from '#web/features/admin-offices/rules.ts'

const at = (address: string) => new URLSearchParams(address)

test('the address holds search, filters, sorting and page', () => {
  expect(officesView.read(at('q=loft&name=jaffa&wifi=guest&sort=lat&direction=desc&page=3&size=50'))).toEqual(
    {
      q: 'loft',
      name: 'jaffa',
      wifi_name: 'guest',
      sort: 'lat',
      direction: 'desc',
      page: 3,
      page_size: 50,
    },
  )
})

test.each(['', 'page=0', 'size=7', 'sort=price', 'direction=desc', 'name=++'])(
  'invalid values in the address are ignored: %j',
  (address) => {
    expect(officesView.read(at(address))).toEqual(officesView.first)
  },
)

test('changing the view starts at the first page and leaves defaults out of the address', () => {
  expect(officesView.write(at('tab=offices&page=4'), { name: 'jaffa' }).toString()).toBe(
    'tab=offices&name=jaffa',
  )
  expect(officesView.write(at('q=x&page=4'), { page: 5 }).toString()).toBe('q=x&page=5')
  expect(
    officesView
      .write(at('tab=offices&sort=name&direction=desc'), {
        sort: undefined,
        direction: 'asc',
      })
      .toString(),
  ).toBe('tab=offices')
})

test('the price is the first of hourly, daily and weekly price that is set', () => {
  expect(firstPrice(sampleSpace())).toEqual({ cents: 5000, per: 'hour' })
  expect(firstPrice(sampleSpace({ price_per_hour: 0 }))).toEqual({ cents: 30_000, per: 'day' })
  expect(firstPrice(sampleSpace({ price_per_hour: 0, price_per_day: 0, price_per_week: 9 }))).toEqual({
    cents: 9,
    per: 'week',
  })
  expect(firstPrice(sampleSpace({ price_per_hour: 0, price_per_day: 0 }))).toBeNull()
})

test('an office has a price only if it is rented whole', () => {
  const gone = sampleSpace({ deleted_at: '2026-01-01T00:00:00.000Z' })
  const priceWith = (sub_offices: (typeof gone)[]) =>
    priceOf(rowsOf([sampleAdminOffice({ price_per_day: 900, sub_offices })])[0]!)

  expect(priceWith([sampleSpace()])).toBeNull()
  expect(priceWith([gone])).toEqual({ cents: 900, per: 'day' })
  expect(priceWith([])).toEqual({ cents: 900, per: 'day' })
})

test('the sub-offices of a deleted office count as deleted', () => {
  const [office] = rowsOf([sampleAdminOffice({ deleted_at: '2026-01-01T00:00:00.000Z' })])

  expect([office, ...office!.spaces].map((row) => isDeleted(row!))).toEqual([true, true])
})

test('an office expands when a search finds one of its sub-offices', () => {
  const office = sampleAdminOffice()

  expect(isOpen(office, 'OLIVE', NOTHING_OPENED)).toBe(true)
  expect(isOpen(office, 'jaffa', NOTHING_OPENED)).toBe(false)
  expect(isOpen(office, '', NOTHING_OPENED)).toBe(false)
})

test('what an admin expanded or collapsed stays so', () => {
  const office = sampleAdminOffice()

  expect(isOpen(office, 'olive', { all: true, byId: { 3: false } })).toBe(false)
  expect(isOpen(office, '', { all: false, byId: { 3: true } })).toBe(true)
  expect(isOpen(office, '', { all: true, byId: {} })).toBe(true)
  expect(isOpen(sampleAdminOffice({ sub_offices: [] }), '', { all: true, byId: {} })).toBe(false)
})

test('an office lists the flags that keep people from seeing or booking it', () => {
  expect(flagsOf(sampleAdminOffice({ hidden: true, temporarily_closed: true }))).toEqual([
    'hidden',
    'temporarily_closed',
  ])
})

test('the sort choices on phones are those of the column headings', () => {
  for (const sorting of OFFICE_SORTINGS) expect(officeSortingOf(officesSortedAs(sorting))).toBe(sorting)
})
