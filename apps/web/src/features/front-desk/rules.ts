import type { DayOrder, DeskDoor, DoorTrouble } from '@keyhour/contract/front-desk'
import { wallClock } from '@keyhour/contract/office-clock'
import { hasBegun, isOver } from '@keyhour/contract/order-phase'

const MINUTE_MS = 60_000
const HALF_HOUR_MS = 30 * MINUTE_MS
/** Many people leave without checking out; after this long they have left. */
const OVERDUE_MS = 60 * MINUTE_MS

/**
 * `late`: it has started, and nobody has checked in. `overdue`: it has ended a short while ago, and the customer has not
 * checked out. `over`: it has ended.
 */
type DayState = 'waiting' | 'coming' | 'late' | 'here' | 'overdue' | 'over'

export function dayStateOf(order: DayOrder, nowMs: number): DayState {
  if (isOver(order, nowMs)) return isOverdue(order, nowMs) ? 'overdue' : 'over'
  if (order.pay_until !== null) return 'waiting'
  if (!hasBegun(order, nowMs)) return 'coming'
  const isLate = order.checked_in_at === null && nowMs - Date.parse(order.start) >= MINUTE_MS
  return isLate ? 'late' : 'here'
}

const isOverdue = ({ end, checked_in_at, checked_out_at }: DayOrder, nowMs: number): boolean =>
  checked_out_at === null && checked_in_at !== null && end !== null && nowMs - Date.parse(end) < OVERDUE_MS

/** When somebody left or is to leave; null for a visit without an end. */
export const leavesAt = ({ end, checked_out_at }: DayOrder): string | null => checked_out_at ?? end

const byMoment =
  (momentOf: (order: DayOrder) => string | null) =>
  (one: DayOrder, other: DayOrder): number =>
    Date.parse(momentOf(one) ?? '') - Date.parse(momentOf(other) ?? '')

/** Those that still come today, the first to start first. */
export const arrivalsOf = (orders: readonly DayOrder[], nowMs: number): DayOrder[] =>
  orders.filter((order) => ['coming', 'waiting'].includes(dayStateOf(order, nowMs)))

/** Who leaves by `until`, and who has left, the latest last. No-shows and visits without an end leave at no known time. */
export function departuresOf(
  orders: readonly DayOrder[],
  { nowMs, until }: { nowMs: number; until: string },
): { leaving: DayOrder[]; left: DayOrder[] } {
  const known = orders
    .filter((order) => order.checked_in_at !== null && leavesAt(order) !== null)
    .filter((order) => Date.parse(leavesAt(order)!) <= Date.parse(until))
    .sort(byMoment(leavesAt))
  const isThere = (order: DayOrder) => ['here', 'overdue'].includes(dayStateOf(order, nowMs))
  return {
    leaving: known.filter(isThere),
    left: known.filter((order) => dayStateOf(order, nowMs) === 'over'),
  }
}

/** When something changes without anybody doing anything. */
export const momentsOf = (orders: readonly DayOrder[]): (string | null)[] =>
  orders.flatMap(({ start, end, pay_until }) => [
    start,
    new Date(Date.parse(start) + MINUTE_MS).toISOString(),
    end,
    end && new Date(Date.parse(end) + OVERDUE_MS).toISOString(),
    pay_until,
  ])

/** What to do about a door that fails. */
type Remedy = 'connection' | 'settings' | 'lock' | 'bolt'

const REMEDIES: Record<DoorTrouble, Remedy> = {
  not_set_up: 'settings',
  address_refused: 'settings',
  unreachable: 'connection',
  too_slow: 'connection',
  untrusted: 'settings',
  token_refused: 'settings',
  blocked: 'settings',
  unreadable: 'settings',
  out_of_order: 'connection',
  unknown_door: 'settings',
  unsupported_door: 'settings',
  unavailable: 'lock',
  jammed: 'bolt',
  stayed_shut: 'bolt',
  refused: 'settings',
}

export type Fault = { failure: string; since: string; remedy: Remedy; doors: DeskDoor[] }

const OF_ONE_DOOR: Remedy[] = ['lock', 'bolt']

/** Doors that fail for the same reason at their hub are one fault, since the first of them. */
export function faultsOf(doors: readonly DeskDoor[]): Fault[] {
  const faults: Fault[] = []
  for (const door of doors) {
    if (!door.trouble) continue
    const { reason, failure, since } = door.trouble
    const remedy = REMEDIES[reason]
    const known = OF_ONE_DOOR.includes(remedy) ? undefined : faults.find((fault) => fault.failure === failure)
    if (!known) faults.push({ failure, since, remedy, doors: [door] })
    else {
      known.doors.push(door)
      if (Date.parse(since) < Date.parse(known.since)) known.since = since
    }
  }
  return faults
}

/** The half-hours of the rest of the day, on the clock of the office. Its end is no choice: that is the rest of the day. */
export function untilChoices({ nowMs, until }: { nowMs: number; until: string }, zone: string): string[] {
  const choices: string[] = []
  const first = Math.floor(nowMs / HALF_HOUR_MS + 1) * HALF_HOUR_MS
  for (let moment = first; moment < Date.parse(until); moment += HALF_HOUR_MS)
    choices.push(wallClock(moment, zone).time)
  return [...new Set(choices)]
}
