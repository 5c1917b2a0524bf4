import ICAL from 'ical.js'
import { CalendarFailed } from '#server/outside/calendar-service.ts'
import {
  DAY_MS,
  type IcsClocks,
  type IcsComponent,
  type IcsTime,
  propertiesOf,
} from '#server/outside/ics-times.ts'

type Rule = { freq?: string; until?: unknown; count?: number; interval?: number; bysetpos?: unknown }

/** Nobody's calendar needs more; some rules never end. */
const MOST_STEPS = 30_000
const LONGEST_INTERVAL = 1000
const FREQUENCIES: readonly string[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']
const DAYS_OF: Record<string, number> = { DAILY: 1, WEEKLY: 7 }

/** For all rules of a file together. */
export type Steps = { left: number }
export const newSteps = (): Steps => ({ left: MOST_STEPS })

type Limits = { from: number; to: number; clocks: IcsClocks; steps: Steps }

function takeStep(steps: Steps): void {
  steps.left -= 1
  if (steps.left < 0) throw new CalendarFailed('unreadable', { code: 'too many repetitions' })
}

/** When an event begins: once, or again and again, without its exceptions. Those long past may be left out. */
export function startsOf(event: IcsComponent, first: IcsTime, limits: Limits): IcsTime[] {
  const { clocks } = limits
  const repeated = propertiesOf(event, 'rrule').flatMap((property) =>
    repeat(property[3] as Rule, first, limits),
  )
  const listed = propertiesOf(event, 'rdate').flatMap(clocks.readAll)
  const exceptions = propertiesOf(event, 'exdate').flatMap(clocks.readAll)
  const moments = new Set(exceptions.filter(({ isDate }) => !isDate).map(clocks.momentOf))
  const days = new Set(exceptions.filter(({ isDate }) => isDate).map(({ wall }) => wall))
  return [first, ...repeated, ...listed].filter(
    (start) => !moments.has(clocks.momentOf(start)) && !days.has(Math.floor(start.wall / DAY_MS) * DAY_MS),
  )
}

function repeat(rule: Rule, first: IcsTime, { from, to, clocks, steps }: Limits): IcsTime[] {
  const { freq = '', interval = 1, until } = rule ?? {}
  if (!FREQUENCIES.includes(freq) || interval > LONGEST_INTERVAL)
    throw new CalendarFailed('unreadable', { code: 'repetition' })
  const last = until === undefined ? undefined : clocks.read(until, undefined)
  if (until !== undefined && !last) throw new CalendarFailed('unreadable', { code: 'repetition' })
  // A date as the last day includes all of it.
  const end = last && (last.isDate ? last.wall + DAY_MS - 1 : clocks.momentOf(last))
  const isOver = (start: IcsTime) =>
    end !== undefined && (last?.isDate || first.isDate ? start.wall : clocks.momentOf(start)) > end

  const found: IcsTime[] = []
  const next = stepsThrough(rule, firstNear(rule, first, from), steps)
  for (let wall = next(); wall !== undefined; wall = next()) {
    const start = { ...first, wall }
    if (isOver(start) || clocks.momentOf(start) >= to) break
    found.push(start)
  }
  return found
}

/** Old events that repeat daily or weekly are taken up shortly before the wanted time, unless they are counted. */
function firstNear(
  { freq = '', interval = 1, count, bysetpos }: Rule,
  { wall }: IcsTime,
  from: number,
): number {
  const days = DAYS_OF[freq]
  if (!days || count !== undefined || bysetpos !== undefined) return wall
  const period = days * interval * DAY_MS
  const skipped = Math.floor((from - 40 * DAY_MS - wall) / period)
  return skipped > 0 ? wall + skipped * period : wall
}

/** What the clock shows at each repetition. The library does not notice that a rule can never be met, so we count. */
function stepsThrough({ until, ...rule }: Rule, wall: number, steps: Steps): () => number | undefined {
  const iterator = orUnreadable(() =>
    ICAL.Recur.fromData(rule as never).iterator(ICAL.Time.fromJSDate(new Date(wall), true)),
  )
  const isMet = iterator.check_contracting_rules.bind(iterator)
  iterator.check_contracting_rules = () => {
    takeStep(steps)
    return isMet()
  }
  return () => {
    takeStep(steps)
    const time = orUnreadable(() => iterator.next())
    return time ? time.toUnixTime() * 1000 : undefined
  }
}

/** The library's errors quote the file. */
export function orUnreadable<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof CalendarFailed ? error : new CalendarFailed('unreadable')
  }
}
