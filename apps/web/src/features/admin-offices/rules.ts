import { type AdminOffice, OfficeSort } from '@keyhour/contract/admin-offices'
import type { SubOffice } from '@keyhour/contract/offices'
import type { Currency } from '@keyhour/contract/primitives'
import { formatMoney } from '#web/format/money.ts'
import {
  listView,
  readDirection,
  readOneOf,
  readText,
  type Sorted,
  sortedAs,
  sortingOf,
  sortingsBy,
  type ViewOf,
} from '#web/ui/list-view.ts'

const NO_FILTER = { q: '', name: '', wifi_name: '' }

/** Without `sort` the newest come first. */
const kept = listView(
  { sort: undefined as OfficeSort | undefined, direction: 'asc' as 'asc' | 'desc', ...NO_FILTER },
  {
    sort: readOneOf(OfficeSort.options),
    direction: readDirection,
    q: readText,
    name: readText,
    wifi_name: readText,
  },
  { wifi_name: 'wifi' },
)
export type OfficesView = ViewOf<typeof kept>

export const officesView = {
  ...kept,
  unfiltered: NO_FILTER,
  isFiltered: ({ q, name, wifi_name }: OfficesView): boolean => (q || name || wifi_name) !== '',
  read: (address: URLSearchParams): OfficesView => {
    const view = kept.read(address)
    return view.sort ? view : { ...view, direction: 'asc' }
  },
}

/** An office (`space` is null) or one of its sub-offices. */
export type OfficeRow = { office: AdminOffice; space: SubOffice | null; spaces: OfficeRow[] }

export const rowsOf = (offices: AdminOffice[]): OfficeRow[] =>
  offices.map((office) => ({
    office,
    space: null,
    spaces: office.sub_offices.map((space) => ({ office, space, spaces: [] })),
  }))

export const rowId = ({ office, space }: Pick<OfficeRow, 'office' | 'space'>): string =>
  rowIdOf({ officeId: office.id, subOfficeId: space?.id ?? null })
export const rowIdOf = ({ officeId, subOfficeId }: { officeId: number; subOfficeId: number | null }) =>
  subOfficeId === null ? officeRowId(officeId) : `sub-office-${subOfficeId}`
export const officeRowId = (id: number): string => `office-${id}`

/** The sub-offices of a deleted office count as deleted. */
export const isDeleted = ({ office, space }: OfficeRow): boolean =>
  office.deleted_at !== null || (space !== null && space.deleted_at !== null)

/** The first of hourly, daily and weekly price that is set. */
export function firstPrice(
  priced: Pick<SubOffice, 'price_per_hour' | 'price_per_day' | 'price_per_week'>,
): { cents: number; per: 'hour' | 'day' | 'week' } | null {
  const prices = [
    { cents: priced.price_per_hour, per: 'hour' as const },
    { cents: priced.price_per_day, per: 'day' as const },
    { cents: priced.price_per_week, per: 'week' as const },
  ]
  return prices.find(({ cents }) => cents > 0) ?? null
}

/** An office with sub-offices is not rented whole and has no price. */
export function priceOf({ office, space }: OfficeRow) {
  if (space) return firstPrice(space)
  return office.sub_offices.some(({ deleted_at }) => deleted_at === null) ? null : firstPrice(office)
}

const FLAGS = ['hidden', 'hide_from_all_view', 'coming_soon', 'temporarily_closed'] as const

export const flagsOf = (office: AdminOffice) => FLAGS.filter((flag) => office[flag])

/** The text of a sub-office's row, which the server searches. */
function shownOf(space: SubOffice, currency: Currency): string[] {
  const price = firstPrice(space)
  return [String(space.id), space.name.toLowerCase(), price ? formatMoney(price.cents, currency) : '']
}

/** Whether the search found one of the sub-offices of this office. */
function isFoundInside({ sub_offices, currency }: AdminOffice, q: string): boolean {
  const sought = q.toLowerCase()
  return (
    q !== '' && sub_offices.some((space) => shownOf(space, currency).some((text) => text.includes(sought)))
  )
}

/** What the admin expanded and collapsed; other offices open if a search finds one of their sub-offices. */
export type Opened = { all: boolean; byId: Readonly<Record<number, boolean>> }

export const NOTHING_OPENED: Opened = { all: false, byId: {} }

export const isOpen = (office: AdminOffice, q: string, { all, byId }: Opened): boolean =>
  office.sub_offices.length > 0 && (byId[office.id] ?? (all || isFoundInside(office, q)))

/** For phones, where there are no column headings. */
export const OFFICE_SORTINGS = ['none', ...sortingsBy(OfficeSort.options, () => 'asc')] as const
type OfficeSorting = (typeof OFFICE_SORTINGS)[number]

export const officeSortingOf = ({ sort, direction }: Sorted<OfficeSort | undefined>): OfficeSorting =>
  sort ? sortingOf({ sort, direction }) : 'none'

export const officesSortedAs = (sorting: OfficeSorting): Sorted<OfficeSort | undefined> =>
  sorting === 'none' ? { sort: undefined, direction: 'asc' } : sortedAs(sorting)
