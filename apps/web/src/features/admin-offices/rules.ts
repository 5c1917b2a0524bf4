import { type AdminOffice, type IntegrationState, OfficeSort } from '@keyhour/contract/admin-offices'
import type { SubOffice } from '@keyhour/contract/offices'
import { FIRST_PAGE, readPage, readSearched, writeInto } from '#web/ui/wish.ts'

/** What the list is asked for; all of it stands in the address. Without `sort`: the newest first. */
export type OfficesWish = {
  page: number
  page_size: number
  sort: OfficeSort | undefined
  direction: 'asc' | 'desc'
  q: string
  name: string
  wifi_name: string
}

export const FIRST_WISH: OfficesWish = {
  ...FIRST_PAGE,
  sort: undefined,
  direction: 'asc',
  q: '',
  name: '',
  wifi_name: '',
}

/** What makes no sense in an address counts as not said. */
export function readWish(search: URLSearchParams): OfficesWish {
  const sort = OfficeSort.safeParse(search.get('sort')).data
  return {
    ...readPage(search),
    sort,
    direction: sort && search.get('direction') === 'desc' ? 'desc' : 'asc',
    q: readSearched(search, 'q'),
    name: readSearched(search, 'name'),
    wifi_name: readSearched(search, 'wifi'),
  }
}

const NAMES = {
  page: 'page',
  page_size: 'size',
  sort: 'sort',
  direction: 'direction',
  q: 'q',
  name: 'name',
  wifi_name: 'wifi',
} as const

/** The same address with another wish, from its first page unless told. */
export const writeWish = (address: URLSearchParams, change: Partial<OfficesWish>): URLSearchParams =>
  writeInto(address, { ...readWish(address), page: 1, ...change }, FIRST_WISH, NAMES)

export const isNarrowed = ({ q, name, wifi_name }: OfficesWish): boolean => (q || name || wifi_name) !== ''

export const EVERYTHING = { q: '', name: '', wifi_name: '' }

/** One row of the table: an office, or one of its sub-offices. */
export type OfficeRow = { office: AdminOffice; space: SubOffice | null; spaces: OfficeRow[] }

export const rowsOf = (offices: AdminOffice[]): OfficeRow[] =>
  offices.map((office) => ({
    office,
    space: null,
    spaces: office.sub_offices.map((space) => ({ office, space, spaces: [] })),
  }))

export const rowId = ({ office, space }: Pick<OfficeRow, 'office' | 'space'>): string =>
  space ? spaceRowId(space.id) : officeRowId(office.id)
export const officeRowId = (id: number): string => `office-${id}`
export const spaceRowId = (id: number): string => `sub-office-${id}`

/** What is inside goes with its office. */
export const isDeleted = ({ office, space }: OfficeRow): boolean =>
  office.deleted_at !== null || (space !== null && space.deleted_at !== null)

/** The first of hourly, daily and weekly price, and what it is for. */
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

/** An office has a price of its own only where it is rented whole. */
export function priceOf({ office, space }: OfficeRow) {
  if (space) return firstPrice(space)
  return office.sub_offices.some(({ deleted_at }) => deleted_at === null) ? null : firstPrice(office)
}

const FLAGS = ['hidden', 'hide_from_all_view', 'coming_soon', 'temporarily_closed'] as const

/** What keeps people from seeing or booking an office. */
export const flagsOf = (office: AdminOffice) => FLAGS.filter((flag) => office[flag])

/** The outside services by their own names. */
export const PROVIDER_NAMES = {
  google: 'Google',
  outlook: 'Outlook',
  pickspace: 'Pickspace',
  nexudus: 'Nexudus',
  roo: 'Roo',
  openpath: 'Openpath',
  tuya: 'Tuya',
} as const satisfies Record<IntegrationState['provider'], string>

/** Whether a search found this office for one of its sub-offices: what it found is then shown. */
function isFoundInside({ sub_offices }: AdminOffice, q: string): boolean {
  const sought = q.toLowerCase()
  return q !== '' && sub_offices.some(({ name }) => name.toLowerCase().includes(sought))
}

/** What the person opened and closed; the rest opens by itself where a search finds something inside. */
export type Opened = { all: boolean; byId: Readonly<Record<number, boolean>> }

export const NOTHING_OPENED: Opened = { all: false, byId: {} }

export const isOpen = (office: AdminOffice, q: string, { all, byId }: Opened): boolean =>
  office.sub_offices.length > 0 && (byId[office.id] ?? (all || isFoundInside(office, q)))

/** What can be chosen where there are no headings to press. */
export const SORTINGS = [
  'none',
  'name-asc',
  'name-desc',
  'lat-asc',
  'lat-desc',
  'lon-asc',
  'lon-desc',
  'open_hours-asc',
  'open_hours-desc',
  'close_hours-asc',
  'close_hours-desc',
  'created_at-asc',
  'created_at-desc',
] as const
type Sorting = (typeof SORTINGS)[number]

export const sortingOf = ({ sort, direction }: OfficesWish): Sorting =>
  SORTINGS.find((sorting) => sorting === `${sort}-${direction}`) ?? 'none'

export function wishOf(sorting: Sorting): Pick<OfficesWish, 'sort' | 'direction'> {
  const [sort, direction] = sorting.split('-')
  return { sort: OfficeSort.safeParse(sort).data, direction: direction === 'desc' ? 'desc' : 'asc' }
}
