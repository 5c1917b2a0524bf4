import { PAGE_SIZES } from '#web/ui/page-sizes.ts'

/** What a list is asked for; all of it stands in the address. */
type Paged = { page: number; page_size: number }

export const FIRST_PAGE: Paged = { page: 1, page_size: 20 }
const MOST_SEARCHED = 200

const numberIn = (text: string | null, fits: (number: number) => boolean, otherwise: number): number =>
  fits(Number(text)) ? Number(text) : otherwise

/** What makes no sense in an address counts as not said. */
export const readPage = (search: URLSearchParams): Paged => ({
  page: numberIn(search.get('page'), (page) => Number.isSafeInteger(page) && page > 0, FIRST_PAGE.page),
  page_size: numberIn(search.get('size'), (size) => PAGE_SIZES.includes(size), FIRST_PAGE.page_size),
})

export const readSearched = (search: URLSearchParams, name: string): string =>
  (search.get(name) ?? '').trim().slice(0, MOST_SEARCHED)

/** The same address with that wish; what goes without saying is left out. */
export function writeInto<Wish extends Record<string, unknown>>(
  address: URLSearchParams,
  wish: Wish,
  first: Wish,
  names: Record<keyof Wish & string, string>,
): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const [key, name] of Object.entries(names)) {
    if (wish[key] === undefined || wish[key] === first[key]) next.delete(name)
    else next.set(name, String(wish[key]))
  }
  return next
}
