import { type OwnerOffice, OwnerOrderList, type SpaceUse } from '@keyhour/contract/owners'
import { listView, readOneOf, readWhole } from '#web/ui/list-view.ts'

/** The office that the address names, or the first. */
export const chosenOffice = (offices: readonly OwnerOffice[], search: URLSearchParams): OwnerOffice =>
  offices.find(({ id }) => String(id) === search.get('office')) ?? offices[0]!

/** The order that the address names. */
export const chosenOrder = (search: URLSearchParams): number | undefined =>
  readWhole(search.get('order') ?? '')

/** Of all spaces together. */
export function sumUses(spaces: readonly SpaceUse[]): SpaceUse {
  const sum = (key: keyof SpaceUse) => spaces.reduce((total, space) => total + space[key], 0)
  return {
    open_ms: sum('open_ms'),
    booked_ms: sum('booked_ms'),
    closed_ms: sum('closed_ms'),
    orders: sum('orders'),
  }
}

/** The booked share of the open time, from 0 to 1. */
export const bookedShare = ({ open_ms, booked_ms }: SpaceUse): number =>
  open_ms === 0 ? 0 : Math.min(1, booked_ms / open_ms)

/** A closure around orders closes all that is left. */
export const isClosed = ({ open_ms, booked_ms, closed_ms }: SpaceUse): boolean =>
  closed_ms > 0 && booked_ms + closed_ms >= open_ms

/** `space` is the id of a sub-office; empty is all. */
export const readSpace = (text: string): string | undefined => (/^\d+$/.test(text) ? text : undefined)

export const ordersView = listView(
  { list: 'coming' as OwnerOrderList, space: '' },
  { list: readOneOf(OwnerOrderList.options), space: readSpace },
)
