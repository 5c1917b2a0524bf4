import type { Hours } from '@keyhour/contract/office-clock'
import type { RentType, SpaceType } from '@keyhour/contract/offices'
import { openingAt, type Span } from '#server/time/opening-hours.ts'

/** An open space has one unit per seat; any other space is one unit. */
export const unitsNeeded = ({ type, capacity }: { type: SpaceType; capacity: number }): number =>
  type === 'open_space' ? capacity : 1

export type BookedTime = { start: string; end: string; rent_type: RentType }

/** Whether an office is open when the stay begins and ends; for hourly stays also in between. */
export function isOpenFor(hours: Hours, { start, end, rent_type }: BookedTime): boolean {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  const first = openingAt(hours, from)
  const last = rent_type === 'day' ? openingAt(hours, to - 1) : first
  return first !== undefined && last !== undefined && to <= last.to
}

/** The time includes cleaning. */
export type Seated = Span & { order_id: number; unit_id: number }
type Fixed = Span & { unit_id: number }

/**
 * Gives every order one of the seats that stay, its own if possible. The earliest order chooses first, so that every
 * order gets a seat if there is a solution at all, unless closures are in the way.
 */
export function seatOrders(
  orders: Seated[],
  fixed: Fixed[],
  kept: number[],
): { moved: Seated[]; left: Seated[] } {
  const freeFrom = new Map<number, number>()
  const isFree = (unit: number, { from, to }: Span) =>
    (freeFrom.get(unit) ?? Number.NEGATIVE_INFINITY) <= from &&
    !fixed.some((one) => one.unit_id === unit && one.from < to && from < one.to)

  const moved: Seated[] = []
  const left: Seated[] = []
  for (const order of orders.toSorted((a, b) => a.from - b.from)) {
    const choices = kept.includes(order.unit_id) ? [order.unit_id, ...kept] : kept
    const seat = choices.find((unit) => isFree(unit, order))
    if (seat === undefined) left.push(order)
    else {
      freeFrom.set(seat, order.to)
      if (seat !== order.unit_id) moved.push({ ...order, unit_id: seat })
    }
  }
  return { moved, left }
}

const SUFFIX = ' (Copy)'
const SUFFIX_HE = ' (עותק)'
const MOST_NAME = 200
const withSuffix = (name: string, suffix: string): string => name.slice(0, MOST_NAME - suffix.length) + suffix
const copyOfNames = ({ name, name_he }: Named): Named => ({
  name: withSuffix(name, SUFFIX),
  name_he: name_he && withSuffix(name_he, SUFFIX_HE),
})
type Named = { name: string; name_he: string | null }

type OfficeLike = Record<Personal, unknown> & Named
type Personal =
  | 'id'
  | 'words'
  | 'version'
  | 'deleted_at'
  | 'wifi_password_sealed'
  | 'openpath_org_id'
  | 'openpath_entry_id'
  | 'pickspace_location_id'
  | 'pickspace_email'
  | 'google_calendar_type'
  | 'tuya_devices'

/** Without credentials, doors, and its ids in other systems. */
export function copyOfOffice<O extends OfficeLike>(office: O) {
  const {
    id,
    words,
    version,
    deleted_at,
    wifi_password_sealed,
    openpath_org_id,
    openpath_entry_id,
    pickspace_location_id,
    pickspace_email,
    google_calendar_type,
    tuya_devices,
    ...rest
  } = office
  return { ...rest, ...copyOfNames(office), hidden: true }
}

type Tied =
  | 'id'
  | 'version'
  | 'deleted_at'
  | 'pickspace_room_id'
  | 'google_calendar_id'
  | 'google_calendar_room_id'
  | 'outlook_calendar_id'
  | 'nexudus_resource_id'
  | 'roo_room_id'

/** Without its calendars and its ids in other systems. */
export function copyOfSubOffice<S extends Record<Tied, unknown> & Named>(space: S) {
  const {
    id,
    version,
    deleted_at,
    pickspace_room_id,
    google_calendar_id,
    google_calendar_room_id,
    outlook_calendar_id,
    nexudus_resource_id,
    roo_room_id,
    ...rest
  } = space
  return { ...rest, ...copyOfNames(space) }
}
