import type { RentType, SpaceType } from '@keyhour/contract/offices'
import { type Hours, openingAt, type Span } from '#server/time/opening-hours.ts'

/** An open space is as many seats as it has places; anything else is taken as a whole. */
export const unitsNeeded = ({ type, capacity }: { type: SpaceType; capacity: number }): number =>
  type === 'open_space' ? capacity : 1

export type BookedTime = { start: string; end: string; rent_type: RentType }

/** Whether an office is open when somebody comes and goes; for a time of hours also all the while. */
export function isOpenFor(hours: Hours, { start, end, rent_type }: BookedTime): boolean {
  const [from, to] = [Date.parse(start), Date.parse(end)]
  const first = openingAt(hours, from)
  const last = rent_type === 'day' ? openingAt(hours, to - 1) : first
  return first !== undefined && last !== undefined && to <= last.to
}

/** What an order takes of a seat, with the cleaning afterwards. */
export type Seated = Span & { order_id: number; unit_id: number }
/** What stays where it is. */
type Fixed = Span & { unit_id: number }

/**
 * Gives every order one of the seats that are kept, its own if it can. Whoever comes first chooses first: so nobody is
 * left without a seat who could have had one, as long as nothing fixed is in the way.
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

/** Without what lets into, or ties it to, one place: credentials, doors, and what it is called elsewhere. */
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

/** Without the calendars and rooms that it is elsewhere. */
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
