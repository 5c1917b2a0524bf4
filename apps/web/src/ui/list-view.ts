export const PAGE_SIZES: readonly number[] = [10, 20, 50, 100]
export const SMALLEST_PAGE = Math.min(...PAGE_SIZES)
const FIRST_PAGE = { page: 1, page_size: 20 }
const MOST_SEARCHED = 200

/** Parses one value from the address; undefined if it is invalid. */
type Reader<Value> = (text: string) => Value | undefined
type Readers<View> = { [Key in keyof View]: Reader<View[Key]> }

export const readText: Reader<string> = (text) => text.trim().slice(0, MOST_SEARCHED)

export const readWhole: Reader<number> = (text) =>
  Number.isSafeInteger(Number(text)) && Number(text) > 0 ? Number(text) : undefined

export const readOneOf =
  <Value extends string>(values: readonly Value[]): Reader<Value> =>
  (text) =>
    values.find((value) => value === text)

/**
 * Keeps a view in the address. Values equal to `first` are left out; invalid ones are replaced by `first`. `names`
 * lists the keys with another name in the address.
 */
export function keptInAddress<View extends object>(
  first: View,
  readers: Readers<View>,
  names: Partial<Record<keyof View, string>> = {},
) {
  const keys = Object.keys(first) as (keyof View & string)[]
  const nameOf = (key: keyof View & string): string => names[key] ?? key

  const read = (address: URLSearchParams): View =>
    Object.fromEntries(
      keys.map((key) => [key, readers[key](address.get(nameOf(key)) ?? '') ?? first[key]]),
    ) as View

  function write(address: URLSearchParams, change: Partial<View>): URLSearchParams {
    const view = { ...read(address), ...change }
    const next = new URLSearchParams(address)
    for (const key of keys) {
      if (view[key] === undefined || view[key] === first[key]) next.delete(nameOf(key))
      else next.set(nameOf(key), String(view[key]))
    }
    return next
  }

  return { first, read, write }
}

/** The view of a list: filter, sort and page. Every change except of the page goes back to the first page. */
export function listView<Narrowed extends object>(
  first: Narrowed,
  readers: Readers<Narrowed>,
  names: Partial<Record<keyof Narrowed, string>> = {},
) {
  type View = Narrowed & typeof FIRST_PAGE
  const { write, ...kept } = keptInAddress<View>(
    { ...FIRST_PAGE, ...first },
    {
      page: readWhole,
      page_size: (text: string) => PAGE_SIZES.find((size) => String(size) === text),
      ...readers,
    } as Readers<View>,
    { page_size: 'size', ...names } as Partial<Record<keyof View, string>>,
  )
  return {
    ...kept,
    write: (address: URLSearchParams, change: Partial<View>) => write(address, { page: 1, ...change }),
  }
}

export type ViewOf<Kept extends { first: unknown }> = Kept['first']

export type Sorted<Sort> = { sort: Sort; direction: 'asc' | 'desc' }

export const readDirection = readOneOf(['asc', 'desc'])

/** Clicking the same column reverses the order; another column starts in its usual direction. */
export function sortedBy<Sort extends string>(
  { sort, direction }: Sorted<Sort>,
  by: Sort,
  expected: (sort: Sort) => 'asc' | 'desc',
): Sorted<Sort> {
  if (sort === by) return { sort, direction: direction === 'asc' ? 'desc' : 'asc' }
  return { sort: by, direction: expected(by) }
}

/** For a select where there are no headings to click: `name-asc`. */
export const sortingsBy = <Sort extends string>(
  sorts: readonly Sort[],
  expected: (sort: Sort) => 'asc' | 'desc',
) =>
  sorts.flatMap((sort) =>
    expected(sort) === 'asc'
      ? ([`${sort}-asc`, `${sort}-desc`] as const)
      : ([`${sort}-desc`, `${sort}-asc`] as const),
  )

export const sortingOf = <Sort extends string>({ sort, direction }: Sorted<Sort>) =>
  `${sort}-${direction}` as const

export function sortedAs<Sort extends string>(sorting: `${Sort}-${'asc' | 'desc'}`): Sorted<Sort> {
  const [sort, direction] = sorting.split('-') as [Sort, 'asc' | 'desc']
  return { sort, direction }
}
