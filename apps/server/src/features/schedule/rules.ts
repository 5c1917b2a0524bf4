import {
  daysAfter,
  daysBetween,
  type Hours,
  holidayOn,
  momentAt,
  officeDayAt,
} from '@keyhour/contract/office-clock'
import type { RentType } from '@keyhour/contract/offices'
import { hasBegun, isOver } from '@keyhour/contract/order-phase'
import type { BoardBlock, BoardDay } from '@keyhour/contract/schedule'
import { shortName } from '#server/features/users/rules.ts'
import { openingOrNone } from '#server/time/opening-hours.ts'

type BoardReader = {
  isAdmin: boolean
  isManager: boolean
  isOwner: boolean
}

const instant = (moment: number): string => new Date(moment).toISOString()

type Reason = {
  sub_office_id: number | null
  cause: string
  from: number
  to: number
  order_id: number | null
  closure_id: number | null
  event_id: string | null
  held_by: number | null
}

/** Units that are taken for the same reason and time are one block. */
export function inBlocks<Row extends Reason, Block extends { units: number }>(
  rows: readonly Row[],
  describe: (row: Row) => Block,
): Block[] {
  const blocks = new Map<string, Block>()
  for (const row of rows) {
    const why = row.order_id ?? row.closure_id ?? row.event_id ?? row.held_by
    const key = [row.sub_office_id, row.cause, why, row.from, row.to].join()
    const known = blocks.get(key)
    if (known) known.units += 1
    else blocks.set(key, describe(row))
  }
  return [...blocks.values()]
}

type Taken = Reason & {
  cause: 'order' | 'hold' | 'buffer' | 'closure' | 'calendar'
  order_start: string | null
  order_end: string | null
  rent_type: RentType | null
  held_until: string | null
  checked_in_at: string | null
  checked_out_at: string | null
  pay_until: string | null
  name: string | null
  purged_at: string | null
  reason: string | null
  closed_space: number | null
  closed_by_admin: boolean | null
  closed_by_manager: boolean
  closed_from: number | null
  closed_to: number | null
}

const KINDS = {
  order: 'order',
  hold: 'hold',
  buffer: 'cleaning',
  closure: 'closure',
  calendar: 'event',
} as const

export type BoardLook = { reader: BoardReader; hours: Hours; now: number }

export const describeBlock = (row: Taken, { reader, hours, now }: BoardLook): BoardBlock => ({
  kind: isRunning(row, now) ? 'visit' : KINDS[row.cause],
  start: instant(row.from),
  end: instant(row.to),
  units: 1,
  order_id: row.order_id,
  customer: customerFor(row, reader),
  checked_in: row.cause === 'order' && row.checked_in_at !== null,
  checked_out: row.cause === 'order' && row.checked_out_at !== null,
  open_ended: row.cause === 'order' && row.order_end === null,
  waiting: row.cause === 'order' && row.pay_until !== null,
  closure: closureFor(row, reader),
  held_until: row.held_until,
  movable: reader.isManager ? movableIn(row, hours, now) : null,
})

/** All of an order that is not over, has an end and does not wait for its payment. */
function movableIn(row: Taken, hours: Hours, now: number): BoardBlock['movable'] {
  const { cause, order_start: start, order_end: end, pay_until, checked_out_at } = row
  if (cause !== 'order' || start === null || end === null || pay_until !== null) return null
  if (isOver({ end, checked_out_at }, now)) return null
  const [first, last] = [Date.parse(start), Date.parse(end) - 1].map((at) => officeDayAt(hours, at))
  return { start, end, days: row.rent_type === 'day' ? daysBetween(first!, last!) + 1 : null }
}

function isRunning(
  { cause, order_start, order_end, checked_in_at, checked_out_at }: Taken,
  now: number,
): boolean {
  if (cause !== 'order' || order_start === null) return false
  return (
    hasBegun({ start: order_start, checked_in_at }, now) && !isOver({ end: order_end, checked_out_at }, now)
  )
}

/** Owners learn who comes, not who thinks of coming. Nobody has to be known for the cleaning after a visit. */
function customerFor({ cause, name, purged_at }: Taken, { isManager }: BoardReader): string | null {
  if (name === null || purged_at !== null) return null
  if (cause === 'order') return isManager ? name : shortName(name)
  return cause === 'hold' && isManager ? name : null
}

function closureFor(row: Taken, reader: BoardReader): BoardBlock['closure'] {
  if (row.closure_id === null) return null
  return {
    id: row.closure_id,
    reason: row.reason ?? '',
    start: instant(row.closed_from ?? row.from),
    end: instant(row.closed_to ?? row.to),
    whole_office: row.closed_space === null,
    may_open: mayOpen(row, reader),
  }
}

/** What an admin has closed, only admins open; managers open what managers have closed. */
function mayOpen(
  { closed_by_admin, closed_by_manager }: Taken,
  { isAdmin, isManager, isOwner }: BoardReader,
): boolean {
  if (isAdmin) return true
  return !closed_by_admin && (isOwner || (isManager && closed_by_manager))
}

export function describeBoardDay(hours: Hours, date: string): BoardDay {
  const from = momentAt(date, '00:00', hours.time_zone)
  const to = momentAt(daysAfter(date, 1), '00:00', hours.time_zone)
  const openings = [daysAfter(date, -1), date]
    .map((day) => openingOrNone(hours, day))
    .map((opening) => ({ from: Math.max(opening.from, from), to: Math.min(opening.to, to) }))
    .filter((opening) => opening.from < opening.to)
  const holiday = holidayOn(hours, date)
  return {
    date,
    start: instant(from),
    end: instant(to),
    openings: openings.map((opening) => ({ start: instant(opening.from), end: instant(opening.to) })),
    holiday: holiday ? { name: holiday.name, name_he: holiday.name_he } : null,
  }
}
