import type { NewClosure } from '@keyhour/contract/closures'
import { findMoment, type Hours } from '@keyhour/contract/office-clock'
import { badField } from '#server/http/refusal.ts'
import { dayOrOpening, type Span } from '#server/time/opening-hours.ts'

/** The given times, or whole days from opening to closing time, in UTC milliseconds. A closed day is closed from midnight. */
export function planClosure(hours: Hours, closure: NewClosure, now: Date): Span {
  const { date, end_date = date, start, end } = closure
  const span = {
    from: start === undefined ? dayOrOpening(hours, date).from : momentOf(hours, 'start', date, start),
    to: end === undefined ? dayOrOpening(hours, end_date).to : momentOf(hours, 'end', end_date, end),
  }
  if (span.to <= span.from) throw badField('end', 'End time must be after start time')
  if (span.to <= now.getTime()) throw badField('end', 'This time has already passed')
  return span
}

function momentOf({ time_zone }: Hours, field: string, date: string, time: string): number {
  const found = findMoment(date, time, time_zone)
  if (found === undefined)
    throw badField(field, 'The clocks change on that day and skip this time. Please choose another.')
  return found
}
