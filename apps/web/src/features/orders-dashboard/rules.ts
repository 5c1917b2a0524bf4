import type { OrderDetails } from '@keyhour/contract/orders'
import { listView, readText, type ViewOf } from '#web/ui/list-view.ts'

export const officesInUseView = listView(
  { q: '', in_use: false },
  { q: readText, in_use: (text) => text === 'true' },
)
export type OfficesInUseView = ViewOf<typeof officesInUseView>

/** 'whole' is the office itself, which is rented whole. */
export type Space = number | 'whole'
export type SpaceKey = { office: number; space: Space }

export const wholeOf = (office: number | null): SpaceKey | null =>
  office === null ? null : { office, space: 'whole' }

export type Selection = { office: number | null; place: SpaceKey | null; order: number | null }

const idIn = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null

/** Ignores invalid values, and values whose parent is missing. */
export function readSelection(search: URLSearchParams): Selection {
  const office = idIn(search.get('office'))
  const sub_office = search.get('sub_office')
  const space: Space | null = sub_office === 'whole' ? 'whole' : idIn(sub_office)
  const place = office === null || space === null ? null : { office, space }
  return { office, place, order: place && idIn(search.get('order')) }
}

/** The address may name a deleted space or a space of another office. */
export const isStray = (place: SpaceKey | null, spaces: { id: number }[] | undefined): boolean =>
  place !== null &&
  place.space !== 'whole' &&
  spaces !== undefined &&
  !spaces.some(({ id }) => id === place.space)

const STEPS = ['office', 'sub_office', 'order'] as const
export type Step = (typeof STEPS)[number]

/** Changes one step of the address and clears the later ones. */
export function choose(address: URLSearchParams, step: Step, value: Space | null): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const later of STEPS.slice(STEPS.indexOf(step))) next.delete(later)
  if (value !== null) next.set(step, String(value))
  return next
}

export const leadTo = (
  address: URLSearchParams,
  { office, space }: SpaceKey,
  order: number,
): URLSearchParams => choose(choose(choose(address, 'office', office), 'sub_office', space), 'order', order)

export const placeOf = ({ Office, SubOffice }: OrderDetails): SpaceKey => ({
  office: Office.id,
  space: SubOffice?.id ?? 'whole',
})

export const isIn = (order: OrderDetails, { office, space }: SpaceKey): boolean =>
  placeOf(order).office === office && placeOf(order).space === space

export type Depth = 0 | 1 | 2 | 3

export const depthOf = ({ office, place, order }: Selection): Depth => {
  if (order !== null) return 3
  if (place) return 2
  return office === null ? 0 : 1
}
