import { daysAfter, daysBetween, wallClock, wallClockAtEnd } from '@keyhour/contract/office-clock'
import type { OrderDetails } from '@keyhour/contract/orders'
import type { BoardBlock } from '@keyhour/contract/schedule'
import type { BoardMove } from '@keyhour/contract/schedule-moves'
import { type Axis, type BoardRow, HALF, type MarkedTime, minuteOn } from '#web/features/schedule/rules.ts'

const MINUTE_MS = 60_000

/** A booking of the board that may be moved, and the space where it is. */
export type MovableBooking = {
  order_id: number
  customer: string | null
  sub_office_id: number | null
  movable: NonNullable<BoardBlock['movable']>
  /** Its start has passed and stays. */
  hasBegun: boolean
}

/** A booking with the place that was chosen for it. */
export type DraggedBooking = { booking: MovableBooking; to: MarkedTime }

export function movableIn(block: BoardBlock, sub_office_id: number | null): MovableBooking | undefined {
  const { order_id, movable, customer, kind } = block
  if (order_id === null || movable === null) return undefined
  return { order_id, customer, sub_office_id, movable, hasBegun: kind === 'visit' }
}

/** Where it is now. Of a booking by the day only the dates count. */
export function placeNow({ sub_office_id, movable }: MovableBooking, zone: string): MarkedTime {
  const { start, end, days } = movable
  const [from, to] = [wallClock(Date.parse(start), zone), wallClockAtEnd(Date.parse(end), zone)]
  const end_date = days === null ? to.date : daysAfter(from.date, days - 1)
  return { sub_office_id, date: from.date, start: from.time, end_date, end: to.time }
}

/** Minutes by which start and end change, and the row where it goes. */
export type Shift = { start: number; end: number; row: number }

type Rows = { rows: readonly BoardRow[]; row: number; zone: string; byClock: boolean }

/** `row` is the one that it leaves. */
export function placeAfter(
  booking: MovableBooking,
  shift: Shift,
  { rows, row, zone, byClock }: Rows,
): MarkedTime {
  const target = rows[shift.row]!
  const days = daysBetween(rows[row]!.day.date, target.day.date)
  const now = { ...placeNow(booking, zone), sub_office_id: target.sub_office_id }
  const onOtherDay = { ...now, date: daysAfter(now.date, days), end_date: daysAfter(now.end_date, days) }
  if (booking.movable.days !== null) return onOtherDay
  const [start, end] = byClock
    ? [onWall(onOtherDay.date, now.start, shift.start), onWall(onOtherDay.end_date, now.end, shift.end)]
    : [
        wallClock(Date.parse(booking.movable.start) + shift.start * MINUTE_MS, zone),
        wallClockAtEnd(Date.parse(booking.movable.end) + shift.end * MINUTE_MS, zone),
      ]
  return { ...now, date: start.date, start: start.time, end_date: end.date, end: end.time }
}

const onWall = (date: string, time: string, minutes: number) =>
  wallClock(Date.parse(`${date}T${time}Z`) + minutes * MINUTE_MS, 'UTC')

export type Edge = 'start' | 'end'

/** In minutes of the axis. */
type Minutes = { from: number; to: number }

export const minutesOf = (
  { movable: { start, end } }: MovableBooking,
  { day }: BoardRow,
  clock: { zone: string; byClock: boolean },
): Minutes => ({
  from: minuteOn(day, Date.parse(start), clock),
  to: minuteOn(day, Date.parse(end), clock),
})

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** What a pull by so many minutes does: half-hours of the clock, no shorter than one, and not out of the board. */
export function pulledBy(
  minutes: number,
  { from, to }: Minutes,
  { axis, edge, booking }: { axis: Axis; edge: Edge | null; booking: MovableBooking },
): { start: number; end: number } {
  if (booking.movable.days !== null) return { start: 0, end: 0 }
  const [least, most] = [Math.min(from, axis.from), Math.max(to, axis.to)]
  if (edge === 'end') return { start: 0, end: within(snapped(to + minutes), from + HALF, most) - to }
  if (booking.hasBegun) return { start: 0, end: 0 }
  if (edge === 'start') return { start: within(snapped(from + minutes), least, to - HALF) - from, end: 0 }
  const by = within(snapped(from + minutes), least, most - (to - from)) - from
  return { start: by, end: by }
}

const snapped = (minute: number): number => Math.round(minute / HALF) * HALF

export const isSamePlace = (one: MarkedTime, other: MarkedTime): boolean =>
  JSON.stringify(Object.values(one)) === JSON.stringify(Object.values(other))

/** The call that brings it there from where it is. */
export function moveTo({ booking, to }: DraggedBooking, expected_total?: number): BoardMove {
  const { sub_office_id, date, start, end, end_date } = to
  const { movable } = booking
  return {
    ...{ sub_office_id, date, end_date },
    ...(movable.days === null && { start, end }),
    ...(expected_total !== undefined && { expected_total }),
    from: { sub_office_id: booking.sub_office_id, start: movable.start, end: movable.end },
  }
}

/** Back to where it was, after a move that answered with `order`. */
export function wayBack({ booking }: DraggedBooking, order: OrderDetails, zone: string): DraggedBooking {
  const sub_office_id = order.SubOffice?.id ?? null
  const movable = { ...booking.movable, start: order.start, end: order.end! }
  return { booking: { ...booking, sub_office_id, movable }, to: placeNow(booking, zone) }
}

/** The fields of the window. An end that is not after the start is on the next day. */
export type MoveDraft = { sub_office_id: string; date: string; start: string; end: string }

export const draftOf = ({ sub_office_id, date, start, end }: MarkedTime): MoveDraft => ({
  sub_office_id: String(sub_office_id ?? ''),
  date,
  start,
  end,
})

/** `dragged` says over how many days it goes. Null while something is missing. */
export function placeIn(draft: MoveDraft, { booking, to }: DraggedBooking): MarkedTime | null {
  const { date, start, end } = draft
  if (!date || !start || !end) return null
  const nights = daysBetween(to.date, to.end_date)
  const isByDay = booking.movable.days !== null
  const wholeDays = isByDay ? nights : nights - Number(to.end <= to.start)
  const days = isByDay ? wholeDays : wholeDays + Number(end <= start)
  const sub_office_id = draft.sub_office_id === '' ? null : Number(draft.sub_office_id)
  return { sub_office_id, date, start, end_date: daysAfter(date, days), end }
}
