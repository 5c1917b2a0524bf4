import { officeDayAt } from '@keyhour/contract/office-clock'
import type { searchSpaces as searchCall } from '@keyhour/contract/spaces'
import type { z } from 'zod'
import { findStay } from '#server/features/availability/plan-stay.ts'
import { currentBoard } from '#server/features/spaces/board.ts'
import { listTakenAnywhere, rangesText } from '#server/features/spaces/queries.ts'
import {
  type Board,
  countFreeUnits,
  type Finding,
  findOffers,
  type Schedule,
  type Windows,
} from '#server/features/spaces/rules.ts'
import { badQuery } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { MINUTE, type Span } from '#server/time/opening-hours.ts'

type SpaceQuery = z.infer<typeof searchCall.query>

/** All spaces on offer; with a time, only those that `planStay` would let a customer book. */
export async function searchSpaces(deps: Deps, query: SpaceQuery): Promise<Finding> {
  const { lat, lon, max_price, ...filter } = query
  const near = lat === undefined || lon === undefined ? undefined : { lat, lon }
  if (query.sort === 'distance' && !near) throw badQuery('sort', 'To sort by distance, share your location')
  const time = timeOf(query)
  const board = await currentBoard(deps.db)
  const free = time && (await countFreeAt(deps, board, time))
  return findOffers(board, { ...filter, near, max_price: max_price && max_price * 100 }, free)
}

type Time = { date: string; start: string; end: string; end_date: string }

function timeOf({ date, start, end, end_date = date }: SpaceQuery): Time | undefined {
  if (date === undefined && start === undefined && end === undefined) return undefined
  if (date === undefined || start === undefined || end === undefined || end_date === undefined)
    throw badQuery('start', 'Please choose a time')
  if (`${end_date} ${end}` <= `${date} ${start}`) throw badQuery('end', 'End time must be after start time')
  return { date, start, end, end_date }
}

async function countFreeAt({ db, now }: Deps, board: Board, time: Time): Promise<Int32Array> {
  const { spans, during } = windowsOf(board, time, now())
  return countFreeUnits(board, spans, await listTakenAnywhere(db, during, now()))
}

const MOST_REMEMBERED = 500

/** Whether a time has passed changes on the minute, so each is worked out once a minute. */
function windowsOf({ schedules, windows: known }: Board, time: Time, now: Date): Windows {
  const minute = Math.floor(now.getTime() / MINUTE)
  const key = `${minute} ${time.date} ${time.start} ${time.end_date} ${time.end}`
  const windows = known.get(key) ?? planWindows(schedules, time, now)
  if (known.size === MOST_REMEMBERED) known.clear()
  known.set(key, windows)
  return windows
}

function planWindows(schedules: Schedule[], time: Time, now: Date): Windows {
  const spans = schedules.map((schedule) => windowOf(schedule, time, now))
  const withCleaning = spans.flatMap((span, at) =>
    span ? [{ from: span.from, to: span.to + schedules[at]!.cleaning_ms }] : [],
  )
  return { spans, during: rangesText(withCleaning) }
}

/** Everything on the board is on offer, whatever it costs. */
const AT_ANY_PRICE = { price_per_hour: 1, price_per_day: 1, price_per_week: 0, price_per_month: null }
const OPEN = { sub_office_id: null, hidden: false, coming_soon: false, temporarily_closed: false }

/** The span that a stay would take in a space with this schedule. Undefined if it cannot be booked then. */
function windowOf(schedule: Schedule, time: Time, now: Date): Span | undefined {
  // For spaces by the day the office must be open at the requested time, and the whole days are taken.
  const asked = findStay({ ...schedule, ...AT_ANY_PRICE, ...OPEN, rent_type: 'hour' }, time, now)
  if (!asked || schedule.rent_type === 'hour') return asked
  const days = findStay(
    { ...schedule, ...AT_ANY_PRICE, ...OPEN },
    { date: officeDayAt(schedule, asked.from) },
    now,
  )
  return days && asked.from >= days.from && asked.to <= days.to ? days : undefined
}
