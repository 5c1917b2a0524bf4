import { createHash } from 'node:crypto'
import { momentAt, wallClock } from '@keyhour/contract/office-clock'
import { DAY_OF_ISSUE, monthAfter } from '@keyhour/contract/statements'

type Hashed = {
  office_id: number
  number: number
  sub_office_id: number | null
  month: string
  office_name: string
  office_name_he: string | null
  space_name: string | null
  space_name_he: string | null
  time_zone: string
  currency: string
  lines: number
  price: number
  tax: number
  commission: number
  corrections: number
  net: number
  issued_at: string
  previous_hash: string | null
  lines_hash: string | null
}

/** Covers everything that a statement says, and the statement before. */
export function hashOf(statement: Hashed): string {
  const parts = [
    statement.office_id,
    statement.number,
    statement.sub_office_id,
    statement.month,
    statement.office_name,
    statement.office_name_he,
    statement.space_name,
    statement.space_name_he,
    statement.time_zone,
    statement.currency,
    statement.lines,
    statement.price,
    statement.tax,
    statement.commission,
    statement.corrections,
    statement.net,
    statement.issued_at,
    statement.previous_hash,
    statement.lines_hash,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** `before` is the hash of the statement before; null for the first one. */
export const isIntact = (statement: Hashed & { hash: string }, before: string | null): boolean =>
  statement.previous_hash === before && statement.hash === hashOf(statement)

const monthAt = (moment: number, timeZone: string): string => wallClock(moment, timeZone).date.slice(0, 7)

/** The last month that is over on the clock of the office. */
export const lastMonthAt = (moment: number, timeZone: string): string =>
  monthAfter(monthAt(moment, timeZone), -1)

/** The last month whose statements are due: that before, from the third day on. */
export function dueMonthAt(moment: number, timeZone: string): string {
  const { date } = wallClock(moment, timeZone)
  return monthAfter(date.slice(0, 7), Number(date.slice(8)) >= DAY_OF_ISSUE ? -1 : -2)
}

export const endOfMonth = (month: string, timeZone: string): string =>
  new Date(momentAt(`${monthAfter(month, 1)}-01`, '00:00', timeZone)).toISOString()

/** From the one after `last`, or from `first`; none if nothing is missing. */
export function monthsToIssue(last: string | null, first: string | undefined, until: string): string[] {
  const months: string[] = []
  const begin = last === null ? (first ?? until) : monthAfter(last, 1)
  for (let month = begin < until ? begin : until; month <= until; month = monthAfter(month, 1))
    if (last === null || month > last) months.push(month)
  return months
}
