import type { Hours } from '@keyhour/contract/office-clock'
import { clipTo, spreadOverPeriods, spreadOverWeek } from '#server/features/insight/rules.ts'
import { DAY, type Span } from '#server/time/opening-hours.ts'
import { offsetsDuring, openingsDuring } from '#server/time/zone-offsets.ts'

type Bounds = { bounds: number[]; countBefore: number }

/** By period, and by hour of the week in the range and in the range before. */
export type OpenTime = { periods: number[]; now: number[]; before: number[] }

/** How long a space is open. Many spaces share the same hours, so results are cached. */
export function openTimes({ bounds, countBefore }: Bounds): (place: Span & Hours) => OpenTime {
  const whole = { from: bounds[0]!, to: bounds.at(-1)! }
  const between = bounds[countBefore]!
  const offsetsOf = once((zone: string) =>
    offsetsDuring(zone, { from: whole.from - 2 * DAY, to: whole.to + 2 * DAY }),
  )
  const openingsOf = once((hours: Hours) => openingsDuring(hours, offsetsOf(hours.time_zone), whole))
  const spread = once(({ hours, from, to }: Span & { hours: Hours }): OpenTime => {
    const spans = clipTo(openingsOf(hours), { from, to })
    const offsets = offsetsOf(hours.time_zone)
    return {
      periods: spreadOverPeriods(spans, bounds),
      before: spreadOverWeek(clipTo(spans, { from: whole.from, to: between }), offsets),
      now: spreadOverWeek(clipTo(spans, { from: between, to: whole.to }), offsets),
    }
  })
  return ({ time_zone, open_hours, close_hours, week_hours, holidays, from, to }) =>
    spread({ hours: { time_zone, open_hours, close_hours, week_hours, holidays }, from, to })
}

function once<Given, Made>(make: (given: Given) => Made): (given: Given) => Made {
  const made = new Map<string, Made>()
  return (given) => {
    const key = JSON.stringify(given)
    const known = made.get(key) ?? make(given)
    made.set(key, known)
    return known
  }
}
