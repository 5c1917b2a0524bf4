import type { Availability } from '@keyhour/contract/availability'
import type { SubOffice } from '@keyhour/contract/offices'
import type { OrderDetails } from '@keyhour/contract/orders'
import { type ChosenTime, NO_TIME } from '#web/features/availability/chosen-time.ts'
import { HALF_HOUR_MS, type Half, type HalfRange, halvesOf } from '#web/format/half-hours.ts'

const VIEW = 'view'
const BOARD = 'board'

export const hasBoardIn = (address: URLSearchParams): boolean => address.get(VIEW) === BOARD

export function writeBoard(address: URLSearchParams, isShown: boolean): URLSearchParams {
  const next = new URLSearchParams(address)
  if (isShown) next.set(VIEW, BOARD)
  else next.delete(VIEW)
  return next
}

/** A row of the board. Half-hours are numbered as in `halves`. */
export type SpaceRow = {
  space: SubOffice
  day: Availability
  halves: Half[]
  /** Where the arrow keys stop: each free half-hour, or the first of a day that is rented as a whole. */
  free: number[]
  taken: TakenStretch[]
}

export function spaceRows(spaces: SubOffice[], days: Availability[], now: number): SpaceRow[] {
  return spaces.flatMap((space) => {
    const day = days.find(({ sub_office_id }) => sub_office_id === space.id)
    if (!day) return []
    const halves = halvesOf(day, day.date)
    const free = freeOf(day, halves, now)
    return [{ space, day, halves, free, taken: takenIn(day, halves, { free, now }) }]
  })
}

const isOver = ({ slot }: Half, now: number): boolean =>
  slot.reason === 'past' || Date.parse(slot.starts_at) + HALF_HOUR_MS <= now

function freeOf({ reason, rent_type }: Availability, halves: Half[], now: number): number[] {
  if (reason !== null) return []
  if (rent_type === 'day') return halves.length > 0 ? [Math.max(0, firstAhead(halves, now))] : []
  return halves.flatMap((half, at) => (half.slot.free > 0 && !isOver(half, now) ? [at] : []))
}

/** -1 if all of it is over. */
export const firstAhead = (halves: Half[], now: number): number =>
  halves.findIndex((half) => !isOver(half, now))

type TakenState = 'past' | 'booked' | 'closed'

/** Neighbouring half-hours that cannot be booked for the same reason. */
export type TakenStretch = HalfRange & { state: TakenState }

function takenIn(
  day: Availability,
  halves: Half[],
  { free, now }: { free: number[]; now: number },
): TakenStretch[] {
  const whole = day.rent_type === 'day' ? day : null
  const stretches: TakenStretch[] = []
  halves.forEach((half, at) => {
    if (free.includes(at) || (whole && free.length > 0 && at > free[0]!)) return
    const state = stateOf(half, whole, now)
    const before = stretches.at(-1)
    if (before?.last === at - 1 && before.state === state) before.last = at
    else stretches.push({ first: at, last: at, state })
  })
  return stretches
}

function stateOf(half: Half, whole: Availability | null, now: number): TakenState {
  if (isOver(half, now)) return 'past'
  return (whole ?? half.slot).reason === 'booked' ? 'booked' : 'closed'
}

/** From one half-hour towards another, as far as every half-hour between them is free. */
export function freeTowards(free: number[], from: number, to: number): HalfRange {
  const step = to < from ? -1 : 1
  let end = from
  while (end !== to && free.includes(end + step)) end += step
  return { first: Math.min(from, end), last: Math.max(from, end) }
}

/** An hour, or half an hour where no more is free. */
export const hourFrom = (free: number[], first: number): HalfRange => freeTowards(free, first, first + 1)

/** A start that waits for its end. */
export type BegunStay = { spaceId: number; date: string; first: number }

/** The first choice is a start, with an hour from there; the next one after it an end. One that cannot be an end is a new start. */
export function chosenNext(
  { space, day, free }: SpaceRow,
  at: number,
  begun: BegunStay | null,
): { range: HalfRange; begun: BegunStay | null } {
  const canEnd = begun !== null && begun.spaceId === space.id && begun.date === day.date && begun.first <= at
  const range = canEnd ? freeTowards(free, begun.first, at) : null
  if (range?.last === at) return { range, begun: null }
  return { range: hourFrom(free, at), begun: { spaceId: space.id, date: day.date, first: at } }
}

export function timeIn({ day, halves }: SpaceRow, { first, last }: HalfRange): ChosenTime {
  if (day.rent_type === 'day') return { ...NO_TIME, date: day.date }
  return { ...NO_TIME, date: day.date, start: halves[first]!.start, end: halves[last]!.end }
}

/** What is chosen of this day. A night may go on after it. */
export function chosenIn({ day, halves }: SpaceRow, time: ChosenTime): HalfRange | null {
  if (halves.length === 0) return null
  const all = { first: 0, last: halves.length - 1 }
  if (day.rent_type === 'day')
    return time.date <= day.date && day.date <= (time.last_date ?? time.date) ? all : null
  if (time.date !== day.date || time.start === null || time.end === null) return null
  const first = halves.findIndex(({ start }) => start === time.start)
  const last = halves.findIndex(({ end }) => end === time.end)
  if (first < 0 || (last >= 0 && last < first)) return null
  return { first, last: last < 0 ? all.last : last }
}

/** What the viewer has booked of this day. */
export const ownStays = ({ space, halves }: SpaceRow, orders: OrderDetails[]): HalfRange[] =>
  orders
    .filter(({ SubOffice, cancelled_at }) => SubOffice?.id === space.id && cancelled_at === null)
    .flatMap(({ start, end, checked_out_at }) => {
      const [from, to] = [Date.parse(start), Date.parse(checked_out_at ?? end ?? start)]
      const covered = halves.flatMap(({ slot }, at) => {
        const moment = Date.parse(slot.starts_at)
        return moment < to && moment + HALF_HOUR_MS > from ? [at] : []
      })
      return covered.length > 0 ? [{ first: covered[0]!, last: covered.at(-1)! }] : []
    })

const AROUND_THE_CLOCK = 46

/** Half-hours drawn before and after the opening, to show that it is closed then. */
export const marginOf = (halves: Half[]): number => (halves.length >= AROUND_THE_CLOCK ? 0 : 1)
