import type { OrderDetails } from '@keyhour/contract/orders'
import { FIRST_PAGE, readPage, readSearched, writeInto } from '#web/ui/wish.ts'

/** Which offices are listed. */
export type OfficesWish = { page: number; page_size: number; q: string; in_use: boolean }

const FIRST_WISH: OfficesWish = { ...FIRST_PAGE, q: '', in_use: false }
const NAMES = { page: 'page', page_size: 'size', q: 'q', in_use: 'in_use' } as const

export const readWish = (search: URLSearchParams): OfficesWish => ({
  page: readPage(search).page,
  page_size: FIRST_PAGE.page_size,
  q: readSearched(search, 'q'),
  in_use: search.get('in_use') === 'true',
})

/** The same address with another wish, from its first page unless told. */
export const writeWish = (address: URLSearchParams, change: Partial<OfficesWish>): URLSearchParams =>
  writeInto(address, { ...readWish(address), page: 1, ...change }, FIRST_WISH, NAMES)

/** An office without sub-offices is rented whole. */
export type Space = number | 'whole'
export type Place = { office: number; space: Space }

export const wholeOf = (office: number | null): Place | null =>
  office === null ? null : { office, space: 'whole' }

/** What is chosen, each within the one before. */
export type Choice = { office: number | null; place: Place | null; order: number | null }

const idIn = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null

/** What makes no sense in an address, or hangs in the air, counts as not said. */
export function readChoice(search: URLSearchParams): Choice {
  const office = idIn(search.get('office'))
  const sub_office = search.get('sub_office')
  const space: Space | null = sub_office === 'whole' ? 'whole' : idIn(sub_office)
  const place = office === null || space === null ? null : { office, space }
  return { office, place, order: place && idIn(search.get('order')) }
}

/** An address may name a space of another office, or one that is gone. */
export const isStray = (place: Place | null, spaces: { id: number }[] | undefined): boolean =>
  place !== null &&
  place.space !== 'whole' &&
  spaces !== undefined &&
  !spaces.some(({ id }) => id === place.space)

const STEPS = ['office', 'sub_office', 'order'] as const
export type Step = (typeof STEPS)[number]

/** The same address with another choice, or none, at a step; what was chosen after it is no more. */
export function choose(address: URLSearchParams, step: Step, value: Space | null): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const later of STEPS.slice(STEPS.indexOf(step))) next.delete(later)
  if (value !== null) next.set(step, String(value))
  return next
}

/** The same address with everything chosen down to one order. */
export const leadTo = (address: URLSearchParams, { office, space }: Place, order: number): URLSearchParams =>
  choose(choose(choose(address, 'office', office), 'sub_office', space), 'order', order)

export const placeOf = ({ Office, SubOffice }: OrderDetails): Place => ({
  office: Office.id,
  space: SubOffice?.id ?? 'whole',
})

export const isIn = (order: OrderDetails, { office, space }: Place): boolean =>
  placeOf(order).office === office && placeOf(order).space === space

export const isComing = ({ start, cancelled_at, checked_out_at }: OrderDetails, now: number): boolean =>
  cancelled_at === null && checked_out_at === null && Date.parse(start) > now

export type Depth = 0 | 1 | 2 | 3

/** How many choices are made. */
export const depthOf = ({ office, place, order }: Choice): Depth => {
  if (order !== null) return 3
  if (place) return 2
  return office === null ? 0 : 1
}
