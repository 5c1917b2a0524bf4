import { daysAfter, wallClock, wallClockAtEnd } from '@keyhour/contract/office-clock'
import type { MyOffice } from '@keyhour/contract/offices'
import {
  type BlockKind,
  BOARD_DAYS,
  type BoardBlock,
  type BoardDay,
  type BoardSpace,
  type ScheduleBoard,
} from '@keyhour/contract/schedule'
import { formatHour, weekdayOf } from '#web/format/time.ts'
import { keptInAddress, readOneOf, readWhole } from '#web/ui/list-view.ts'

export const BOARD_VIEWS = ['day', 'week'] as const
export type BoardView = (typeof BOARD_VIEWS)[number]

/** No date is today; no office is the one chosen last; no space is all of them, in a week the first. */
export const boardView = keptInAddress(
  {
    office: undefined as number | undefined,
    view: 'day' as BoardView,
    date: '',
    space: undefined as number | undefined,
  },
  {
    office: readWhole,
    view: readOneOf(BOARD_VIEWS),
    date: (text) => (/^2\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined),
    space: readWhole,
  },
)

export type BoardAsked = { date: string; length: BoardView; sub_office_id?: number | undefined }

export type ChosenDays = { view: BoardView; date: string }

/** A week begins on Sunday. */
export const firstDayOf = ({ view, date }: ChosenDays): string =>
  view === 'week' ? daysAfter(date, -weekdayOf(date)) : date

export const turnedBy = ({ view, date }: ChosenDays, by: 1 | -1): string =>
  daysAfter(date, by * BOARD_DAYS[view])

const MINUTE_MS = 60_000
export const HALF = 30
const HOUR = 2 * HALF
const DAY = 24 * HOUR
/** Shown when a place is closed and nothing is booked. */
const OFFICE_DAY = { from: 8 * HOUR, to: 20 * HOUR }

/** Closures and outside events may be far longer than a day. */
const BOOKED: readonly BlockKind[] = ['order', 'visit', 'hold', 'cleaning']

/** Minutes of a day, from and to a full hour. */
export type Axis = {
  from: number
  to: number
  /** Counts what the clock shows. Else the time that has gone by, which differs once the clocks change. */
  byClock: boolean
}

/** Of a moment of this day, or at its start or end. */
export function minuteOn(
  day: BoardDay,
  moment: number,
  { zone, byClock }: { zone: string; byClock: boolean },
): number {
  const [from, to] = [Date.parse(day.start), Date.parse(day.end)]
  if (moment <= from) return 0
  if (moment >= to) return byClock ? DAY : (to - from) / MINUTE_MS
  if (!byClock) return (moment - from) / MINUTE_MS
  const { time } = wallClock(moment, zone)
  return Number(time.slice(0, 2)) * HOUR + Number(time.slice(3, 5))
}

/** All that is open or booked on some of the days, and an hour before and after it. */
export function axisOf({ days, spaces, office }: ScheduleBoard): Axis {
  const byClock = days.length > 1
  const clock = { zone: office.time_zone, byClock }
  const blocks = spaces.flatMap((space) => space.blocks.filter(({ kind }) => BOOKED.includes(kind)))
  const spans = days.flatMap((day) =>
    [...day.openings, ...blocks]
      .filter(({ start, end }) => start < day.end && end > day.start)
      .map(({ start, end }) => ({
        from: minuteOn(day, Date.parse(start), clock),
        to: minuteOn(day, Date.parse(end), clock),
      })),
  )
  if (spans.length === 0) return { ...OFFICE_DAY, byClock }
  const last = byClock ? DAY : minuteOn(days[0]!, Date.parse(days[0]!.end), clock)
  const from = Math.floor(Math.min(...spans.map((span) => span.from)) / HOUR) * HOUR
  const to = Math.ceil(Math.max(...spans.map((span) => span.to)) / HOUR) * HOUR
  return { from: Math.max(0, from - HOUR), to: Math.min(last, to + HOUR), byClock }
}

/** When the first of the days opens. What is open at midnight says nothing about the morning. */
function morningOf(days: readonly BoardDay[], clock: { zone: string; byClock: boolean }): number {
  const openings = days.flatMap((day) =>
    day.openings
      .filter(({ start }) => start > day.start)
      .map(({ start }) => minuteOn(day, Date.parse(start), clock)),
  )
  return openings.length > 0 ? Math.min(...openings) : OFFICE_DAY.from
}

/** Where a board begins that is wider than the screen: an hour before now, or else shortly before the morning. */
export function firstMinuteInView({ days, office }: ScheduleBoard, { byClock }: Axis, now: number): number {
  const clock = { zone: office.time_zone, byClock }
  const today = days.find(({ start, end }) => now >= Date.parse(start) && now < Date.parse(end))
  return today ? minuteOn(today, now, clock) - HOUR : morningOf(days, clock) - HALF
}

/** The hours of the axis as the clock shows them. */
export function hoursOf(
  { from, to, byClock }: Axis,
  day: BoardDay,
  zone: string,
): { at: number; text: string }[] {
  return Array.from({ length: Math.ceil((to - from) / HOUR) }, (_, index) => {
    const at = from + index * HOUR
    const hour = byClock
      ? at / HOUR
      : Number(wallClock(Date.parse(day.start) + at * MINUTE_MS, zone).time.slice(0, 2))
    return { at, text: formatHour(hour) }
  })
}

type Stretch = { start: string; end: string }

/** In percent of the axis; undefined outside of it. */
export function placeOn(
  { axis, day, zone }: { axis: Axis; day: BoardDay; zone: string },
  { start, end }: Stretch,
): { from: number; size: number } | undefined {
  if (start >= day.end || end <= day.start) return undefined
  const share = (moment: string) => {
    const minute = minuteOn(day, Date.parse(moment), { zone, byClock: axis.byClock })
    return (100 * (Math.min(axis.to, Math.max(axis.from, minute)) - axis.from)) / (axis.to - axis.from)
  }
  const [from, to] = [share(start), share(end)]
  return to > from ? { from, size: to - from } : undefined
}

export type Laned = { block: BoardBlock; lane: number; lanes: number }

/**
 * Seats that are taken at the same time lie below each other: each block in the first lane that is free, cleaning in
 * that of its order. What takes all units is as high as the row.
 */
export function inLanes(blocks: readonly BoardBlock[], units: number): Laned[] {
  const lanes: { until: string; order: number | null }[] = []
  const placed = blocks
    .toSorted((a, b) => Number(a.kind === 'cleaning') - Number(b.kind === 'cleaning'))
    .toSorted((a, b) => a.start.localeCompare(b.start))
    .map((block) => {
      if (units > 1 && block.units === units) return { block, lane: -1 }
      const own = lanes.findIndex(
        ({ until, order }) => order !== null && order === block.order_id && until <= block.start,
      )
      const free = own >= 0 ? own : lanes.findIndex(({ until }) => until <= block.start)
      const lane = free >= 0 ? free : lanes.length
      lanes[lane] = { until: block.end, order: block.order_id }
      return { block, lane }
    })
  const height = Math.max(1, lanes.length)
  return placed.map(({ block, lane }) =>
    lane < 0 ? { block, lane: 0, lanes: height } : { block, lane, lanes: 1 },
  )
}

/** Blocks of one space never have the same. */
export const boardKeyOf = ({ kind, start, order_id, closure, customer }: BoardBlock): string =>
  [kind, start, order_id, closure?.id, customer].join()

/** What the eye has to tell apart. An order that is over is one of its own. */
export type Look = BlockKind | 'over' | 'waiting'

export const LOOKS: readonly Look[] = [
  'order',
  'waiting',
  'visit',
  'over',
  'hold',
  'cleaning',
  'closure',
  'event',
]

export function lookOf({ kind, waiting, checked_out, end }: BoardBlock, now: number): Look {
  if (kind !== 'order') return kind
  if (waiting) return 'waiting'
  return checked_out || Date.parse(end) <= now ? 'over' : 'order'
}

/** A row of the board: a space on a day. */
export type BoardRow = {
  key: string
  day: BoardDay
  sub_office_id: number | null
  blocks: readonly BoardBlock[]
  units: number
}

/** All spaces on one day, or one space on each day. */
export function boardRows({ days, spaces }: ScheduleBoard): BoardRow[] {
  return days.flatMap((day) =>
    spaces.map(({ sub_office_id, blocks, units }) => ({
      key: days.length > 1 ? day.date : String(sub_office_id ?? 0),
      day,
      sub_office_id,
      units,
      blocks:
        days.length > 1 ? blocks.filter(({ start, end }) => start < day.end && end > day.start) : blocks,
    })),
  )
}

/** The moments at which a block looks different, or a hold is given up. */
export const turningPointsOf = ({ spaces }: ScheduleBoard): string[] =>
  spaces.flatMap(({ blocks }) =>
    blocks.flatMap(({ start, end, held_until }) =>
      held_until === null ? [start, end] : [start, end, held_until],
    ),
  )

/** A time on the clock of the office, to be booked or closed. */
export type MarkedTime = {
  sub_office_id: number | null
  date: string
  start: string
  end_date: string
  end: string
}

/** What the forms about an empty stretch are told. */
export type StretchProps = {
  office: MyOffice
  time: MarkedTime
  today: string
  /** Only managers book for others; owners close. */
  isManager: boolean
  onClose: () => void
}

/** Minutes of the axis as the clock shows them. */
export function markedOn(
  { day, sub_office_id }: Pick<BoardRow, 'day' | 'sub_office_id'>,
  { from, to }: { from: number; to: number },
  { zone, byClock }: { zone: string; byClock: boolean },
): MarkedTime {
  const wall = (minute: number, isEnd: boolean) => {
    const onWall = Date.parse(`${day.date}T00:00Z`) + minute * MINUTE_MS
    const passed = Date.parse(day.start) + minute * MINUTE_MS
    if (!byClock) return isEnd ? wallClockAtEnd(passed, zone) : wallClock(passed, zone)
    return wallClock(onWall, 'UTC')
  }
  const [start, end] = [wall(from, false), wall(to, true)]
  return { sub_office_id, date: start.date, start: start.time, end_date: end.date, end: end.time }
}

/**
 * An hour: today, if it is shown, from the next half-hour or the opening on; on another day from its morning on. In the
 * first space that is free then.
 */
export function nextHour({ days, spaces, office }: ScheduleBoard, today: string, now: number): MarkedTime {
  const clock = { zone: office.time_zone, byClock: false }
  const shown = days.find(({ date }) => date === today)
  const day = shown ?? days[0]!
  const begin = Date.parse(day.start)
  const opening = Date.parse(day.openings[0]?.start ?? day.start)
  const from = shown ? Math.max(now, opening) : begin + morningOf([day], clock) * MINUTE_MS
  const half = Math.ceil((Math.min(from, Date.parse(day.end) - 1) - begin) / HALF / MINUTE_MS) * HALF
  const [start, end] = [half, half + HOUR].map((minute) => begin + minute * MINUTE_MS)
  const isFree = ({ blocks, units }: BoardSpace) => {
    const meanwhile = blocks.filter(
      (block) => Date.parse(block.start) < end! && Date.parse(block.end) > start!,
    )
    return meanwhile.reduce((sum, block) => sum + block.units, 0) < units
  }
  const { sub_office_id = null } = spaces.find(isFree) ?? spaces[0] ?? {}
  return markedOn({ day, sub_office_id }, { from: half, to: half + HOUR }, clock)
}
