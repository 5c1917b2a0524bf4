import { officeDayAt } from '@keyhour/contract/office-clock'
import { withTax } from '@keyhour/contract/price'
import { type SeriesRequest, TOO_FEW, TOO_MANY } from '@keyhour/contract/series'
import { datesOf, MOST_DATES } from '@keyhour/contract/series-dates'
import type { Db } from '#server/db/connection.ts'
import { type KnownSpace, readOffice } from '#server/features/availability/day-queries.ts'
import { latestDay, planStay, type Stay, type Times } from '#server/features/availability/plan-stay.ts'
import type { Space } from '#server/features/availability/space-queries.ts'
import { spanWithCleaning } from '#server/features/bookings/claim-unit.ts'
import type { Claim } from '#server/features/series/rules.ts'
import { badField, orMissing, Refusal } from '#server/http/refusal.ts'
import type { Span } from '#server/time/opening-hours.ts'

const NO_SPACE = 'This space cannot be booked.'
const TOO_LONG = 'A series can last up to a year. Please choose an earlier end.'

/** All spaces of an office, for stays in any of them. */
export async function findSpaces(db: Db, officeId: number): Promise<KnownSpace[]> {
  return orMissing(await readOffice(db, officeId), NO_SPACE).spaces
}

export const spaceIn = (spaces: KnownSpace[], sub_office_id: number | null): KnownSpace =>
  orMissing(
    spaces.find((one) => one.sub_office_id === sub_office_id),
    NO_SPACE,
  )

/** The dates that a request means. Refuses too few, too many, and those that no booking can have. */
export function listDates(space: Space, { date, repeat }: SeriesRequest, now: Date): string[] {
  if (date < officeDayAt(space, now.getTime())) throw badField('date', 'Date cannot be in the past')
  const latest = latestDay(space, now.getTime())
  const dates = datesOf(date, repeat, latest)
  const field = repeat.count === undefined ? 'until' : 'count'
  if (repeat.until !== undefined && repeat.until > latest) throw badField(field, TOO_LONG)
  if (repeat.count !== undefined && dates.length < repeat.count) throw badField(field, TOO_LONG)
  if (dates.length > MOST_DATES) throw badField(field, TOO_MANY)
  if (dates.length < 2) throw badField(field, TOO_FEW)
  return dates
}

/** A date of a series: its stay and price, or why there is none. */
export type PlannedDate = { times: Times } & ({ stay: Stay; due: number } | { stay: null; reason: string })

/** The price is with tax. */
export function planDate(space: KnownSpace, times: Times, now: Date): PlannedDate {
  const stay = orReason(() => planStay(space, times, now))
  if (typeof stay === 'string') return { times, stay: null, reason: stay }
  return { times, stay, due: withTax(stay.total_price, space.tax_percent) }
}

/** What `plan` answers, or the sentence with which it refuses. */
export function orReason<T>(plan: () => T): T | string {
  try {
    return plan()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { detail } = error.body
    return typeof detail === 'string' ? detail : detail[0]!.msg
  }
}

export const claimOf = (space: KnownSpace, stay: Span, kept?: number): Claim => ({
  units: space.units,
  span: spanWithCleaning(stay, space),
  kept,
})
